/** Signs an altered delivery again, in the form in which its server signed it. */
import { createHmac } from 'node:crypto';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The value of one of the three headers, whose prefix differs between providers. */
const nameOf = (headers: Message['headers'], part: 'id' | 'timestamp' | 'signature') =>
  Object.keys(headers).find((name) => name.startsWith('hook-') && name.endsWith(part)) ??
  Object.keys(headers).find((name) => name.endsWith(`-${part}`)) ??
  '';

/** What the document leaves open: the signed content, the form of the key and the encoding. Always in the same order. */
function digestsOf({ headers, body }: Message, secret: string): readonly string[] {
  const id = headers[nameOf(headers, 'id')] ?? '';
  const timestamp = headers[nameOf(headers, 'timestamp')] ?? '';
  const contents = [`${id}.${timestamp}.${body}`, `${timestamp}.${body}`, `${body}`];
  const bare = secret.replace(/^whsec_/, '');
  const keys = [Buffer.from(bare, 'base64'), Buffer.from(secret), Buffer.from(bare)];
  return contents.flatMap((content) =>
    keys.flatMap((key) => {
      const digest = createHmac('sha256', key).update(content).digest();
      return [digest.toString('base64'), digest.toString('hex')];
    }),
  );
}

/** @returns the headers for the altered message; undefined if the secret does not verify the one before */
export function signAgain(before: Message, after: Message, secret: string): Message['headers'] | undefined {
  const name = nameOf(before.headers, 'signature');
  const signature = before.headers[name] ?? '';
  const digests = digestsOf(before, secret);
  const form = digests.findIndex((digest) => signature.includes(digest));
  const old = digests[form];
  const renewed = digestsOf(after, secret)[form];
  if (old === undefined || renewed === undefined) return undefined;
  return { ...after.headers, [name]: signature.replace(old, renewed) };
}
