/**
 * Dialects of the signature. The document says "HMAC-SHA256 signature of the payload" and leaves the rest to the library of
 * the delivery provider, so a receiver that expects another dialect is tested with that one (interpretation 10).
 */
import { createHmac } from 'node:crypto';

const prefix = /^whsec_/;

const keys = {
  /** As in Standard Webhooks. */
  decoded: (secret: string) => Buffer.from(secret.replace(prefix, ''), 'base64'),
  'text after whsec_': (secret: string) => Buffer.from(secret.replace(prefix, '')),
  'text with whsec_': (secret: string) => Buffer.from(secret),
  'decoded with whsec_': (secret: string) => Buffer.from(secret, 'base64'),
};

/** The signed content: the headers before the body. */
const contents = {
  'id.timestamp.body': (id: string, timestamp: string) => `${id}.${timestamp}.`,
  'timestamp.body': (_: string, timestamp: string) => `${timestamp}.`,
  body: () => '',
};

const forms = {
  'v1,base64': (digest: Buffer) => `v1,${digest.toString('base64')}`,
  base64: (digest: Buffer) => digest.toString('base64'),
  hex: (digest: Buffer) => digest.toString('hex'),
  'sha256=hex': (digest: Buffer) => `sha256=${digest.toString('hex')}`,
};

export interface Dialect {
  readonly key: keyof typeof keys;
  readonly content: keyof typeof contents;
  readonly form: keyof typeof forms;
}

export const standardWebhooks: Dialect = { key: 'decoded', content: 'id.timestamp.body', form: 'v1,base64' };

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[];

/** Every dialect, the closest to Standard Webhooks first. */
export const dialects: readonly Dialect[] = keysOf(contents)
  .flatMap((content) => keysOf(forms).flatMap((form) => keysOf(keys).map((key) => ({ key, content, form }))))
  .toSorted((a, b) => distance(a) - distance(b));

function distance({ key, content, form }: Dialect): number {
  const differs = (same: boolean) => (same ? 0 : 1);
  return (
    differs(key === standardWebhooks.key) +
    differs(content === standardWebhooks.content) +
    differs(form === standardWebhooks.form)
  );
}

export function isStandard(dialect: Dialect): boolean {
  return distance(dialect) === 0;
}

/** Such as `key: text after whsec_, signed: id.timestamp.body, written: hex`. */
export function describeDialect({ key, content, form }: Dialect): string {
  return `key: ${key}, signed: ${content}, written: ${form}`;
}

export interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** The value of one signature. */
export function signatureOf({ id, timestamp, body }: Signed, secret: string, dialect: Dialect): string {
  const digest = createHmac('sha256', keys[dialect.key](secret))
    .update(contents[dialect.content](id, timestamp))
    .update(body)
    .digest();
  return forms[dialect.form](digest);
}
