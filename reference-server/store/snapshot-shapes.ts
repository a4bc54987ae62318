/** What the records of a snapshot must have, so that the stores can keep them and the server can go on with them. */
import type { Schema } from '../../openapi/description.ts';
import { lastSecond } from '../state/dates.ts';
import { type Collection, indexedFields } from '../state/records.ts';

const text: Schema = { type: 'string' };
const second: Schema = { type: 'integer', minimum: 0, maximum: lastSecond };

const shape = (properties: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

/** A record that has what it is about in a field. */
const about = (...fields: readonly string[]) =>
  shape(Object.fromEntries(fields.map((field) => [field, { type: 'object' }])));

const shapes: { readonly [C in Collection]?: Schema } = {
  businesses: shape(
    { tenantKey: text, kind: { type: 'string', enum: ['primary', 'created', 'independent'] } },
    { idempotencyKey: text, stoppedAt: second },
  ),
  endpoints: shape({ url: { type: 'string', format: 'uri' }, secret: text }, { businessId: text }),
  deliveries: shape(
    {
      eventId: text,
      eventType: text,
      endpointId: text,
      status: { type: 'string', enum: ['pending', 'delivered', 'failed'] },
      attempts: { type: 'array', items: { type: 'object' } },
      event: shape({ eventType: text, data: { type: 'object' } }),
    },
    { nextAttemptAt: { type: 'integer' }, body: text },
  ),
  persons: about('person'),
  users: about('user'),
  kycRecords: about('details'),
  customFields: shape({ name: text }),
  files: about('file'),
  contracts: about('contract'),
  payrolls: shape({ status: text }),
  wallets: about('balance'),
  ledger: about('money'),
  transactions: about('transaction'),
  beneficiaries: about('beneficiary'),
  payouts: about('payout'),
  invoices: about('invoice'),
  reimbursements: about('reimbursement'),
  virtualAccounts: about('account'),
  externalAccounts: about('account'),
};

const identified = shape({ id: text });
const owned = shape({ id: text, businessId: text });
const anything: Schema = { type: 'object' };

/** All that a record must match. */
export function shapesOf(collection: Collection): readonly Schema[] {
  const isOwned = indexedFields[collection].some((field) => field === 'businessId');
  return [isOwned ? owned : identified, shapes[collection] ?? anything];
}
