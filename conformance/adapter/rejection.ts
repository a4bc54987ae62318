/** A rejected request in the message about the line of an adapter that did not expect the rejection. */
import { shownBody } from '../engine/shown-body.ts';
import type { OutgoingRequest } from '../http/transport.ts';
import type { OwnAnswer, OwnRequest } from './send.ts';

export interface Rejection {
  readonly request: Pick<OutgoingRequest, 'method' | 'path'>;
  readonly answer: Pick<OwnAnswer, 'status' | 'text' | 'json'>;
  /** The environment variables of the keys that the request carried. */
  readonly variables: readonly string[];
}

/** The environment variables whose values a request carries. */
export const variablesIn = ({
  key,
  headers = {},
}: Pick<OwnRequest, 'key' | 'headers'>): readonly string[] => [
  ...new Set(
    [key, ...Object.values(headers)].flatMap((source) => (typeof source === 'object' ? source.env : [])),
  ),
];

/** What to do about a rejection that may be due to the key; empty for another rejection. */
export function keyAdvice(status: number, variables: readonly string[]): string {
  if ((status !== 401 && status !== 403) || variables.length === 0) return '';
  return `: check that ${variables.join(' and ')} is valid and belongs to this environment`;
}

/** `, after POST /x was rejected: 401 with {…}`, and what to do about it. */
export function afterRejection(
  { request: { method, path }, answer, variables }: Rejection,
  redact: (text: string) => string,
): string {
  const { status } = answer;
  const said = `${redact(`${method} ${path}`)} was rejected: ${status} with ${shownBody(answer, redact)}`;
  return `, after ${said}${keyAdvice(status, variables)}`;
}
