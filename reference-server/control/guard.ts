/** Restricts the control plane to this machine, or to callers with its key. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { answerOf, send } from '../http/answer.ts';
import type { KeyGuesses } from '../http/rate-limits.ts';
import { tokenIn } from '../resources/tokens/authentication.ts';
import { isSameSecret } from '../resources/tokens/keys.ts';
import { forbidden, Refusal, unauthorized } from '../state/refusal.ts';
import { isLoopbackAddress, isLoopbackHost } from '../webhooks/receiver-policy.ts';
import { signatureHeader } from '../webhooks/rules.ts';

const reading: readonly string[] = ['GET', 'HEAD'];

/**
 * Whether the page that sent the request is from another site, by the headers of a browser. Other clients do not send
 * these headers.
 */
function comesFromElsewhere(request: Request, ownOrigins: readonly string[]): boolean {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  if (site !== undefined && site !== 'same-origin') return true;
  return origin !== undefined && !ownOrigins.includes(origin);
}

/** Without a key, the control plane only accepts requests from this machine. */
function checkStranger(request: Request): void {
  if (!isLoopbackAddress(request.socket.remoteAddress ?? ''))
    throw forbidden('The control plane only answers this machine');
  // Another site may point its own name at this machine, and the browser then treats it as the same origin (DNS rebinding).
  if (!isLoopbackHost(request.get('host') ?? ''))
    throw forbidden('The control plane only answers to a name of this machine, such as localhost');
}

/** The key in a request: a bearer token, or the password with which a browser answers (any name will do). */
function keyIn(authorization: string | undefined): string | undefined {
  const [, basic] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (basic === undefined) return tokenIn(authorization);
  const pair = Buffer.from(basic, 'base64').toString();
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
}

/** @throws Refusal if the key is missing or wrong */
async function checkKey(
  request: Request,
  response: Response,
  key: string,
  guesses: KeyGuesses,
): Promise<void> {
  const shown = keyIn(request.get('authorization'));
  // After too many attempts even the right key is rejected; otherwise guessing could continue.
  if (shown !== undefined) await guesses.admit(request, response);
  if (shown !== undefined && isSameSecret(shown, key)) return;
  if (shown !== undefined) await guesses.count(request, response);
  throw unauthorized('The control plane needs its key: Authorization: Bearer <CONTROL_KEY>');
}

/** @throws Refusal */
async function check(
  request: Request,
  response: Response,
  key: string | undefined,
  guesses: KeyGuesses,
): Promise<void> {
  // Otherwise whoever may register a receiver could make this server, or another one behind it, reset itself.
  if (request.get(signatureHeader) !== undefined) throw forbidden('The control plane takes no webhooks');
  if (key === undefined) checkStranger(request);
  else await checkKey(request, response, key, guesses);
  const host = request.get('host');
  // A proxy that speaks HTTPS may be in front of a server with a key.
  const own = [`${request.protocol}://${host}`, ...(key === undefined ? [] : [`https://${host}`])];
  if (!reading.includes(request.method) && comesFromElsewhere(request, own))
    throw forbidden('The control plane takes nothing from pages of another origin');
}

/**
 * Rejects callers that may not use the control plane.
 *
 * @param key without it, every caller on this machine may.
 */
export function guardControlPlane(key: string | undefined, guesses: KeyGuesses): RequestHandler {
  return async (request, response, next) => {
    try {
      await check(request, response, key, guesses);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        response.setHeader('WWW-Authenticate', 'Basic realm="control plane"');
      send(response, answerOf(error));
      return;
    }
    next();
  };
}

/** For forms, which only browsers send: they must say that the form was on a page of this server. */
export const guardForms: RequestHandler = (request, response, next) => {
  const said = request.get('sec-fetch-site') ?? request.get('origin');
  if (said !== undefined) next();
  else send(response, answerOf(forbidden('A form must come from a page of this server')));
};

interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Returns the metrics to callers that the guard admits. */
export function metricsHandler(metrics: Metrics, guard: RequestHandler): RequestHandler {
  const router = Router();
  return router.use(guard, async (_request, response) => {
    const { contentType } = metrics;
    send(response, { status: 200, text: { contentType, content: await metrics.text() } });
  });
}
