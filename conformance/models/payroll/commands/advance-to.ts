import { advance } from '../../../actions/tenant.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import { earliestStart, latestStart, midnight } from '../calendar.ts';
import { applyTime, type PayrollBelief, type PayrollModel } from '../model.ts';
import { observe } from '../observe.ts';
import { AboutPayroll } from './about-payroll.ts';

/** `eve`: just before the date begins anywhere; `midnight`: when it begins in UTC; `date`: when it has begun everywhere. */
export type Moment = 'eve' | 'midnight' | 'date';

const moments: Record<Moment, { readonly at: (date: string) => number; readonly words: string }> = {
  eve: { at: (date) => earliestStart(date) - 1, words: 'just before the date' },
  midnight: { at: midnight, words: 'the first second (UTC) of the date' },
  date: { at: latestStart, words: 'the middle (UTC) of the date' },
};

/** Moves the clock to where the date of a payroll matters. */
export class AdvanceTo extends AboutPayroll {
  readonly #until: Moment;

  constructor(index: number, until: Moment) {
    super(index);
    this.#until = until;
  }

  #moment({ payrollDate }: PayrollBelief): number {
    return moments[this.#until].at(payrollDate);
  }

  protected eligible(payroll: PayrollBelief, { now }: PayrollModel): boolean {
    return payroll.phase !== 'completed' && this.#moment(payroll) > now;
  }

  protected async act(payroll: PayrollBelief, model: PayrollModel, scenario: Scenario): Promise<void> {
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
    return `advanceTo(${this.#until} of ${this.index})`;
  }
}
