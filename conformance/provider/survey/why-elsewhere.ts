/** Explains why a server does not look like a server of the interface, and what to try. */

import { inFewWords, strangerIn } from '../../http/answered-by.ts';
import { isSuccess } from '../../http/is-success.ts';
import { Transport } from '../../http/transport.ts';
import type { Asked } from '../harmless-reads.ts';

const lookMillis = 2_000;

/** The base addresses that a user may have meant. */
function nearbyBases(baseUrl: string): readonly string[] {
  const { pathname } = new URL(baseUrl);
  const without = baseUrl.replace(/\/v\d+\/*$/, '');
  return pathname === '/' || without !== baseUrl ? [without] : [new URL(baseUrl).origin];
}

/** Sends the same request to base addresses that the user may have meant. */
async function foundNearby(
  baseUrl: string,
  { request }: Asked,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const base of nearbyBases(baseUrl)) {
    if (base === baseUrl) continue;
    const transport = new Transport(base, { connections: 1, timeoutMillis: lookMillis, access: 'read-only' });
    try {
      const { status } = await transport.send(request, signal);
      if (isSuccess(status)) return base;
    } catch {
      // Then it is not there either.
    } finally {
      await transport.close();
    }
  }
  return undefined;
}

async function baseAdvice(baseUrl: string, first: Asked, signal: AbortSignal): Promise<string> {
  const found = await foundNearby(baseUrl, first, signal);
  if (found !== undefined) return `The interface is at ${found}: use that as the base URL`;
  if (/\/v\d+\/*$/.test(baseUrl))
    return 'The base URL ends in a version, and every path of the interface begins with /v1 already: leave the version out';
  return 'Check the base URL: it is the part before /v1 in the addresses of the server';
}

/** @param asked every read, at least one; none had a response of the interface */
export async function whyElsewhere(
  baseUrl: string,
  asked: readonly Asked[],
  signal: AbortSignal,
): Promise<string> {
  const [first] = asked;
  if (first === undefined) throw new Error('Nothing was asked.');
  const { request, answer } = first;
  const seen = inFewWords(answer);
  const example = `such as ${request.method} ${request.path}`;
  switch (strangerIn(answer)) {
    case 'gateway':
      return (
        `${baseUrl} returned ${seen} to every request, ${example}: the server, or a gateway in front of it, is not available. ` +
        'Is the server running? Run again when it is'
      );
    case 'redirect':
      return (
        `${baseUrl} redirects every request, ${example}: ${seen}. That is a login page, or the interface has another address: ` +
        'give its base URL'
      );
    case 'page':
      return (
        `${baseUrl} returned ${seen} to every request, ${example}: a page for people (a login, a captive portal, a firewall or ` +
        `a web frontend) and not the interface. ${await baseAdvice(baseUrl, first, signal)}`
      );
    case undefined:
      return `Every path at ${baseUrl} returned ${seen}, ${example}. ${await baseAdvice(baseUrl, first, signal)}`;
  }
}
