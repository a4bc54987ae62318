import type { InWords } from '../../engine/timeline.ts';
import type { ClientCall, ClientOutcome } from './play.ts';

/**
 * How the operations of a history are shown.
 *
 * @param sayings by verb; a webhook is its event
 * @param show a value that a response shows
 */
export const inWords = (
  sayings: Readonly<Record<string, (call: ClientCall) => string>>,
  show: (seen: string | number, call: ClientCall) => string = String,
): InWords<ClientCall, ClientOutcome> => ({
  say: (call) => sayings[call.verb]?.(call) ?? `webhook ${call.verb}`,
  show: ({ status, seen }, call) => (seen === undefined ? String(status) : show(seen, call)),
});
