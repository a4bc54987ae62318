// All state, in memory.
import { randomBytes, randomUUID } from 'node:crypto';
import { notFound } from './check.js';
import { now } from './clock.js';

const kinds = [
  'businesses',
  'persons',
  'users',
  'customFields',
  'files',
  'templates',
  'contracts',
  'payrolls',
  'beneficiaries',
  'transactions',
  'payouts',
  'invoices',
  'reimbursements',
  'virtualAccounts',
  'externalAccounts',
  'statutory',
];
export const db = Object.fromEntries(kinds.map((kind) => [kind, new Map()]));
export const orgKeys = new Map(); // key -> business id
export const userTokens = new Map(); // token -> { userId, expires }
export const USER_TOKEN_SECONDS = 3600;
let sequence = 0;
export function add(kind, business, fields) {
  const record = {
    id: randomUUID(),
    sequence: ++sequence,
    businessId: business.id,
    created: now(),
    ...fields,
  };
  db[kind].set(record.id, record);
  return record;
}

// A record of another business is as unknown as one that never existed.
export function find(kind, id, business) {
  const record = db[kind].get(id);
  if (!record || (business && record.businessId !== business.id)) throw notFound();
  return record;
}
export const list = (kind, business) =>
  [...db[kind].values()].filter((record) => record.businessId === business.id);
export const businessOf = (record) => db.businesses.get(record.businessId);
export function createBusiness(fields) {
  const business = {
    id: randomUUID(),
    sequence: ++sequence,
    tenantKey: `tk_${randomBytes(12).toString('hex')}`,
    wallets: new Map(),
    kyb: 'none',
    debitsRestricted: false,
    invoiceCount: 0,
    ...fields,
  };
  db.businesses.set(business.id, business);
  // One template per business, so that contracts can be made; the document shows no way to create templates.
  add('templates', business, {
    name: 'Employment agreement',
    templateString: 'This agreement is made between {{businessName}} and {{workerName}}.',
    templateVariables: [
      {
        name: 'businessName',
        label: 'Business name',
        ref: 'business.name',
        type: 'string',
        description: 'Name of the business',
        isRequired: true,
      },
      {
        name: 'workerName',
        label: 'Worker name',
        ref: 'person.name',
        type: 'string',
        description: 'Name of the worker',
        isRequired: true,
      },
    ],
  });
  return business;
}
export function issueOrgKey(business, key = `org_${randomBytes(16).toString('hex')}`) {
  orgKeys.set(key, business.id);
  return key;
}
export function revokeOrgKeys(business) {
  for (const [key, id] of orgKeys) if (id === business.id) orgKeys.delete(key);
}
export function issueUserToken(user) {
  const token = `user_${randomBytes(16).toString('hex')}`;
  userTokens.set(token, { userId: user.id, expires: now() + USER_TOKEN_SECONDS });
  return token;
}
export const platform = createBusiness({ name: 'Platform business', ofPlatform: true });
export const org = createBusiness({ name: 'Organisation business', ofPlatform: false });
if (process.env.ORG_KEY) issueOrgKey(org, process.env.ORG_KEY);
