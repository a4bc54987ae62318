/** Who may use the control plane: this machine, or whoever shows its key. */
import type { Request, RequestHandler } from 'express';
import { answerOf, send } from '../http/answer.ts';
import { tokenIn } from '../http/authentication-rules.ts';
import { forbidden, type Refusal, unauthorized } from '../refusal.ts';
import { isSameSecret } from '../resources/tokens/secret.ts';
import { isLoopbackAddress, isLoopbackUrl } from '../webhooks/loopback.ts';

const reading: readonly string[] = ['GET', 'HEAD'];

/** What a browser says of the page that a request comes from; another client says nothing. */
function comesFromElsewhere(request: Request, ownOrigins: readonly string[]): boolean {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  if (site !== undefined && site !== 'same-origin') return true;
  return origin !== undefined && !ownOrigins.includes(origin);
}

/** What asks for no key only answers to this machine. */
function refusalOfStranger(request: Request): Refusal | undefined {
  if (!isLoopbackAddress(request.socket.remoteAddress ?? ''))
    return forbidden('The control plane only answers this machine');
  // A page of another site may have let its own name point to this machine: the browser then takes it for its origin.
  if (!isLoopbackUrl(`http://${request.get('host')}`))
    return forbidden('The control plane only answers to a name of this machine, such as localhost');
  return undefined;
}

/** The key in a request: a bearer token, or the password with which a browser answers (any name will do). */
function keyIn(authorization: string | undefined): string | undefined {
  const [, basic] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (basic === undefined) return tokenIn(authorization);
  const pair = Buffer.from(basic, 'base64').toString();
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
}

function refusalOf(request: Request, key: string | undefined): Refusal | undefined {
  const shown = keyIn(request.get('authorization'));
  const refusal =
    key === undefined
      ? refusalOfStranger(request)
      : shown !== undefined && isSameSecret(shown, key)
        ? undefined
        : unauthorized('The control plane needs its key: Authorization: Bearer <CONTROL_KEY>');
  if (refusal !== undefined) return refusal;
  const host = request.get('host');
  // In front of a server with a key there may be something that speaks HTTPS.
  const own = [`${request.protocol}://${host}`, ...(key === undefined ? [] : [`https://${host}`])];
  if (!reading.includes(request.method) && comesFromElsewhere(request, own))
    return forbidden('The control plane takes nothing from pages of another origin');
  return undefined;
}

/**
 * Lets only those through who may use the control plane.
 *
 * @param key without it, whoever is on this machine.
 */
export function guardControlPlane(key: string | undefined): RequestHandler {
  return (request, response, next) => {
    const refusal = refusalOf(request, key);
    if (refusal === undefined) return next();
    if (refusal.status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="control plane"');
    send(response, answerOf(refusal));
  };
}

/** For forms, which only browsers send: they must say that the form was on a page of this server. */
export const guardForms: RequestHandler = (request, response, next) => {
  const said = request.get('sec-fetch-site') ?? request.get('origin');
  if (said !== undefined) next();
  else send(response, answerOf(forbidden('A form must come from a page of this server')));
};
