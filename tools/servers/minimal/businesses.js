// Businesses of the platform, custom fields, KYB, virtual accounts, external accounts.
import {
  ApiError,
  address,
  boolean,
  check,
  country,
  currency,
  email,
  forbidden,
  oneOf,
  phone,
  string,
  uuid,
  wrongState,
} from './check.js';
import { DAY, nowMs } from './clock.js';
import { route } from './router.js';
import { add, businessOf, createBusiness, db, find, list } from './state.js';
import { emit } from './webhooks.js';

const byIdempotencyKey = new Map();
route('POST /v1/platform/businesses', ({ kind, body }) => {
  if (kind !== 'platform') throw forbidden();
  const fields = check(body, {
    businessName: string,
    businessShortName: string,
    adminFirstName: string,
    adminLastName: string,
    adminEmail: email,
    adminPhoneNumber: phone,
    address,
    country,
    registrationId: string,
    idempotencyKey: string,
    suppressWelcomeEmail: boolean,
  });
  // The same idempotency key returns the existing business, even if the rest of the body differs.
  let business = byIdempotencyKey.get(fields.idempotencyKey);
  if (!business) {
    const adminName = `${fields.adminFirstName ?? ''} ${fields.adminLastName ?? ''}`.trim();
    business = createBusiness({ ...fields, name: fields.businessName ?? '', adminName, ofPlatform: true });
    if (fields.idempotencyKey) byIdempotencyKey.set(fields.idempotencyKey, business);
  }
  return { businessId: business.id, tenantKey: business.tenantKey };
});

// The business of the path must be the one the request is for; a platform token without tenant header reaches all of its own.
function businessInPath({ business, kind, tenantGiven, params }) {
  const named = find('businesses', params.businessId);
  if (named === business || (kind === 'platform' && !tenantGiven && named.ofPlatform)) return named;
  throw forbidden();
}

// --- custom fields ---
const customFieldView = ({ id, name }) => ({ id, name });
route('POST /v1/businesses/:businessId/customFields', (context) =>
  customFieldView(add('customFields', businessInPath(context), check(context.body, { 'name!': string }))),
);
route('PUT /v1/businesses/:businessId/customFields/:customFieldId', (context) => {
  const field = find('customFields', context.params.customFieldId, businessInPath(context));
  return customFieldView(Object.assign(field, check(context.body, { name: string })));
});

// --- KYB ---
const AUTO_APPROVE_TAX_ID = '000-XXX-AUTO-APPROVE';
const PRINCIPAL_SENTINELS = { '000-00-0001': 'additional_information_needed', '000-00-0002': 'rejected' };
const kybView = (business) => ({ businessId: business.id, status: business.kyb });
function kyb(business, status, more = {}) {
  if (business.kyb === 'rejected') throw wrongState('the business was rejected and cannot resubmit');
  business.kyb = status;
  const event = { approved: 'reviewed', additional_information_needed: 'reviewed' }[status] ?? status;
  if (event !== 'submitted')
    emit(business, `business.kyb.${event}`, { businessId: business.id, status, ...more });
  return kybView(business);
}
route('POST /v1/businesses/:businessId/kyb', (context) => {
  const business = businessInPath(context);
  const { taxId = '', principals = [] } = check(context.body, {
    taxId: string,
    principals: [{ ssn: string }],
  });
  const outcome = principals.map(({ ssn }) => PRINCIPAL_SENTINELS[ssn]).find(Boolean);
  const approve = taxId.trim().toUpperCase() === AUTO_APPROVE_TAX_ID;
  if (approve && outcome) {
    throw new ApiError(
      400,
      'invalid_request_body',
      'auto-approve tax ID cannot be combined with auto-feedback principal presets',
    );
  }
  kyb(business, 'submitted');
  if (outcome) return kyb(business, outcome);
  if (!approve) return kybView(business);
  kyb(business, 'approved');
  return kyb(business, 'completed');
});
route('GET /v1/businesses/:businessId/kyb', (context) => kybView(businessInPath(context)));
route('POST /control/businesses/:businessId/kyb', ({ params, body }) => {
  const { status, reason } = check(body, {
    'status!': oneOf('approved', 'additional_information_needed', 'rejected', 'completed'),
    reason: string,
  });
  return kyb(find('businesses', params.businessId), status, { reason });
});
route('POST /control/businesses/:businessId/basic-info', ({ params, body }) => {
  const business = find('businesses', params.businessId);
  const fields = check(body, { businessName: string, businessShortName: string });
  Object.assign(business, fields, { name: fields.businessName ?? business.name });
  const data = {
    businessId: business.id,
    businessName: business.name,
    businessShortName: business.businessShortName ?? '',
  };
  emit(business, 'business.basicinfo.updated', data);
  return data;
});

// --- virtual accounts ---

// Exactly one of userId and businessId is there.
const virtualAccountView = ({ id, userId, businessId, currency: code, status }) => ({
  id,
  ...(userId ? { userId } : { businessId }),
  currency: code,
  status,
});
function virtualAccountStep(account, status) {
  account.status = status;
  emit(businessOf(account), `virtual-account.${status}`, virtualAccountView(account));
}
route('POST /v1/virtual-accounts', ({ business, body }) => {
  const { customIdentification = {}, ...fields } = check(body, {
    currency,
    userId: uuid,
    customIdentification: { type: string, number: string },
  });
  if (fields.userId) find('users', fields.userId, business);
  const account = add('virtualAccounts', business, { currency: 'USD', ...fields });
  virtualAccountStep(account, 'requested');
  if (customIdentification.number === '99999900') {
    virtualAccountStep(account, 'submitted');
    virtualAccountStep(account, 'created');
  }
  return virtualAccountView(account);
});
route('GET /v1/virtual-accounts', ({ business }) => ({
  data: list('virtualAccounts', business).map(virtualAccountView),
}));
route('POST /control/virtual-accounts/:accountId', ({ params, body }) => {
  const account = find('virtualAccounts', params.accountId);
  virtualAccountStep(account, check(body, { 'status!': oneOf('requested', 'submitted', 'created') }).status);
  return virtualAccountView(account);
});

// --- external accounts ---
const externalAccountView = ({
  id,
  accountName,
  accountNumber,
  bankName,
  currency: code,
  status,
  microdepositInfo,
}) => ({
  accountId: id,
  accountName,
  accountNumber,
  bankName,
  currency: code,
  status,
  ...(status === 'needs_confirmation' ? { microdepositInfo } : {}),
});
function added(account) {
  emit(businessOf(account), 'external-account.added', externalAccountView(account));
  return externalAccountView(account);
}
const verifiedStatus = (business) => (business.debitsRestricted ? 'restricted' : 'active');

// Linking is instant unless a kind of micro-deposits is named.
route('POST /v1/external-accounts', ({ business, body }) => {
  const { microdeposits, ...fields } = check(body, {
    accountName: string,
    accountNumber: string,
    bankName: string,
    currency,
    microdeposits: oneOf('descriptor_code', 'amounts'),
  });
  return added(
    add('externalAccounts', business, {
      accountName: '',
      accountNumber: '',
      bankName: '',
      currency: 'USD',
      ...fields,
      status: microdeposits ? 'needs_confirmation' : verifiedStatus(business),
      microdepositInfo: { type: microdeposits, arrivalDate: Math.floor((nowMs() + DAY) / 1000) },
    }),
  );
});
route('GET /v1/external-accounts', ({ business }) => ({
  data: list('externalAccounts', business).map(externalAccountView),
}));

// Any descriptor code and any amounts are right.
route('POST /v1/external-accounts/:accountId/verify', ({ business, params }) => {
  const account = find('externalAccounts', params.accountId, business);
  if (account.status !== 'needs_confirmation') throw wrongState(`the account is ${account.status}`);
  account.status = verifiedStatus(business);
  return added(account);
});
route('DELETE /v1/external-accounts/:accountId', ({ business, params }) => {
  const account = find('externalAccounts', params.accountId, business);
  db.externalAccounts.delete(account.id);
  emit(business, 'external-account.removed', externalAccountView(account));
});

// Direct debits are restricted and restored for a business, that is for all its verified accounts.
const restriction = (action, event, from, to) =>
  route(`POST /control/businesses/:businessId/direct-debits/${action}`, ({ params }) => {
    const business = find('businesses', params.businessId);
    business.debitsRestricted = to === 'restricted';
    for (const account of list('externalAccounts', business))
      if (account.status === from) account.status = to;
    const data = { accounts: list('externalAccounts', business).map(externalAccountView) };
    emit(business, `external-account.${event}`, data);
    return data;
  });
restriction('restrict', 'restricted', 'active', 'restricted');
restriction('lift', 'restriction_lifted', 'restricted', 'active');
