/** The first part of a survey: is the target a server of the interface, does it respond, and does it accept the credentials? */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { operation } from '../../../openapi/description.ts';
import { ConformanceError } from '../../engine/errors.ts';
import type { Survey } from '../../engine/survey.ts';
import { nothingThere, strangerIn } from '../../http/answered-by.ts';
import { schemeAdvice } from '../../http/connection-advice.ts';
import { callerHeaders } from '../../http/message.ts';
import type { OutgoingRequest, Transport } from '../../http/transport.ts';
import { accessOf, type Target } from '../../target/target.ts';
import { type Asked, askUntil, isBelievable, type KeyName, readsWith } from '../harmless-reads.ts';
import { whyElsewhere } from './why-elsewhere.ts';

/** The credentials that the target must accept, with the environment variables that they come from. */
const accepted = {
  platformToken: 'CONFORMANCE_PLATFORM_TOKEN',
  orgToken: 'CONFORMANCE_ORG_TOKEN',
} as const satisfies Record<KeyName, string>;

/** A gateway may respond while its server is being replaced, so the request is repeated once after this time. */
const secondLookMillis = 1_000;

/** A body that no server can parse, so that nothing is created. */
const brokenBody = '{"broken": ';

/** Whether a server without any list knows at least the path of a write; a server that reads the body first reveals nothing. */
async function knowsWrites(target: Target, transport: Transport, signal: AbortSignal): Promise<boolean> {
  if (accessOf(target) === 'read-only') return false;
  const { platformToken, orgToken } = target.credentials;
  const token = orgToken ?? platformToken;
  const isThere = async (path: string) => {
    const headers = {
      ...callerHeaders(token === undefined ? {} : { token }),
      'content-type': 'application/json',
    };
    const answer = await transport.send({ method: 'POST', path, headers, body: brokenBody }, signal);
    return isBelievable(answer);
  };
  if (await isThere(`/v1/${randomUUID()}`)) return false;
  for (const id of ['createPerson', 'createBusiness', 'createPayroll'] as const)
    if (await isThere(operation(id).path)) return true;
  return false;
}

/** The reads with one key. */
interface Look {
  readonly name: KeyName;
  readonly asked: readonly Asked[];
  /** The believable response, if there was one. */
  readonly works?: Asked;
}

async function look(name: KeyName, target: Target, transport: Transport, signal: AbortSignal): Promise<Look> {
  const requests = readsWith(target.credentials, name);
  const asked = await askUntil(isBelievable, requests, transport, signal);
  const last = asked.at(-1);
  if (last === undefined || !isBelievable(last.answer)) return { name, asked };
  // A 403 is about permissions, which the checks test.
  if (last.answer.status !== 401) return { name, asked, works: last };
  const { method, path } = last.request;
  throw new ConformanceError(
    'CREDENTIALS_REFUSED',
    `${target.baseUrl} returns 401 for ${method} ${path} with ${accepted[name]}: ` +
      'check that the key is valid and belongs to this environment.',
  );
}

async function lookWithAll(
  names: readonly KeyName[],
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly Look[]> {
  const looks: Look[] = [];
  for (const name of names) looks.push(await look(name, target, transport, signal));
  return looks;
}

function stateOf({ works }: Look): Survey['keys'][string] {
  if (works === undefined) return 'unknown';
  return works.answer.status === 403 ? 'forbidden' : 'accepted';
}

const failedIn = (looks: readonly Look[]): readonly Asked[] =>
  looks.flatMap(({ asked, works }) => (works === undefined ? asked : []));

/** A server of the interface that responds. */
export interface Reached extends Pick<Survey, 'reachable' | 'keys'> {
  /** Reads that the target has just answered as a server of the interface, or could have. */
  readonly reads: readonly OutgoingRequest[];
}

function reachedBy(target: Target, looks: readonly Look[]): Reached {
  const keys = Object.fromEntries(looks.map((each) => [each.name, stateOf(each)]));
  const first = looks.find(({ works }) => works !== undefined);
  if (first?.works === undefined) return { keys, reads: [] };
  const { request, answer } = first.works;
  const reachable = { request: `${request.method} ${request.path}`, status: answer.status };
  return { keys, reachable, reads: readsWith(target.credentials, first.name) };
}

async function withAdvice(error: unknown, { baseUrl }: Target, signal: AbortSignal): Promise<unknown> {
  if (!(error instanceof ConformanceError) || error.code !== 'TARGET_UNREACHABLE') return error;
  const advice = await schemeAdvice(baseUrl, error, signal);
  if (advice === undefined) return error;
  return new ConformanceError(
    'TARGET_UNREACHABLE',
    `${baseUrl} is not a server of the interface: ${advice}.`,
    { cause: error },
  );
}

/**
 * Sends documented reads without parameters with each credential, until one gets a response of the interface.
 *
 * @throws ConformanceError with code `TARGET_UNREACHABLE` or `CREDENTIALS_REFUSED`.
 */
export async function reach(target: Target, transport: Transport, signal: AbortSignal): Promise<Reached> {
  const names = (Object.keys(accepted) as KeyName[]).filter((name) => target.credentials[name] !== undefined);
  if (names.length === 0) {
    throw new ConformanceError(
      'CREDENTIALS_REFUSED',
      `No credentials: set ${Object.values(accepted).join(' or ')} to a key of the target.`,
    );
  }
  try {
    let looks = await lookWithAll(names, target, transport, signal);
    const works = () => looks.some((each) => each.works !== undefined);
    if (!works() && failedIn(looks).every(({ answer }) => strangerIn(answer) === 'gateway')) {
      await pause(secondLookMillis, undefined, { signal });
      looks = await lookWithAll(names, target, transport, signal);
    }
    if (works()) return reachedBy(target, looks);
    const failed = failedIn(looks);
    const isMissing = failed.every(({ answer }) => nothingThere.has(answer.status));
    if (isMissing && (await knowsWrites(target, transport, signal))) return reachedBy(target, looks);
    const why = await whyElsewhere(target.baseUrl, failed, signal);
    const { protocol } = new URL(target.baseUrl);
    const isRefused = failed.some(({ answer }) => answer.status === 400);
    const scheme =
      protocol === 'http:' && isRefused ? await schemeAdvice(target.baseUrl, undefined, signal) : undefined;
    throw new ConformanceError('TARGET_UNREACHABLE', scheme === undefined ? `${why}.` : `${why}: ${scheme}.`);
  } catch (error) {
    throw await withAdvice(error, target, signal);
  }
}
