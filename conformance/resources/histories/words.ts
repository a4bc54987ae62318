import type { InWords } from '../../engine/timeline.ts';
import type { ClientCall, ClientOutcome } from './play.ts';

/**
 * How the operations of a history are shown.
 *
 * @param sayings by verb
 * @param show a value that a response shows
 */
export const inWords = (
  sayings: Readonly<Record<string, (call: ClientCall) => string>>,
  show: (seen: string | number) => string = String,
): InWords<ClientCall, ClientOutcome> => ({
  say: (call) => sayings[call.verb]?.(call) ?? call.verb,
  show: ({ status, seen }) => (seen === undefined ? String(status) : show(seen)),
});
