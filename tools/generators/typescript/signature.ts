import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const call: {
  baseUrl: string;
  token: string;
  secret: string;
  delivery: { id: string; timestamp: string; signature: string; body: string };
  otherEvent: string;
} = JSON.parse(readFileSync('call.json', 'utf8'));

/** Verifies the signature of the delivery. */
export function verify(): void {
  const { id, timestamp, signature, body } = call.delivery;
  const key = Buffer.from(call.secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  if (!signature.split(' ').includes(`v1,${digest}`)) throw new Error('wrong signature');
}
