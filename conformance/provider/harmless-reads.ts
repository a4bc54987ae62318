/** Reads without side effects that need no id, to check whether a target works. */
import { allOperations } from '../../openapi/description.ts';
import { type AnsweredText, nothingThere, strangerIn } from '../http/answered-by.ts';
import { buildRequest } from '../http/message.ts';
import type { OutgoingRequest, Transport } from '../http/transport.ts';
import type { Credentials } from '../target/target.ts';

/** More than one, because one of them may be broken. */
const mostReads = 5;

/** The first documented list, and lists of other areas. */
const reads = allOperations
  .filter(
    ({ method, path, provenance }) => method === 'get' && !path.includes('{') && provenance === 'documented',
  )
  .filter(({ path }, index) => index === 0 || /\/(payrolls|contracts|beneficiaries|payouts)$/.test(path))
  .slice(0, mostReads)
  .map(({ id }) => id);

/** The credentials that a target must accept. */
export type KeyName = keyof Pick<Credentials, 'platformToken' | 'orgToken'>;

export function readsWith(credentials: Credentials, key: KeyName): readonly OutgoingRequest[] {
  const token = credentials[key];
  return reads.map((id) => buildRequest(id, token === undefined ? {} : { token }, {}));
}

export interface Asked {
  readonly request: OutgoingRequest;
  readonly answer: AnsweredText;
}

/** Whether a server of the interface may give this response to a read that every server has. */
export const isBelievable = (answer: AnsweredText): boolean =>
  strangerIn(answer) === undefined && !nothingThere.has(answer.status);

/**
 * Sends one read after the other until a response passes the test.
 *
 * @returns all exchanges; only the last one may pass
 * @throws ConformanceError with code `TARGET_UNREACHABLE` as soon as there is no response
 */
export async function askUntil(
  isGood: (answer: AnsweredText) => boolean,
  requests: readonly OutgoingRequest[],
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const request of requests) {
    const answer = await transport.send(request, signal);
    asked.push({ request, answer });
    if (isGood(answer)) break;
  }
  return asked;
}
