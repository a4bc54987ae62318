/** Formats the bodies of exchanges and webhooks. */
import type { Exchange } from '../conformance/engine/finding.ts';
import { eventSchemas } from '../openapi/description.ts';

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

const lineLimit = 72;

/** Puts innermost objects and lists on one line if they fit. */
function inlined(pretty: string): string {
  return pretty.replace(/[{[]\n[^{}[\]]*\n\s*[}\]]/g, (innermost) => {
    const line = innermost.replace(/\n\s*/g, ' ');
    return line.length <= lineLimit ? line : innermost;
  });
}

/**
 * JSON with two spaces of indentation; anything else as it is. JSON that would not survive being parsed
 * (duplicate keys, long numbers, other escapes) is left alone too, because the difference may be the evidence.
 */
export function prettyBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    const same = withoutSpace(body) === withoutSpace(JSON.stringify(value));
    return same ? inlined(JSON.stringify(value, null, 2)) : body;
  } catch {
    return body;
  }
}

/**
 * The purpose of a request that advances a clock by nothing: reference servers respond to it once they have done
 * everything that is due.
 */
export const purposeOf = ({ url, body }: Exchange['request']): string | undefined =>
  url.endsWith('/advance') && body === '{"seconds":0}'
    ? 'waits until the server has done everything that is due'
    : undefined;

/** The event type of a webhook, in whichever top-level member it is, and its data. */
export function saidBy(body: string): { readonly type?: string; readonly data: string } {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return { data: body };
    const type: unknown = Object.values(value).find(
      (member) => typeof member === 'string' && eventSchemas.has(member),
    );
    const data = 'data' in value ? JSON.stringify(value.data) : body;
    return { ...(typeof type === 'string' && { type }), data };
  } catch {
    return { data: body };
  }
}
