/** The error for a receiver that rejects even valid events: not a finding, but advice. */
import { ConformanceError } from '../engine/errors.ts';
import { shownAddress } from '../engine/shown-address.ts';
import { describeAnswer, isRedirect, type ReceiverAnswer } from './courier.ts';
import { reserialisesLike } from './reserialised.ts';

interface Refused {
  /** As {@link shownAddress} shows it. */
  readonly url: string;
  readonly now: () => Date;
}

function clockHint(answer: ReceiverAnswer, now: Date): string {
  const date = answer.type === 'answered' ? Date.parse(answer.headers.date ?? '') : Number.NaN;
  const apartSeconds = Math.round((date - now.getTime()) / 1000);
  if (!(Math.abs(apartSeconds) > 60)) return '';
  return ` Its clock is ${Math.abs(apartSeconds)} s ${apartSeconds > 0 ? 'ahead of' : 'behind'} ours, which signatures do not survive.`;
}

/** Why a receiver that rejects every valid event cannot be judged, and what to do. */
export function refusalOf({ url, now }: Refused, answer: ReceiverAnswer): ConformanceError {
  const said = `${url} answers a signed event with ${describeAnswer(answer)}`;
  const status = answer.type === 'answered' ? answer.status : 0;
  if (url.startsWith('http:') && speaksTls(answer)) return tlsAt(url);
  if (answer.type === 'silent') {
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${url} takes a signed event and gives ${answer.reason}: see what it does, or give it longer with --timeout`,
    );
  }
  if (isRedirect(answer)) {
    const { location = 'nowhere' } = answer.headers;
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${url} answers ${status} and leads to ${shownAddress(location)}, where no provider follows: give the address that takes the events`,
    );
  }
  if (status === 429) {
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${said}: say with --rate how many deliveries it takes in a second`,
    );
  }
  if (status === 404 || status === 405) {
    return new ConformanceError(
      'TARGET_UNREACHABLE',
      `${said}: nothing takes POST there: give the address of the receiver with --url`,
    );
  }
  return new ConformanceError(
    'CREDENTIALS_REFUSED',
    `${said}, in every usual way to write a signature: check that --secret is the one that the receiver verifies with` +
      `, and that it knows the business (--tenant-key).${clockHint(answer, now())}`,
  );
}

/** Whether a response is that of a TLS server to a request without TLS: a closed connection, or a message. */
function speaksTls(answer: ReceiverAnswer): boolean {
  if (answer.type === 'silent') return /other side closed|socket hang up|ECONNRESET|HPE_/.test(answer.reason);
  return answer.status === 400 && /https (port|server)/i.test(answer.text);
}

const tlsAt = (url: string): ConformanceError =>
  new ConformanceError(
    'TARGET_UNREACHABLE',
    `${url} does not answer as http does: if it speaks https, give ${url.replace(/^http:/, 'https:')} with --url; else see its log`,
  );

/** For a receiver that returns the same 5xx for every delivery. */
export const failureOf = ({ url }: Refused, answer: ReceiverAnswer): ConformanceError =>
  new ConformanceError(
    'TARGET_UNREACHABLE',
    `${url} answers every delivery, signed or not, with ${describeAnswer(answer)}: it does not run, or fails before it ` +
      'verifies anything: see its log, and what stands before it',
  );

/** For a receiver that verifies signatures over re-serialised JSON. */
export const reserialisedBy = ({ url }: Refused, name: string): ConformanceError =>
  new ConformanceError(
    'CREDENTIALS_REFUSED',
    `${url} refuses every event as it was signed: ${reserialisesLike(name)} (guide-webhooks.md shows how in six languages)`,
  );
