import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState, type Outcome } from '../../state/business-state.ts';
import type { PersonRecord } from '../../state/records/people.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import type { RuleContext, Timing } from '../../state/rule.ts';
import { at } from '../../testing/rule-context.ts';
import { complianceRules } from '../compliance/rules.ts';
import { transactionRules } from '../transactions/rules.ts';
import { balanceOf, heldIn } from '../wallets/ledger.ts';
import { createPayrollRules } from './rules.ts';

const rules = createPayrollRules();
const payrollDate = '2026-04-01';
const due = Date.parse(`${payrollDate}T00:00:00Z`) / 1000;
const start = due - 86_400;
const currency = 'USD';
const usd = (amount: number) => ({ amount, currency });

interface Pay {
  readonly amount: number;
  readonly countryCode?: string;
  readonly state?: string;
}

/** A business with a saved payroll and money in its wallet, whose rules take their turns as on the server. */
class Books {
  state: BusinessState;
  now = start;
  readonly events: DomainEvent[] = [];
  readonly #deposited: number;
  readonly #timing: Timing;

  constructor(deposited: number, pays: readonly Pay[], feeLineItems: unknown[] = [], timing = at(0).timing) {
    this.#deposited = deposited;
    this.#timing = timing;
    const persons = pays.map(
      ({ amount: _, ...address }, index): PersonRecord => ({
        id: `person ${index}`,
        businessId: 'business',
        person: { id: `person ${index}`, address },
      }),
    );
    this.state = {
      ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }),
      persons,
      wallets: [{ id: 'wallet', businessId: 'business', balance: usd(deposited) }],
    };
    const entries = pays.map(({ amount }, index) => ({ personId: `person ${index}`, salary: usd(amount) }));
    const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
    this.apply((state) => rules.create(state, { payrollId: 'run', input: {} }));
    this.apply((state) =>
      rules.save(state, { payrollId: 'run', input: { payrollDate, payPeriod, entries, feeLineItems } }),
    );
    this.apply((state) =>
      rules.approve(state, { payrollId: 'run' }, { ...this.#context, environment: 'production' }),
    );
  }

  get #context(): RuleContext {
    return at(this.now, { timing: this.#timing });
  }

  apply(decide: (state: BusinessState) => Outcome): void {
    this.#take(decide(this.state));
    for (let before: BusinessState | undefined; before !== this.state; ) {
      before = this.state;
      for (const area of [transactionRules, rules, complianceRules])
        this.#take(area.progress(this.state, this.#context));
    }
    this.#expectNothingLost();
  }

  /** Lets everything happen that is due until a time, each at its own. */
  until(time: number): this {
    while (this.now < time) {
      const times = [transactionRules, rules, complianceRules].flatMap(
        (area) => area.nextProgressAt(this.state, at(this.now)) ?? [],
      );
      this.now = Math.min(time, ...times);
      this.apply((state) => ({ state, events: [] }));
    }
    return this;
  }

  get payroll() {
    const [payroll] = this.state.payrolls;
    if (payroll === undefined || payroll.status === 'draft') throw new Error('There is a saved payroll');
    return payroll;
  }

  get wallet(): number {
    return balanceOf(this.state, currency);
  }

  get payments() {
    return this.state.transactions.map(({ transaction }) => transaction);
  }

  payment(index: number): string {
    return this.payments[index]?.id ?? '';
  }

  confirm(): void {
    this.apply((state) => rules.confirmDisbursements(state, { payrollId: 'run' }, this.#context));
  }

  #take({ state, events }: Outcome): void {
    this.state = state;
    this.events.push(...events);
  }

  /** All deposited money is in the wallet, paid out or held, and no account is negative. */
  #expectNothingLost(): void {
    const accounts = new Set(this.state.ledger.flatMap(({ from, to }) => [from, to]));
    accounts.delete('wallet');
    accounts.delete('outside');
    const held = [...accounts].map((account) => heldIn(this.state, account, currency));
    for (const amount of held) expect(amount).toBeGreaterThanOrEqual(0);
    const paidOut = heldIn(this.state, 'outside', currency);
    const all = [this.wallet, paidOut, ...held].reduce((sum, amount) => sum + BigInt(amount), 0n);
    expect(all).toBe(BigInt(this.#deposited));
    expect(this.wallet).toBeGreaterThanOrEqual(0);
  }
}

const world: Pay[] = [
  { amount: 850_000, countryCode: 'NG' },
  { amount: 5000, countryCode: 'GB' },
  { amount: 10_000, countryCode: 'US', state: 'CA' },
  { amount: 10_000, countryCode: 'US' },
  { amount: 1000 },
  { amount: 1, countryCode: 'nowhere' },
];
const fee = [{ amount: usd(25) }, { amount: usd(5), description: 'Processing' }, 'not a fee'];

describe('a payroll of several countries', () => {
  test('adds up the calculations of its entries', () => {
    const { totals } = new Books(0, world, fee).payroll.terms;
    const gross = 850_000 + 5000 + 10_000 + 10_000 + 1000 + 1;
    expect(totals).toEqual({
      gross: usd(gross),
      net: usd(663_800 + 3590 + 6531 + 7197 + 830 + 1),
      tax: usd(118_200 + 900 + (1738 + 546) + 1738 + 100),
      pension: usd(68_000 + 250 + 300 + 300 + 50),
      statutoryDeductions: usd(260 + (620 + 145 + 120) + (620 + 145) + 20),
      employerContributions: usd(85_000 + (690 + 150) + 2 * (620 + 145) + 60),
      debit: usd(gross + 87_430 + 30),
    });
  });

  test('pays workers, fee and authorities, each at its time', () => {
    const books = new Books(1_000_000, world, fee);
    const debit = books.payroll.terms.totals.debit.amount;
    expect(books.payroll.status).toBe('scheduled');
    expect(books.wallet).toBe(1_000_000 - debit);
    expect(heldIn(books.state, 'payroll/run', currency)).toBe(debit);

    books.until(due - 1);
    expect(books.payments).toEqual([]);
    books.until(due);
    expect(books.payroll.status).toBe('processing');
    expect(heldIn(books.state, 'payroll/run', currency)).toBe(0);
    expect(books.payments.map(({ type, status, amount }) => [type, status, amount.amount])).toEqual([
      ...[663_800, 3590, 6531, 7197, 830, 1].map((net) => ['PAYROLL', 'initiated', net]),
      ['PAYROLL_FEE', 'succeeded', 30],
    ]);
    expect(books.payments.at(0)).toMatchObject({
      recipientId: 'person 0',
      recipientType: 'EMPLOYEE',
      reference: 'run',
    });
    expect(books.payments.at(-1)).toMatchObject({
      recipientId: 'business',
      recipientType: 'BUSINESS',
      reference: 'run',
    });
    const { filings, remittances } = books.state;
    expect(filings.map(({ filing }) => [filing.countryCode, filing.status, filing.dueDate])).toEqual(
      ['NG', 'GB', 'US', undefined].map((country) => [country, 'pending', '2026-05-10']),
    );
    expect(
      remittances.map(({ remittance }) => [
        remittance.countryCode,
        remittance.status,
        remittance.amount.amount,
      ]),
    ).toEqual([
      ['NG', 'created', 118_200 + 68_000 + 85_000],
      ['GB', 'created', 900 + 250 + 260 + 840],
      ['US', 'created', 3469 + 765 + 2803 + 765],
      [undefined, 'created', 230],
    ]);
    expect(remittances.map(({ remittance }) => remittance.filingId)).toEqual(filings.map(({ id }) => id));

    books.until(due + 5);
    expect(new Set(books.payments.slice(0, -1).map(({ status }) => status))).toEqual(new Set(['processing']));
    books.until(due + 3599);
    expect(books.payroll.status).toBe('processing');
    books.until(due + 3600);
    expect(books.payroll.status).toBe('completed');
    const remittanceStates = () =>
      new Set(books.state.remittances.map(({ remittance }) => remittance.status));
    expect(remittanceStates()).toEqual(new Set(['processing']));
    books.until(due + 7199);
    expect(remittanceStates()).toEqual(new Set(['processing']));
    books.until(due + 7200);
    expect(remittanceStates()).toEqual(new Set(['completed']));
    expect(heldIn(books.state, 'outside', currency)).toBe(debit);
    expect(books.wallet).toBe(1_000_000 - debit);
  });

  test('sends each event once, after the events it depends on', () => {
    const books = new Books(1_000_000, [{ amount: 1000 }], fee).until(due + 7200);
    expect(
      books.events.map((event) =>
        event.eventType === 'payroll.status.updated' ? event.data.status : event.eventType,
      ),
    ).toEqual([
      'payroll.created',
      'saved',
      'approved',
      'scheduled',
      'processing',
      'transaction.initiated',
      'transaction.initiated',
      'transaction.succeeded',
      'filing.created',
      'remittance.created',
      'filing.pending',
      'transaction.processing',
      'transaction.succeeded',
      'completed',
      'remittance.processing',
      'remittance.completed',
    ]);
  });
});

test('without fee line items no fee is debited', () => {
  const books = new Books(1060, [{ amount: 1000 }]).until(due);
  expect(books.payments.map(({ type }) => type)).toEqual(['PAYROLL']);
});

test('without withheld amounts there are filings and no remittances', () => {
  const books = new Books(1, [{ amount: 1 }]).until(due + 3600);
  expect(books.payroll.status).toBe('completed');
  expect(books.state.filings.length).toBe(1);
  expect(books.state.remittances).toEqual([]);
});

test.each([
  [3600, 5, 3600],
  [10, 60, 60],
  [0, 5, 5],
  [0, 0, 0],
])('with %i s to settle and %i s of checks it completes after %i s', (settle, check, want) => {
  const timing = { settlementSeconds: settle, complianceSeconds: check };
  const books = new Books(1060, [{ amount: 1000 }], [], timing);
  if (want > 0) expect(books.until(due + want - 1).payroll.status).not.toBe('completed');
  expect(books.until(due + want).payroll.status).toBe('completed');
});

describe('a disbursement', () => {
  const two = () => new Books(3000, [{ amount: 1000 }, { amount: 1000 }]).until(due);
  const change = (books: Books, name: 'fail' | 'returnToSender', index: number) =>
    books.apply((state) =>
      transactionRules[name](
        state,
        { transactionId: books.payment(index), message: 'Account closed' },
        at(books.now),
      ),
    );
  const settle = (books: Books, index: number) => {
    const transactionId = books.payment(index);
    books.apply((state) => transactionRules.settle(state, { transactionId }, at(books.now)));
  };

  test('that fails is refunded to the wallet and keeps the payroll processing', () => {
    const books = two();
    const before = books.wallet;
    change(books, 'fail', 0);
    expect(books.wallet).toBe(before + 830);
    books.until(due + 7200);
    expect(books.payroll.status).toBe('processing');
    expect(books.payments.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(() => books.confirm()).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
  });

  test('that is returned afterwards leaves the payroll completed', () => {
    const books = two().until(due + 3600);
    const before = books.wallet;
    change(books, 'returnToSender', 1);
    expect(books.wallet).toBe(before + 830);
    books.until(due + 7200);
    expect(books.payroll.status).toBe('completed');
  });

  test('that is returned while another is in progress keeps the payroll processing', () => {
    const books = two().until(due + 5);
    settle(books, 0);
    change(books, 'returnToSender', 0);
    books.until(due + 7200);
    expect(books.payroll.status).toBe('processing');
  });

  test('that is the last to settle completes the payroll in the same step', () => {
    const books = two().until(due + 5);
    settle(books, 1);
    expect(books.payroll.status).toBe('processing');
    settle(books, 0);
    expect(books.payroll.status).toBe('completed');
  });

  test('that awaits information holds up the payroll, and a settlement of all is refused', () => {
    const books = two();
    const transactionId = books.payment(0);
    books.apply((state) =>
      transactionRules.requestInformation(state, { transactionId, actionRequired: 'Invoice' }, at(books.now)),
    );
    books.until(due + 3600);
    expect(books.payroll.status).toBe('processing');
    expect(() => books.confirm()).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
    books.apply((state) =>
      transactionRules.provideInformation(
        state,
        { transactionId, input: { message: 'Sent' } },
        at(books.now),
      ),
    );
    books.until(due + 3600 + 3599);
    expect(books.payroll.status).toBe('processing');
    books.until(due + 3600 + 3600);
    expect(books.payroll.status).toBe('completed');
  });

  test.each([0, 5])('%i s after it was sent is settled with the others at once', (seconds) => {
    const books = two().until(due + seconds);
    const before = books.events.length;
    books.confirm();
    expect(books.payroll.status).toBe('completed');
    const checked = seconds === 0 ? ['transaction.processing'] : [];
    expect(books.events.slice(before).map(({ eventType }) => eventType)).toEqual([
      ...checked,
      'transaction.succeeded',
      ...checked,
      'transaction.succeeded',
      'payroll.status.updated',
    ]);
    expect(() => books.confirm()).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('amounts near the largest number', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  // The largest salary whose debit can still be counted.
  const gross = Number((BigInt(largest) * 100n) / 106n);

  test('move exactly', () => {
    const books = new Books(largest, [{ amount: gross - 1_000_001 }, { amount: 1_000_001 }]);
    expect(books.payroll.status).toBe('scheduled');
    books.until(due + 7200);
    expect(books.payroll.status).toBe('completed');
    expect(heldIn(books.state, 'outside', currency)).toBe(books.payroll.terms.totals.debit.amount);
  });

  test.each<[string, Pay[], unknown[], string]>([
    ['salaries', [{ amount: largest }], [], 'entries'],
    ['many salaries', Array.from({ length: 5 }, () => ({ amount: largest })), [], 'entries'],
    ['fees', [{ amount: gross }], [{ amount: usd(largest) }], 'feeLineItems'],
  ])('are refused where %s exceed it', (_name, pays, items, field) => {
    expect(() => new Books(0, pays, items)).toThrow(
      expect.objectContaining({ status: 400, params: { [field]: expect.any(String) } }),
    );
  });
});
