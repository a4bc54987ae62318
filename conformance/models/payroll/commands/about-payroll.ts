/** A move about one payroll: which one it is, and whether there is one. */
import type { ModelCommand } from '../../../engine/check.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import type { PayrollBelief, PayrollModel } from '../model.ts';

export abstract class AboutPayroll implements ModelCommand<PayrollModel> {
  /** Counts round among the payrolls that the move can be about, so that small numbers are simple. */
  protected readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  protected abstract eligible(payroll: PayrollBelief, model: PayrollModel): boolean;
  protected abstract act(payroll: PayrollBelief, model: PayrollModel, scenario: Scenario): Promise<void>;
  abstract toString(): string;

  check(model: Readonly<PayrollModel>): boolean {
    return this.#pick(model) !== undefined;
  }

  async run(model: PayrollModel, scenario: Scenario): Promise<void> {
    const payroll = this.#pick(model);
    if (payroll !== undefined) await this.act(payroll, model, scenario);
  }

  #pick(model: PayrollModel): PayrollBelief | undefined {
    const candidates = model.payrolls.filter((payroll) => this.eligible(payroll, model));
    return candidates[this.index % candidates.length];
  }
}
