/** Evaluates the rules that apply to every delivery, whatever its event. */
import { eventSchemas, resolveSchema, type Schema } from '../../openapi/description.ts';
import { evidenceOf } from '../../openapi/evidence.ts';
import { expectationOf } from '../../openapi/validate.ts';
import { providerHeaders } from '../webhooks/provider-headers.ts';
import type { WebhookDelivery } from '../webhooks/receiver.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { show, showAt, valueAt } from './response.ts';
import type { Scenario } from './scenario.ts';
import { isInSeconds, timestampsIn } from './timestamps.ts';

/** The envelope of a delivery; any field may be missing. */
export interface Envelope {
  readonly eventType?: unknown;
  readonly id?: unknown;
  readonly timestamp?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

export function envelopeOf({ json }: Pick<WebhookDelivery, 'json'>): Envelope {
  return typeof json === 'object' && json !== null ? json : {};
}

/** Whether the description requires an id in the payload; some events name their subject in another way. */
function namesItsSubject(schema: Schema): boolean {
  const data = resolveSchema(schema).properties?.data;
  return data !== undefined && (resolveSchema(data).required?.includes('id') ?? false);
}

/**
 * Evaluates method, headers, signature, envelope and payload.
 *
 * @param secret the signing secret of the endpoint that received it; without it the signature is not judged.
 * @param isExcused whether somebody other than the server may have caused the value at a place of the body.
 * @returns whether the delivery names its event and its subject; false only if its violation was already reported.
 */
export function inspectDelivery(
  scenario: Pick<Scenario, 'require'>,
  delivery: WebhookDelivery,
  secret: string | undefined,
  isExcused: (path: readonly string[]) => boolean = () => false,
): boolean {
  const { method, headers, rawBody, body } = delivery;
  const envelope = envelopeOf(delivery);
  scenario.require('HOOK-001', method === 'POST', 'an HTTP POST', method);
  const provided = providerHeaders(headers);
  const missing = Object.entries(provided).flatMap(([name, value]) => (value === '' ? [`hook-${name}`] : []));
  const expected = 'the headers hook-id, hook-timestamp, hook-signature, or the same with another prefix';
  scenario.require('HOOK-008', missing.length === 0, expected, `a delivery without ${missing.join(', ')}`);
  const { id, timestamp, signature } = provided;
  if (secret !== undefined) {
    const holds = verifySignature({ id, timestamp, rawBody, signature }, secret) !== undefined;
    const wanted = 'an HMAC-SHA256 signature of the payload under the signing secret of the endpoint';
    const actual = `hook-signature: ${signature}, which does not verify in any known encoding`;
    scenario.require('HOOK-010', holds, wanted, actual);
  }
  scenario.require(
    'HOOK-016',
    id === envelope.id,
    `hook-id ${show(envelope.id)}, the id of the envelope`,
    `hook-id ${show(id)}`,
  );
  const schema = eventSchemas.get(String(envelope.eventType));
  if (schema === undefined) {
    const holds = typeof envelope.eventType === 'string';
    scenario.require('HOOK-002', holds, 'an envelope with the string eventType', show(delivery.json ?? body));
    return true;
  }
  for (const { requirement, path, violation } of evidenceOf(schema, delivery.json)) {
    if (violation !== undefined && isExcused(violation.path)) continue;
    // A person may have no phone number, and a user may be no person.
    const mayLack = requirement === 'CONV-007' || path.at(-1) === 'personId';
    if (mayLack && valueAt(delivery.json, path) === null) continue;
    scenario.require(
      requirement,
      violation === undefined,
      () =>
        `${['body', ...(violation?.path ?? path)].join('.')} ${violation ? expectationOf(violation) : ''}`,
      () => showAt(delivery.json, violation?.path ?? path),
    );
  }
  for (const { path, value } of timestampsIn(envelope.data)) {
    const expected = `body.data.${path.join('.')} as an integer number of Unix seconds`;
    scenario.require('CONV-003', isInSeconds(value), expected, () => showAt(envelope.data, path));
  }
  const { version } = delivery.json as { version?: unknown };
  // The rule of the description is that of its value.
  scenario.require('HOOK-002', typeof version === 'string', 'a version that is a string', show(version));
  scenario.require('HOOK-003', version === '1.0', 'version 1.0', show(version));
  return typeof envelope.data?.id === 'string' || !namesItsSubject(schema);
}
