/** Recognises responses that come from a gateway or another server, not from a server of the interface. */
import type { IncomingResponse } from './transport.ts';

export type AnsweredText = Pick<IncomingResponse, 'status' | 'headers' | 'text'>;

/**
 * - `gateway`: something in front of the target reports that it cannot reach it.
 * - `redirect`: the request is sent elsewhere, such as to a login page.
 * - `page`: a page for people, such as of a captive portal or of a web server without the interface.
 */
export type Stranger = 'gateway' | 'redirect' | 'page';

/** Bad gateway, service unavailable, gateway timeout (RFC 9110, 15.6), and the additional statuses of the largest gateway. */
export const gatewayStatuses: ReadonlySet<number> = new Set([
  502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530,
]);

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const isPage = ({ headers, text }: AnsweredText): boolean =>
  /^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
  /^\s*<(!doctype html|html)\b/i.test(text.slice(0, 200));

/** @returns undefined for a response that may come from the target itself */
export function strangerIn(answer: AnsweredText): Stranger | undefined {
  if (gatewayStatuses.has(answer.status)) return 'gateway';
  if (redirects.has(answer.status)) return 'redirect';
  return isPage(answer) ? 'page' : undefined;
}

/** Statuses of a server that has nothing under a path or method. */
export const nothingThere: ReadonlySet<number> = new Set([404, 405, 410, 501]);

const longestTitle = 60;

/** A response in a few words: `503 with the page "Service Unavailable"`. */
export function inFewWords(answer: AnsweredText): string {
  const { status, headers, text } = answer;
  if (redirects.has(status))
    return `${status} to ${URL.parse(headers.location ?? '')?.origin ?? 'elsewhere'}`;
  if (!isPage(answer)) return String(status);
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(text.slice(0, 4_000)) ?? [];
  const named = title.trim().replace(/\s+/g, ' ').slice(0, longestTitle);
  return named === '' ? `${status} with an HTML page` : `${status} with the HTML page "${named}"`;
}
