/** A signing secret of webhooks in the forms in which a receiver can show it: as text, and as the bytes that it stands for. */
import type { Redactor } from './redactor.ts';

const prefix = /^whsec_/;

/** Fewer bytes occur by chance in texts that are not secret. */
const shortestKey = 8;

/** @param name shown in place of the secret, such as `CONFORMANCE_WEBHOOK_SECRET` */
export function addSigningSecret(redactor: Redactor, secret: string, name: string): void {
  const text = secret.replace(prefix, '');
  redactor.add(secret, name);
  redactor.add(text, name);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < shortestKey) return;
  const listed = [...bytes];
  const forms = [
    bytes.toString('utf8'),
    bytes.toString('latin1'),
    bytes.toString('hex'),
    listed.join(','),
    listed.join(', '),
    listed.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
  ];
  for (const form of forms) redactor.add(form, name);
}
