// Wallets, transactions, deposits, beneficiaries, payouts, disbursements.
import { randomBytes, randomUUID } from 'node:crypto';
import { check, country, currency, date, invalid, money, string, uuid, wrongState } from './check.js';
import { at, now, nowMs } from './clock.js';
import { Plain, route } from './router.js';
import { add, businessOf, db, find, list } from './state.js';
import { emit } from './webhooks.js';

// --- wallets ---
export function wallet(business, code) {
  if (!business.wallets.has(code)) business.wallets.set(code, { id: randomUUID(), balance: 0 });
  return business.wallets.get(code);
}

// Nothing checks the balance here (only payrolls wait for funds), so a wallet can become negative.
export function debit(business, { amount, currency: code }) {
  wallet(business, code).balance -= amount;
}
const creditListeners = [];
export const onCredit = (listener) => creditListeners.push(listener);
function credit(business, { amount, currency: code }) {
  wallet(business, code).balance += amount;
  for (const listener of creditListeners) listener(business);
}
route('GET /v1/wallets', ({ business }) => ({
  data: [...business.wallets].map(([code, { id, balance }]) => ({
    id,
    currency: code,
    balance: { amount: balance, currency: code },
  })),
}));

// --- transactions ---
const COMPLIANCE_SECONDS = 5; // virtual; "usually seconds"
const base = ({ id, amount, type, reference, recipientId, recipientType }) => ({
  id,
  amount,
  type,
  reference,
  recipientId,
  recipientType,
});
const tell = (transaction, event, more = {}) =>
  emit(businessOf(transaction), `transaction.${event}`, { ...base(transaction), ...more });
function setStatus(transaction, status) {
  transaction.status = status;
  const payout = db.payouts.get(transaction.id); // a payout has the id of its transaction
  if (payout) Object.assign(payout, { status, updated: now() });
}
const settledListeners = [];
export const onSettled = (listener) => settledListeners.push(listener);
export function startTransaction(business, fields, { instant = false } = {}) {
  const transaction = add('transactions', business, { ...fields, status: 'initiated', reviewOpen: false });
  tell(transaction, 'initiated');
  if (!instant) awaitCompliance(transaction);
  return transaction;
}
function awaitCompliance(transaction) {
  at(nowMs() + COMPLIANCE_SECONDS * 1000, () => {
    if (transaction.status === 'initiated' && !transaction.reviewOpen) passCompliance(transaction);
  });
}
function passCompliance(transaction) {
  setStatus(transaction, 'processing');
  tell(transaction, 'processing');
}
function succeed(transaction) {
  setStatus(transaction, 'succeeded');
  const { description, paymentInfo } = transaction;
  tell(transaction, 'succeeded', { description, paymentInfo });
  for (const listener of settledListeners) listener(transaction);
}
export function settle(transaction) {
  if (transaction.status === 'initiated') passCompliance(transaction);
  succeed(transaction);
}
function fail(transaction, message, isReturned) {
  Object.assign(transaction, { message, isReturned });
  setStatus(transaction, 'failed');
  tell(transaction, 'failed', { message, isReturned });
}

// The whole list of money movements; deposits show their description here.
const disbursementView = (transaction) => ({
  ...base(transaction),
  status: transaction.status,
  description: transaction.description,
  message: transaction.message,
  isReturned: transaction.isReturned,
  createdTimestamp: transaction.created,
});
route('GET /v1/disbursements', ({ business, query }) =>
  cursorPage(query, list('transactions', business), disbursementView),
);

// --- cursors ---
const DEFAULT_LIMIT = 100;

// A cursor names the side ("next" or "previous") and the record it starts from.
function cursorPage(query, records, view, descending = false) {
  const limitText = query.get('limit');
  const limit = limitText === null ? DEFAULT_LIMIT : Number(limitText);
  if (!Number.isSafeInteger(limit) || limit < 1) throw invalid({ limit: 'must be an integer of at least 1' });
  const ordered = descending ? records.reverse() : records;
  let start = 0;
  const cursor = query.get('cursor');
  if (cursor) {
    const [, side, anchor] = /^([np]):(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
    if (!side) throw invalid({ cursor: 'is not a cursor of this list' });
    const before = ordered.filter((r) => (descending ? r.sequence > anchor : r.sequence < anchor)).length;
    start =
      side === 'p'
        ? Math.max(0, before - limit)
        : before + (ordered[before]?.sequence === Number(anchor) ? 1 : 0);
  }
  const shown = ordered.slice(start, start + limit);
  const make = (side, record) => Buffer.from(`${side}:${record.sequence}`).toString('base64url');
  const previous = start > 0 && shown.length ? make('p', shown[0]) : null;
  const next = start + limit < ordered.length ? make('n', shown.at(-1)) : null;
  return { data: shown.map(view), node: { previous, next } };
}

// --- beneficiaries ---
const bankAddress = {
  line1: string,
  line2: string,
  city: string,
  postalCode: string,
  state: string,
  countryCode: string,
};
const bank = {
  accountName: string,
  accountNumber: string,
  accountType: string,
  bankCode: string,
  bankName: string,
  branchName: string,
  beneficiaryId: { type: string, value: string },
  address: bankAddress,
  email: string,
};
const kyc = {
  firstName: string,
  lastName: string,
  dateOfBirth: date,
  countryCode: country,
  idType: string,
  idNumber: string,
  idFileFront: string,
  idFileBack: string,
};

// Every field of the specification, with empty strings for absent values.
const filled = (spec, value = {}) =>
  Object.fromEntries(
    Object.entries(spec).map(([name, inner]) => [
      name,
      typeof inner === 'function' ? (value[name] ?? '') : filled(inner, value[name]),
    ]),
  );
route('POST /v1/beneficiaries', ({ business, body }) => {
  const fields = check(body, {
    name: string,
    email: string,
    countryCode: country,
    currency,
    kyc,
    paymentDetails: { preferredMethod: string, bank },
  });
  return { id: add('beneficiaries', business, { ...fields, updated: now() }).id };
});
route('GET /v1/beneficiaries', ({ business, query }) =>
  cursorPage(query, list('beneficiaries', business), (record) => ({
    id: record.id,
    tenantKey: business.tenantKey,
    businessId: business.id,
    ...filled(
      {
        name: string,
        countryCode: country,
        currency,
        paymentDetails: { preferredMethod: string, bank },
        kyc,
      },
      record,
    ),
    createdTimestamp: record.created,
    lastUpdatedTimestamp: record.updated,
  })),
);

// --- payouts ---

// Account names of this sandbox that make a payout fail (in any case of letters).
const FAILING_ACCOUNT_NAMES = {
  'fail compliance': 'Rejected by compliance',
  'fail account': 'Invalid account',
};
const payoutView = ({
  id,
  beneficiaryId,
  quoteId,
  reference,
  amount,
  sourceAmount,
  feeAmount,
  fxRate,
  status,
  created,
  updated,
}) => ({
  id,
  beneficiaryId,
  quoteId,
  reference,
  amount,
  sourceAmount,
  feeAmount,
  fxRate,
  status,
  createdTimestamp: created,
  lastUpdatedTimestamp: updated,
});

// No fee, rate 1, no funds check and no wallet debit: the document names none.
route('POST /v1/payouts', ({ business, body }) => {
  const {
    beneficiaryId,
    amount,
    reference = '',
  } = check(body, { 'beneficiaryId!': uuid, 'amount!': money, reference: string });
  const beneficiary = find('beneficiaries', beneficiaryId, business);
  const transaction = startTransaction(business, {
    type: 'PAYOUT',
    amount,
    reference,
    recipientId: business.id,
    recipientType: 'BUSINESS',
  });
  const payout = add('payouts', business, {
    id: transaction.id,
    beneficiaryId,
    quoteId: randomUUID(),
    reference,
    amount,
    sourceAmount: amount,
    feeAmount: { amount: 0, currency: amount.currency },
    fxRate: '1',
    status: 'initiated',
    updated: now(),
  });
  const answer = payoutView(payout);
  const failure = FAILING_ACCOUNT_NAMES[beneficiary.paymentDetails?.bank?.accountName?.trim().toLowerCase()];
  if (failure) fail(transaction, failure);
  return answer;
});

// A plain end date means the end of that day.
function seconds(query, name, endOfDay) {
  const text = query.get(name);
  if (text === null) return undefined;
  const plain = date(text) === null;
  const value = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text.replace(' ', '+')) : NaN; // an unescaped "+" arrives as a space
  if (Number.isNaN(value)) throw invalid({ [name]: 'must be an ISO 8601 date' });
  return plain && endOfDay ? value / 1000 + 86_399 : value / 1000;
}
const csvCell = (value) =>
  /[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
function csv(payouts) {
  const rows = payouts.map(payoutView).map((p) => ({
    ...p,
    amount: p.amount.amount,
    currency: p.amount.currency,
    sourceAmount: p.sourceAmount.amount,
    sourceCurrency: p.sourceAmount.currency,
    feeAmount: p.feeAmount.amount,
    feeCurrency: p.feeAmount.currency,
  }));
  const columns = [
    'id',
    'beneficiaryId',
    'quoteId',
    'reference',
    'amount',
    'currency',
    'sourceAmount',
    'sourceCurrency',
    'feeAmount',
    'feeCurrency',
    'fxRate',
    'status',
    'createdTimestamp',
    'lastUpdatedTimestamp',
  ];
  const lines = [columns, ...rows.map((row) => columns.map((column) => csvCell(row[column])))];
  return new Plain('text/csv; charset=utf-8', lines.map((line) => `${line.join(',')}\r\n`).join(''), {
    'content-disposition': 'attachment; filename="payouts.csv"',
  });
}
route('GET /v1/payouts', ({ business, query }) => {
  const from = seconds(query, 'startDate', false);
  const to = seconds(query, 'endDate', true);
  const asCsv = query.get('format') === 'csv';
  if (asCsv)
    check(
      { startDate: query.get('startDate'), endDate: query.get('endDate') },
      { 'startDate!': string, 'endDate!': string },
    );
  const wanted = (name, value) => query.get(name) === null || query.get(name) === value;
  const payouts = list('payouts', business).filter(
    (p) =>
      wanted('reference', p.reference) &&
      wanted('status', p.status) &&
      (from === undefined || p.created >= Math.floor(from)) &&
      (to === undefined || p.created <= to),
  );
  const descending = query.get('sort') === 'desc';
  if (asCsv) return csv(descending ? payouts.reverse() : payouts);
  return cursorPage(query, payouts, payoutView, descending);
});
route('GET /v1/payouts/:payoutId', ({ business, params }) =>
  payoutView(find('payouts', params.payoutId, business)),
);

// --- deposits ---
function deposit(business, { value, description, reference, paymentInfo }) {
  const transaction = startTransaction(
    business,
    {
      type: 'DEPOSIT',
      amount: value,
      reference: reference ?? `DEP-${randomBytes(4).toString('hex')}`,
      recipientId: business.id,
      recipientType: 'BUSINESS',
      description: description || undefined,
      paymentInfo,
    },
    { instant: true },
  );
  succeed(transaction);
  credit(business, value);
  return disbursementView(transaction);
}
route('POST /v1/sandbox/business-deposits', ({ business, body }) =>
  deposit(business, check(body, { 'value!': money, description: string })),
);
const masked = (text = '') => text && `****${text.slice(-4)}`;

// Only with a sender name. All blocks are there; the one that is not in use is empty.
function senderOf({ value, senderName, network = '', sortCode = '', accountNumber, bankCode = '', iban }) {
  if (!senderName) return undefined;
  const code = value.currency.toUpperCase();
  const rail = network.toLowerCase();
  const preferredMethod = code === 'USD' && ['ach', 'wire', 'swift'].includes(rail) ? rail : 'bank';
  const block = { accountName: senderName };
  if (code === 'GBP') Object.assign(block, { sortCode, accountNumber: masked(accountNumber) });
  if (code === 'EUR') Object.assign(block, { bankCode, iban: masked(iban) });
  return { preferredMethod, bank: {}, ach: {}, wire: {}, swift: {}, [preferredMethod]: block };
}

// --- controls ---
route('POST /control/businesses/:businessId/deposits', ({ params, body }) => {
  const fields = check(body, {
    'value!': money,
    description: string,
    reference: string,
    senderName: string,
    network: string,
    sortCode: string,
    accountNumber: string,
    bankCode: string,
    iban: string,
  });
  return deposit(find('businesses', params.businessId), { ...fields, paymentInfo: senderOf(fields) });
});

// Settles instantly, without a processing event, and debits the wallet. It never happens by itself.
route('POST /control/businesses/:businessId/payroll-fee', ({ params, body }) => {
  const business = find('businesses', params.businessId);
  const { amount, reference = '' } = check(body, { 'amount!': money, reference: string });
  const transaction = startTransaction(
    business,
    { type: 'PAYROLL_FEE', amount, reference, recipientId: business.id, recipientType: 'BUSINESS' },
    { instant: true },
  );
  debit(business, amount);
  succeed(transaction);
  return disbursementView(transaction);
});
const move = (action, from, change) =>
  route(`POST /control/transactions/:transactionId/${action}`, ({ params, body }) => {
    const transaction = find('transactions', params.transactionId);
    if (!from.includes(transaction.status)) throw wrongState(`the transaction is ${transaction.status}`);
    change(transaction, body);
    return disbursementView(transaction);
  });
const review = (transaction, open) => {
  if (transaction.reviewOpen !== open)
    throw wrongState(open ? 'no information has been requested' : 'information has been requested');
};
move('process', ['initiated'], (t) => {
  review(t, false);
  passCompliance(t);
});
move('settle', ['initiated', 'processing'], (t) => {
  review(t, false);
  settle(t);
});
move('fail', ['initiated', 'processing'], (t, body) =>
  fail(t, check(body, { message: string }).message ?? 'The transaction failed'),
);
move('return', ['succeeded'], (t, body) =>
  fail(t, check(body, { message: string }).message ?? 'Returned by the recipient bank', true),
);
move('rfi/request', ['initiated'], (t, body) => {
  const { actionRequired = 'Provide supporting documents' } = check(body, { actionRequired: string });
  review(t, false);
  t.reviewOpen = true;
  tell(t, 'rfi.updated', { status: 'RFI_REQUESTED', actionRequired });
});
move('rfi/provide', ['initiated'], (t) => {
  review(t, true);
  t.reviewOpen = false;
  tell(t, 'rfi.updated', { status: 'RFI_PROVIDED' });
  awaitCompliance(t);
});
