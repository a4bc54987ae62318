/** The moves of the payroll model. Each says when it is possible, makes it, and updates what is believed. */
import fc from 'fast-check';
import {
  createPayroll,
  dateAfter,
  deposit,
  listPayrolls,
  payrollBody,
  readStatus,
} from '../../actions/payroll.ts';
import { advance, drain } from '../../actions/tenant.ts';
import type { CasePlan, ModelCommand } from '../../engine/check.ts';
import { ConformanceError } from '../../engine/errors.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { type Scenario, show } from '../../engine/scenario.ts';
import { earliestStart, latestStart, midnight, past } from './calendar.ts';
import {
  applyFunds,
  applyTime,
  type PayrollBelief,
  type PayrollModel,
  pick,
  schedule,
  waiting,
} from './model.ts';
import { mustHold, observe } from './observe.ts';

const mostPayrolls = 3;
const letters = 'ABC';

abstract class PayrollCommand implements ModelCommand<PayrollModel> {
  abstract check(model: Readonly<PayrollModel>): boolean;
  abstract toString(): string;
  protected abstract act(model: PayrollModel, scenario: Scenario): Promise<void>;

  async run(model: PayrollModel, scenario: Scenario): Promise<void> {
    await this.act(model, scenario);
  }
}

class Save extends PayrollCommand {
  readonly #date: { readonly offset: number } | { readonly day: string };
  readonly #salaries: readonly number[];

  constructor(date: { readonly offset: number } | { readonly day: string }, salaries: readonly number[]) {
    super();
    this.#date = date;
    this.#salaries = salaries;
  }

  check({ payrolls }: PayrollModel): boolean {
    return payrolls.length < mostPayrolls;
  }

  protected async act(model: PayrollModel, scenario: Scenario): Promise<void> {
    const { caller } = model.tenant;
    const payrollDate = 'day' in this.#date ? this.#date.day : dateAfter(model.now, this.#date.offset);
    const name = letters[model.payrolls.length] ?? '?';
    scenario.step(`save payroll ${name} for ${payrollDate} with the salaries ${this.#salaries.join(', ')}`);
    const id = await createPayroll(scenario, caller);
    const entries = this.#salaries.map((salary) => ({ personId: model.personId, salary }));
    await scenario.succeed('savePayroll', caller, {
      path: { payrollId: id },
      body: payrollBody(payrollDate, entries),
    });
    await drain(scenario, model.tenant);
    const listed = (await listPayrolls(scenario, caller)).find(({ payrollId }) => payrollId === id);
    mustHold(
      scenario,
      'PAYROLL-020',
      listed !== undefined,
      `payroll ${name} in the list`,
      'other payrolls only',
    );
    const debit: unknown = listed?.debit?.amount;
    if (!Number.isInteger(debit)) throw new CaseEnded(`Payroll ${name} shows no debit: ${show(listed)}`);
    model.payrolls.push({ name, id, payrollDate, debit: Number(debit), phase: 'saved', route: 'none' });
    scenario.took('payroll/save');
    await observe(scenario, model);
  }

  toString(): string {
    return `save(${show(this.#date)}, ${this.#salaries.join('+')})`;
  }
}

class Approve extends PayrollCommand {
  readonly #index: number;

  constructor(index: number) {
    super();
    this.#index = index;
  }

  #payroll(model: PayrollModel): PayrollBelief | undefined {
    return pick(model, this.#index, ({ phase, payrollDate }) => {
      const over = past(payrollDate, model.now);
      return phase === 'saved' && (over === 'no' || (over === 'yes' && model.sandbox));
    });
  }

  check(model: PayrollModel): boolean {
    return this.#payroll(model) !== undefined;
  }

  protected async act(model: PayrollModel, scenario: Scenario): Promise<void> {
    const payroll = this.#payroll(model);
    if (payroll === undefined) return;
    const { name, debit, id, payrollDate } = payroll;
    const before = model.balance;
    scenario.step(`approve payroll ${name}, which debits ${debit}, with a balance of ${before}`);
    const { status } = await scenario.send('approvePayroll', model.tenant.caller, {
      path: { payrollId: id },
    });
    // A path that is not there is a matter of configuration; one that is there has to approve.
    const absent = status === 404 || status === 405 || status === 501;
    if (absent) throw new CaseEnded(`approvePayroll was answered with ${status}.`);
    mustHold(
      scenario,
      'PAYROLL-022',
      status >= 200 && status < 300,
      `payroll ${name} to be approved`,
      String(status),
    );
    if (past(payrollDate, model.now) === 'yes') {
      payroll.phase = 'completed';
      payroll.route = 'past-date';
      scenario.took('payroll/approve-past');
    } else {
      scenario.took('payroll/approve');
      if (before >= debit) {
        schedule(payroll, 'funded');
        scenario.took('payroll/collect-funds');
      } else {
        payroll.phase = 'awaiting-funds';
        scenario.took('payroll/await-funds');
      }
    }
    applyTime(model);
    await observe(scenario, model);
    if (payroll.route === 'funded') {
      scenario.require('PAYROLL-042', model.balance === before - debit, {
        expected: `a balance of ${before} - ${debit} = ${before - debit}`,
        actual: String(model.balance),
      });
    }
  }

  toString(): string {
    return `approve(${this.#index})`;
  }
}

/** `for all`: what every payroll that waits for funds needs, together. */
type DepositKind = 'one short' | 'exact' | 'more' | 'for all';

class Deposit extends PayrollCommand {
  readonly #index: number;
  readonly #kind: DepositKind;
  readonly #extra: number;

  constructor(index: number, kind: DepositKind, extra: number) {
    super();
    this.#index = index;
    this.#kind = kind;
    this.#extra = extra;
  }

  #payroll(model: PayrollModel): PayrollBelief | undefined {
    return pick(
      model,
      this.#index,
      ({ phase, debit }) => (phase === 'saved' || phase === 'awaiting-funds') && debit > model.balance + 1,
    );
  }

  #amount(payroll: PayrollBelief, model: PayrollModel): number {
    const wanted = this.#kind === 'for all' && waiting(model).length > 1 ? waiting(model) : [payroll];
    const missing = wanted.reduce((sum, { debit }) => sum + debit, -model.balance);
    const surplus = { 'one short': -1, exact: 0, more: this.#extra, 'for all': 0 };
    return missing + surplus[this.#kind];
  }

  check(model: PayrollModel): boolean {
    return this.#payroll(model) !== undefined;
  }

  protected async act(model: PayrollModel, scenario: Scenario): Promise<void> {
    const payroll = this.#payroll(model);
    if (payroll === undefined) return;
    const amount = this.#amount(payroll, model);
    const before = model.balance;
    const queue = waiting(model);
    scenario.step(`deposit ${amount}, ${this.#kind} for payroll ${payroll.name}`);
    await deposit(scenario, model.tenant.caller, amount);
    await drain(scenario, model.tenant);
    if (!applyFunds(model, before + amount)) await this.#learn(scenario, model, before + amount);
    const moved = queue.filter(({ phase }) => phase !== 'awaiting-funds');
    for (const _ of moved) scenario.took('payroll/funds-arrive');
    applyTime(model);
    await observe(scenario, model);
    const taken = moved.reduce((sum, { debit }) => sum + debit, 0);
    const expected = before + amount - taken;
    scenario.require(taken === 0 ? 'SANDBOX-001' : 'PAYROLL-042', model.balance === expected, {
      expected: `a balance of ${before} + ${amount} - ${taken} = ${expected}`,
      actual: String(model.balance),
    });
  }

  /** Several payrolls wait and the balance covers some of them: which ones is seen, and has to be affordable. */
  async #learn(scenario: Scenario, model: PayrollModel, available: number): Promise<void> {
    let left = available;
    for (const payroll of waiting(model)) {
      if ((await readStatus(scenario, model.tenant.caller, payroll.id)) === 'Awaiting Funds') continue;
      left -= payroll.debit;
      mustHold(
        scenario,
        'PAYROLL-024',
        left >= 0,
        `payroll ${payroll.name} in Awaiting Funds`,
        `no longer, though ${available} does not cover what was scheduled with it`,
      );
      schedule(payroll, 'waited');
    }
  }

  toString(): string {
    return `deposit(${this.#index}, ${this.#kind}${this.#kind === 'more' ? ` by ${this.#extra}` : ''})`;
  }
}

/** `eve`: just before the date begins anywhere; `midnight`: when it begins in UTC; `date`: when it has begun everywhere. */
type Moment = 'eve' | 'midnight' | 'date';

const moments: Record<Moment, { readonly at: (date: string) => number; readonly words: string }> = {
  eve: { at: (date) => earliestStart(date) - 1, words: 'just before the date' },
  midnight: { at: midnight, words: 'the first second (UTC) of the date' },
  date: { at: latestStart, words: 'the middle (UTC) of the date' },
};

class AdvanceTo extends PayrollCommand {
  readonly #index: number;
  readonly #until: Moment;

  constructor(index: number, until: Moment) {
    super();
    this.#index = index;
    this.#until = until;
  }

  #moment({ payrollDate }: PayrollBelief): number {
    return moments[this.#until].at(payrollDate);
  }

  #payroll(model: PayrollModel): PayrollBelief | undefined {
    return pick(
      model,
      this.#index,
      (payroll) => payroll.phase !== 'completed' && this.#moment(payroll) > model.now,
    );
  }

  check(model: PayrollModel): boolean {
    return this.#payroll(model) !== undefined;
  }

  protected async act(model: PayrollModel, scenario: Scenario): Promise<void> {
    const payroll = this.#payroll(model);
    if (payroll === undefined) return;
    const { words } = moments[this.#until];
    scenario.step(`advance the clock to ${words} of payroll ${payroll.name}, ${payroll.payrollDate}`);
    const waitingForDate = model.payrolls.filter(({ phase }) => phase === 'scheduled' || phase === 'due');
    model.now = await advance(scenario, model.tenant, this.#moment(payroll) - model.now);
    applyTime(model);
    for (const { phase } of waitingForDate)
      if (phase === 'processing') scenario.took('payroll/start-processing');
    await observe(scenario, model);
  }

  toString(): string {
    return `advanceTo(${this.#until} of ${this.#index})`;
  }
}

class Settle extends PayrollCommand {
  readonly #index: number;

  constructor(index: number) {
    super();
    this.#index = index;
  }

  #payroll(model: PayrollModel): PayrollBelief | undefined {
    return pick(model, this.#index, ({ phase }) => phase === 'processing');
  }

  check(model: PayrollModel): boolean {
    return this.#payroll(model) !== undefined;
  }

  protected async act(model: PayrollModel, scenario: Scenario): Promise<void> {
    const payroll = this.#payroll(model);
    if (payroll === undefined) return;
    scenario.step(`confirm every disbursement of payroll ${payroll.name}`);
    // The target may have had them confirmed by itself.
    if ((await readStatus(scenario, model.tenant.caller, payroll.id)) !== 'Completed') {
      await this.#confirm(scenario, payroll);
    }
    payroll.phase = 'completed';
    scenario.took('payroll/complete');
    await observe(scenario, model);
  }

  async #confirm(scenario: Scenario, payroll: PayrollBelief): Promise<void> {
    try {
      await scenario.control('settlePayroll')(scenario.controlSend, payroll.id);
    } catch (error) {
      // A payroll that is not being processed has nothing to confirm; whether it should be is for PAYROLL-031 to say.
      if (error instanceof ConformanceError && error.code === 'CONTROL_FAILED')
        throw new CaseEnded(error.message);
      throw error;
    }
  }

  toString(): string {
    return `settle(${this.#index})`;
  }
}

/** Which payroll a command is about; counts round, so that small numbers are simple. */
const index = fc.nat({ max: mostPayrolls - 1 });

const payrollDate = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 45 }).map((offset) => ({ offset })) },
  { weight: 1, arbitrary: fc.constant({ offset: -1 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 400 }).map((days) => ({ offset: -days })) },
  { weight: 1, arbitrary: fc.constantFrom('2028-02-29', '2027-02-28', '2027-12-31').map((day) => ({ day })) },
);

/** The moves that a target can be asked to make; those that are seldom possible are there more than once. */
export function payrollCommands(has: CasePlan['has']): fc.Arbitrary<ModelCommand<PayrollModel>>[] {
  const salaries = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 2 });
  const save = fc.tuple(payrollDate, salaries).map(([date, amounts]) => new Save(date, amounts));
  const approve = index.map((at) => new Approve(at));
  const fund = fc
    .tuple(
      index,
      fc.constantFrom<DepositKind>('exact', 'one short', 'for all', 'more'),
      fc.integer({ min: 1, max: 900_000 }),
    )
    .map(([at, kind, extra]) => new Deposit(at, kind, extra));
  const wait = fc
    .tuple(index, fc.constantFrom<Moment>('date', 'eve', 'midnight'))
    .map(([at, until]) => new AdvanceTo(at, until));
  const settle = index.map((at) => new Settle(at));
  return [
    save,
    save,
    approve,
    approve,
    ...(has('sandbox') ? [fund, fund] : []),
    ...(has('clock') ? [wait] : []),
    ...(has('clock') && has('settle-payroll') ? [settle] : []),
  ];
}
