/** Bodies that the document does not show, with names of the server's own. */
import type { Operations } from '../../conformance/adapter/adapter.ts';
import type { FrontRequest } from './front.ts';
import { asRecord, type BenignGroup } from './variant.ts';

const review = { action: 'decision', reason: 'note' };

const bodies = {
  reviewInvoice: review,
  reviewReimbursement: review,
  renewKyc: { idDetails: 'document' },
  createReimbursement: { personId: 'worker', amount: 'payee', sourceCurrency: 'payFrom' },
  updateTaxProfile: { maritalStatus: 'civilStatus', numberOfDependents: 'dependents' },
  updatePersonalInfo: { taxId: 'tin', socialSecurityId: 'ssn' },
  inviteUser: { personId: 'worker' },
} as const;

type Named = keyof typeof bodies;

const operations: Operations = Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, { body }]));

const places: readonly (readonly [RegExp, Named])[] = [
  [/^\/v1\/invoices\/[^/]+\/review$/, 'reviewInvoice'],
  [/^\/v1\/reimbursements\/[^/]+\/review$/, 'reviewReimbursement'],
  [/^\/v1\/users\/[^/]+\/kyc\/renewal$/, 'renewKyc'],
  [/^\/v1\/reimbursements$/, 'createReimbursement'],
  [/^\/v1\/persons\/[^/]+\/taxProfile$/, 'updateTaxProfile'],
  [/^\/v1\/persons\/[^/]+\/personalInfo$/, 'updatePersonalInfo'],
  [/^\/v1\/users\/invite$/, 'inviteUser'],
];

/** The body as the server behind takes it; our own names mean nothing here. */
function understood(request: FrontRequest): FrontRequest {
  const { method, path, json } = request;
  const named = method === 'GET' ? undefined : places.find(([place]) => place.test(path))?.[1];
  if (named === undefined || typeof json !== 'object' || json === null || Array.isArray(json)) return request;
  const ours = new Map<string, string>(Object.entries(bodies[named]).map(([our, their]) => [their, our]));
  const hidden = new Set(ours.values());
  const fields = Object.entries(asRecord(json)).map(([name, value]) => [
    ours.get(name) ?? (hidden.has(name) ? `unknown ${name}` : name),
    value,
  ]);
  return { ...request, json: Object.fromEntries(fields) };
}

export const bodyNameVariants: BenignGroup = {
  checks: /^(kyc|invoices?|reimbursements?|persons|users|transaction|access|operations|bodies)\./,
  variants: {
    'other names of fields in bodies that the document does not show': {
      interpretations: [23],
      operations,
      front: { request: understood },
    },
  },
};
