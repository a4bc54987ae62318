import { describe, expect, test } from 'vitest';
import { eventSchemas, resolveSchema, type Schema } from './description.ts';
import bundled from './generated/openapi.json' with { type: 'json' };
import { validate } from './validate.ts';

/** The table of events, then the events listed by name, in the order of the interface document. */
const table = [
  'person.created',
  'person.updated',
  'person.jobinfo.updated',
  'person.offboarding.scheduled',
  'person.offboarding.cancelled',
  'person.offboarding.completed',
  'person.reinstated',
  'user.created',
  'user.updated',
  'user.profile.updated',
  'user.kyc.updated',
  'user.kyc.expiry',
  'payroll.created',
  'payroll.status.updated',
  'transaction.initiated',
  'transaction.processing',
  'transaction.rfi.updated',
  'transaction.succeeded',
  'transaction.failed',
];
const byName = [
  'instant-pay.succeeded',
  'contract.created',
  'contract.signed',
  'contract.status.updated',
  'invoice.contractor.submitted',
  'invoice.contractor.approved',
  'invoice.contractor.rejected',
  'invoice.contractor.paid',
  'reimbursement.submitted',
  'reimbursement.approved',
  'reimbursement.rejected',
  'reimbursement.paid',
  'virtual-account.requested',
  'virtual-account.submitted',
  'virtual-account.created',
  'business.kyb.reviewed',
  'business.kyb.rejected',
  'business.kyb.completed',
  'business.basicinfo.updated',
  'external-account.added',
  'external-account.removed',
  'external-account.restricted',
  'external-account.restriction_lifted',
  'filing.created',
  'filing.blocked',
  'filing.pending',
  'filing.in_review',
  'filing.approved',
  'filing.submitted',
  'filing.accepted',
  'filing.rejected',
  'filing.overdue',
  'remittance.created',
  'remittance.processing',
  'remittance.completed',
  'remittance.failed',
  'requirement.created',
  'requirement.satisfied',
];

interface Example {
  value: { eventType: string; id: string; timestamp: number; data: Record<string, unknown> };
}
interface Webhook {
  security: unknown[];
  parameters: { $ref: string }[];
  requestBody: {
    required: boolean;
    content: { 'application/json': { schema: Schema; examples: Record<string, Example> } };
  };
  responses: Record<string, unknown>;
}

const webhooks = Object.entries(bundled.webhooks).map(
  ([name, { post }]) => [name, post as unknown as Webhook] as const,
);

/** Schema of the payload of an event. */
function payload(eventType: string): Schema {
  const data = resolveSchema(eventSchemas.get(eventType) ?? {}).properties?.data;
  return resolveSchema(data ?? {});
}

const exampleOf = (eventType: string, name: string) =>
  webhooks.find(([other]) => other === eventType)?.[1].requestBody.content['application/json'].examples[name]
    ?.value;

/** The violations of an example after a change of its payload; `undefined` removes a field. */
function changed(eventType: string, name: string, change: Record<string, unknown>): string[] {
  const example = exampleOf(eventType, name);
  if (example === undefined) throw new Error(`${eventType} has no example ${name}`);
  const value = JSON.parse(JSON.stringify({ ...example, data: { ...example.data, ...change } }));
  return validate(eventSchemas.get(eventType) ?? {}, value).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );
}

describe('the events', () => {
  test('are those of the document, in its order', () => {
    expect([...eventSchemas.keys()]).toEqual([...table, ...byName]);
  });

  test.each(webhooks)('%s is delivered as every event', (name, webhook) => {
    expect(webhook.security).toEqual([]);
    expect(webhook.parameters.map(({ $ref }) => $ref.split('/').at(-1))).toEqual([
      'HookId',
      'HookTimestamp',
      'HookSignature',
    ]);
    expect(Object.keys(webhook.responses)).toEqual(['2XX']);
    expect(webhook.requestBody.required).toBe(true);
    const schema = resolveSchema(webhook.requestBody.content['application/json'].schema);
    expect(Object.keys(schema.properties ?? {})).toEqual(['eventType', 'id', 'version', 'timestamp', 'data']);
    expect(schema.required).toEqual(['eventType', 'id', 'version', 'timestamp', 'data']);
    expect(schema.properties?.eventType?.const).toBe(name);
    expect(payload(name).required).toContain('tenantKey');
  });

  test.each(webhooks)('%s has valid examples', (_name, webhook) => {
    const { schema, examples } = webhook.requestBody.content['application/json'];
    expect(Object.keys(examples)).not.toHaveLength(0);
    for (const [name, { value }] of Object.entries(examples))
      expect(validate(schema, value), name).toEqual([]);
  });

  test('have examples of different ids', () => {
    const ids = webhooks.flatMap(([, { requestBody }]) =>
      Object.values(requestBody.content['application/json'].examples).map(({ value }) => value.id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('are one union discriminated by eventType', () => {
    const { oneOf, discriminator } = bundled.components.schemas.WebhookEvent;
    const schemaOf = webhooks.map(
      ([name, { requestBody }]) => [name, requestBody.content['application/json'].schema.$ref] as const,
    );
    expect(discriminator).toEqual({ propertyName: 'eventType', mapping: Object.fromEntries(schemaOf) });
    expect(oneOf).toEqual(schemaOf.map(([, $ref]) => ({ $ref })));
    const event = exampleOf('payroll.created', 'one-off');
    const union: Schema = { $ref: '#/components/schemas/WebhookEvent' };
    expect(validate(union, event)).toEqual([]);
    expect(validate(union, { ...event, eventType: 'payroll.create' })).not.toEqual([]);
  });

  test('require, in a payload that is not shown, only what the document notes', () => {
    const notes: Record<string, string[]> = {
      'person.jobinfo.updated': [],
      'transaction.processing': [],
      'transaction.rfi.updated': ['status'],
      'transaction.failed': ['message'],
      'reimbursement.paid': ['amount'],
      'external-account.added': ['status'],
    };
    const resource = /^(filing|remittance|requirement)\./;
    for (const name of [...Object.keys(notes), ...byName]) {
      const noted = notes[name] ?? (resource.test(name) ? ['resourceType', 'resourceId'] : []);
      expect(payload(name).required, name).toEqual([...noted, 'tenantKey']);
    }
  });
});

describe('the notes of the document about payloads', () => {
  const owner = '5e2c9a47-8f13-4b6d-9e80-1c7a3d5f2b64';
  const paymentInfo = { preferredMethod: 'bank', bank: {}, ach: {}, wire: {}, swift: {} };
  test.each<
    [note: string, eventType: string, example: string, change: Record<string, unknown>, want: string[]]
  >([
    [
      'a virtual account has no two owners',
      'virtual-account.created',
      'business',
      { userId: owner },
      ['data must match exactly one schema in oneOf'],
    ],
    [
      'a virtual account may be a user’s',
      'virtual-account.created',
      'business',
      { businessId: undefined, userId: owner },
      [],
    ],
    [
      'micro-deposits are told only while they are awaited',
      'external-account.added',
      'needs-confirmation',
      { status: 'active' },
      ['data must NOT be valid', 'data must match "then" schema'],
    ],
    [
      'nothing is asked for once it was provided',
      'transaction.rfi.updated',
      'requested',
      { status: 'RFI_PROVIDED' },
      ['data must NOT be valid', 'data must match "then" schema'],
    ],
    // The document does not show its place in the payload.
    [
      'a rejection may have its reason elsewhere',
      'invoice.contractor.rejected',
      'rejected',
      { reason: undefined },
      [],
    ],
    [
      'what is paid is money',
      'reimbursement.paid',
      'paid',
      { amount: 93000 },
      ['data.amount must be object'],
    ],
    ['empty blocks of a sender are there', 'transaction.succeeded', 'deposit-gbp', { paymentInfo }, []],
    [
      'no block of a sender is left out',
      'transaction.succeeded',
      'deposit-gbp',
      { paymentInfo: { ...paymentInfo, swift: undefined } },
      ['data.paymentInfo.swift is missing'],
    ],
    ['an observed vocabulary is open', 'user.profile.updated', 'password-set', { type: 'email_set' }, []],
  ])('%s', (_note, eventType, example, change, want) => {
    expect(changed(eventType, example, change)).toEqual(want);
  });
});
