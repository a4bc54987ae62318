import { deposit, readStatus } from '../../../actions/payroll.ts';
import { drain } from '../../../actions/tenant.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import { applyFunds, applyTime, type PayrollBelief, type PayrollModel, schedule, waiting } from '../model.ts';
import { mustHold, observe } from '../observe.ts';
import { AboutPayroll } from './about-payroll.ts';

/** `for all`: what every payroll that waits for funds needs, together. */
export type DepositKind = 'one short' | 'exact' | 'more' | 'for all';

/** Adds what a payroll needs, one unit less, or more. */
export class Deposit extends AboutPayroll {
  readonly #kind: DepositKind;
  readonly #extra: number;

  constructor(index: number, kind: DepositKind, extra: number) {
    super(index);
    this.#kind = kind;
    this.#extra = extra;
  }

  protected eligible({ phase, debit }: PayrollBelief, { balance }: PayrollModel): boolean {
    return (phase === 'saved' || phase === 'awaiting-funds') && debit > balance + 1;
  }

  #amount(payroll: PayrollBelief, model: PayrollModel): number {
    const wanted = this.#kind === 'for all' && waiting(model).length > 1 ? waiting(model) : [payroll];
    const missing = wanted.reduce((sum, { debit }) => sum + debit, -model.balance);
    const surplus = { 'one short': -1, exact: 0, more: this.#extra, 'for all': 0 };
    return missing + surplus[this.#kind];
  }

  protected async act(payroll: PayrollBelief, model: PayrollModel, scenario: Scenario): Promise<void> {
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
    return `deposit(${this.index}, ${this.#kind}${this.#kind === 'more' ? ` by ${this.#extra}` : ''})`;
  }
}
