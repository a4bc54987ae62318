/** Bodies of exchanges and webhooks, made readable. */
import { eventSchemas } from '../openapi/description.ts';

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/**
 * JSON with two spaces of indentation; anything else as it is. JSON that would not survive being parsed
 * (duplicate keys, long numbers, other escapes) is left alone too, because the difference may be the evidence.
 */
export function prettyBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    const same = withoutSpace(body) === withoutSpace(JSON.stringify(value));
    return same ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
}

/** What a webhook says: the known type of event that a top-level member names, whatever it is called, and the data. */
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
