import type { InWords } from '../../engine/timeline.ts';
import type { Call, Outcome } from './play.ts';

/**
 * How the operations of a history are shown.
 *
 * @param sayings by verb
 * @param show a value that a response shows
 */
export const inWords = (
  sayings: Readonly<Record<string, (call: Call) => string>>,
  show: (seen: string | number) => string = String,
): InWords<Call, Outcome> => ({
  say: (call) => sayings[call.verb]?.(call) ?? call.verb,
  show: ({ status, seen }) => (seen === undefined ? String(status) : show(seen)),
});
