import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState } from '../../state/business-state.ts';
import type { InvoiceRecord } from '../../state/records/payrolls.ts';
import type { Schemas } from '../../state/schemas.ts';
import { at } from '../../testing/rule-context.ts';
import { invoiceRules } from './rules.ts';

const most = Number.MAX_SAFE_INTEGER;
const secondsOf = (time: string) => Date.parse(time) / 1000;
const noon = secondsOf('2026-03-31T12:00:00Z');
const usd = (amount: number) => ({ amount, currency: 'USD' });

const business: BusinessState = {
  ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }),
  persons: [
    {
      id: 'contractor',
      businessId: 'business',
      person: {
        id: 'contractor',
        type: 'CONTRACTOR',
        firstName: 'Mateo',
        lastName: 'Rojas',
        email: 'mateo@example.com',
        address: { line1: 'Carrera 7 72-13', line2: '', city: 'Bogota', countryCode: 'CO' },
      },
    },
    { id: 'employee', businessId: 'business', person: { id: 'employee', type: 'EMPLOYEE' } },
    { id: 'nobody', businessId: 'business', person: { id: 'nobody' } },
  ],
};
const item = { description: 'Brand refresh', amount: usd(2000) };
const valid: Schemas['InvoiceInput'] = { personId: 'contractor', items: [item] };

function submitted(input: Schemas['InvoiceInput'], state = business, now = noon): InvoiceRecord {
  const command = { invoiceId: `invoice-${state.invoices.length}`, input };
  const record = invoiceRules.submit(state, command, at(now)).state.invoices.at(-1);
  if (record === undefined) throw new Error('Nothing was submitted');
  return record;
}

function stateOf(
  given: Partial<Pick<InvoiceRecord, 'review'>> & { status?: Schemas['InvoiceStatus'] },
): BusinessState {
  const { status = 'pending', ...rest } = given;
  const record = submitted({ ...valid, date: '2026-03-31', dueDate: '2026-04-14' });
  return { ...business, invoices: [{ ...record, ...rest, invoice: { ...record.invoice, status } }] };
}

describe('a submitted invoice', () => {
  test('has the given values and the derived ones', () => {
    const { invoice } = submitted({ ...valid, purpose: 'Design', notes: '' });
    expect(invoice).toEqual({
      id: 'invoice-0',
      status: 'pending',
      invoiceNumber: 'INV-0001',
      date: '2026-03-31',
      dueDate: '2026-04-14',
      from: { name: 'Mateo Rojas', address: 'Carrera 7 72-13, Bogota, CO', email: 'mateo@example.com' },
      billTo: { name: 'tk', address: '', email: '' },
      items: [
        {
          personId: 'contractor',
          description: 'Brand refresh',
          category: 'CONTRACTOR_FEE',
          amount: usd(2000),
          quantity: 1,
          total: usd(2000),
        },
      ],
      subtotal: usd(2000),
      total: usd(2000),
      baseCurrency: 'USD',
      purpose: 'Design',
      notes: '',
      source: 'CONTRACTOR_SUBMITTED',
      createdTimestamp: noon,
      lastUpdatedTimestamp: noon,
    });
  });

  test('is billed to the business as it was created', () => {
    const details = {
      businessName: 'Marina Logistics Limited',
      adminEmail: 'tunde.bello@example.com',
      adminPhoneNumber: { countryCode: '+234', number: '8035550142' },
      address: { line1: '2 Wharf Street', line2: '', city: 'Lagos', postalCode: '101001', countryCode: 'NG' },
    };
    const { invoice } = submitted(valid, { ...business, business: { ...business.business, details } });
    expect(invoice.billTo).toEqual({
      name: 'Marina Logistics Limited',
      address: '2 Wharf Street, Lagos, 101001, NG',
      email: 'tunde.bello@example.com',
      phoneNumber: { countryCode: '+234', number: '8035550142' },
    });
  });

  test('adds up the items and converts other currencies', () => {
    const { invoice } = submitted({
      ...valid,
      baseCurrency: 'USD',
      items: [
        { ...item, quantity: 3 },
        { ...item, amount: { amount: 8_200_000, currency: 'COP' }, quantity: 2 },
      ],
    });
    expect(invoice.items[1]).toMatchObject({
      originalAmount: { amount: 8_200_000, currency: 'COP' },
      amount: usd(2000),
      fxRate: 4100,
      total: usd(4000),
    });
    expect(invoice).toMatchObject({ subtotal: usd(10_000), total: usd(10_000) });
    expect(invoice.fxRates).toEqual({ 'USD-COP': 4100 });
  });

  test.each([
    ['nothing', {}, ['personId', 'items']],
    ['an unknown person', { ...valid, personId: 'unknown' }, ['personId']],
    ['an employee', { ...valid, personId: 'employee' }, ['personId']],
    ['a person of no type', { ...valid, personId: 'nobody' }, ['personId']],
    ['a dueDate before the date', { ...valid, date: '2026-04-02', dueDate: '2026-04-01' }, ['dueDate']],
    ['an empty item', { ...valid, items: [{}] }, ['items.0.description', 'items.0.amount']],
    ['an amount of 0', { ...valid, items: [{ ...item, amount: usd(0) }] }, ['items.0.amount.amount']],
    ['a negative amount', { ...valid, items: [{ ...item, amount: usd(-1) }] }, ['items.0.amount.amount']],
    [
      'an amount beyond counting',
      { ...valid, items: [{ ...item, amount: usd(1e300) }] },
      ['items.0.amount.amount'],
    ],
    ['a quantity of 0', { ...valid, items: [item, { ...item, quantity: 0 }] }, ['items.1.quantity']],
    [
      'a total beyond counting',
      { ...valid, items: [{ ...item, amount: usd(most), quantity: 2 }] },
      ['items.0.amount.amount'],
    ],
    [
      'a sum beyond counting',
      {
        ...valid,
        items: [
          { ...item, amount: usd(most) },
          { ...item, amount: usd(1) },
        ],
      },
      ['items'],
    ],
    [
      'a currency without a rate',
      { ...valid, baseCurrency: 'USD', items: [{ ...item, amount: { amount: 1, currency: 'XXX' } }] },
      ['items.0.amount.currency'],
    ],
    [
      'a conversion beyond counting',
      { ...valid, baseCurrency: 'COP', items: [{ ...item, amount: usd(most) }] },
      ['items.0.amount.amount'],
    ],
  ])('cannot have %s', (_name, input, fields) => {
    const submit = () => submitted(input);
    expect(submit).toThrow(expect.objectContaining({ status: 400, code: 'invalid_request_body' }));
    try {
      submit();
    } catch (refusal) {
      expect(Object.keys((refusal as { params: object }).params)).toEqual(fields);
    }
  });

  test('can have the largest amount and the last date', () => {
    const { invoice } = submitted({ ...valid, date: '9999-12-31', items: [{ ...item, amount: usd(most) }] });
    expect(invoice).toMatchObject({ dueDate: '9999-12-31', total: usd(most) });
  });
});

describe('review and payment', () => {
  const reject = { action: 'reject', reason: 'Wrong hours' } as const;
  test.each([
    ['approve', { status: 'pending' }, { action: 'approve' }, 'pending', 'invoice.contractor.approved'],
    ['approve', { status: 'overdue' }, { action: 'approve' }, 'overdue', 'invoice.contractor.approved'],
    ['reject', { status: 'pending' }, reject, 'cancelled', 'invoice.contractor.rejected'],
    ['reject', { status: 'overdue' }, reject, 'cancelled', 'invoice.contractor.rejected'],
  ] as const)('%s of %j', (_name, given, input, status, eventType) => {
    const outcome = invoiceRules.review(stateOf(given), { invoiceId: 'invoice-0', input }, at(noon + 1));
    expect(outcome.state.invoices[0]?.invoice).toMatchObject({ status, lastUpdatedTimestamp: noon + 1 });
    expect(outcome.events).toMatchObject([
      { eventType, data: { id: 'invoice-0', status, total: usd(2000) } },
    ]);
    if (eventType === 'invoice.contractor.rejected')
      expect(outcome.events[0]?.data).toMatchObject({ reason: 'Wrong hours' });
  });

  test.each([
    ['a second review', { review: 'approved' }, { action: 'approve' }, 'invalid_state'],
    ['a rejection after the approval', { review: 'approved' }, reject, 'invalid_state'],
    ['a review of a cancelled one', { status: 'cancelled', review: 'rejected' }, reject, 'invalid_state'],
    [
      'a review of a paid one',
      { status: 'paid', review: 'approved' },
      { action: 'approve' },
      'invalid_state',
    ],
    ['a review without an action', {}, {}, 'invalid_request_body'],
    ['a rejection without a reason', {}, { action: 'reject' }, 'invalid_request_body'],
    ['a rejection with an empty reason', {}, { action: 'reject', reason: '' }, 'invalid_request_body'],
  ] as const)('%s is refused', (_name, given, input, code) => {
    const review = () => invoiceRules.review(stateOf(given), { invoiceId: 'invoice-0', input }, at(noon));
    expect(review).toThrow(expect.objectContaining({ status: 400, code }));
  });

  test.each([['pending'], ['overdue']] as const)('an approved invoice that is %s can be paid', (status) => {
    const command = { invoiceId: 'invoice-0', input: { amount: usd(2000), reference: 'bank' } };
    const { state, events } = invoiceRules.recordPayment(
      stateOf({ status, review: 'approved' }),
      command,
      at(noon + 1),
    );
    expect(state.invoices[0]).toMatchObject({
      invoice: { status: 'paid', lastUpdatedTimestamp: noon + 1 },
      payment: { amount: usd(2000), reference: 'bank' },
    });
    expect(events).toMatchObject([
      {
        eventType: 'invoice.contractor.paid',
        data: { id: 'invoice-0', personId: 'contractor', status: 'paid' },
      },
    ]);
    expect(state.wallets).toEqual([]);
    expect(state.ledger).toEqual([]);
  });

  test.each([
    ['before the review', {}, {}, 'invalid_state'],
    ['after a rejection', { status: 'cancelled', review: 'rejected' }, {}, 'invalid_state'],
    ['once more', { status: 'paid', review: 'approved' }, {}, 'invalid_state'],
    ['of a part', { review: 'approved' }, { amount: usd(1999) }, 'invalid_request_body'],
    [
      'in another currency',
      { review: 'approved' },
      { amount: { amount: 2000, currency: 'EUR' } },
      'invalid_request_body',
    ],
  ] as const)('a payment %s is refused', (_name, given, input, code) => {
    const pay = () => invoiceRules.recordPayment(stateOf(given), { invoiceId: 'invoice-0', input }, at(noon));
    expect(pay).toThrow(expect.objectContaining({ status: 400, code }));
  });
});

describe('asynchronous effects', () => {
  const endOfDueDate = secondsOf('2026-04-15T00:00:00Z');
  test.each([
    [{}, endOfDueDate - 1, 'pending'],
    [{}, endOfDueDate, 'overdue'],
    [{ review: 'approved' }, endOfDueDate, 'overdue'],
    [{ status: 'paid', review: 'approved' }, endOfDueDate, 'paid'],
    [{ status: 'cancelled', review: 'rejected' }, endOfDueDate, 'cancelled'],
    [{ status: 'overdue' }, endOfDueDate, 'overdue'],
  ] as const)('%j at %d is %s', (given, now, want) => {
    const before = stateOf(given);
    const { state, events } = invoiceRules.progress(before, at(now));
    expect(state.invoices[0]?.invoice.status).toBe(want);
    expect(events).toEqual([]);
    if (want === before.invoices[0]?.invoice.status) expect(state).toBe(before);
  });

  test.each([
    [{}, noon, endOfDueDate],
    [{}, endOfDueDate, undefined],
    [{ status: 'paid' }, noon, undefined],
  ] as const)('the next time of %j at %d is %d', (given, now, want) => {
    expect(invoiceRules.nextProgressAt(stateOf(given), at(now))).toBe(want);
  });
});
