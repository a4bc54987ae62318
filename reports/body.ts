/** Bodies of exchanges, made readable. */

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
