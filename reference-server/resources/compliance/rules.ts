/** Filings, remittances and requirements (section "Other resources"), as pure functions. */
import { type BusinessState, inTurn, type Outcome } from '../../state/business-state.ts';
import { nextOf, type RuleContext } from '../../state/rule.ts';
import type { Money, Schemas } from '../../state/schemas.ts';
import { derivedId } from '../../state/values.ts';
import { createFiling, moveFiling, nextFilingAt, progressFilings, satisfyRequirement } from './filings.ts';
import { createRemittance, moveRemittance, nextRemittanceAt, progressRemittances } from './remittances.ts';

/** The amount that a payroll owes to the authorities of one country; the country may be unknown. */
export interface Obligation {
  readonly countryCode?: string;
  readonly amount: Money;
}

export interface OpenForPayroll {
  readonly payrollId: string;
  readonly period: Schemas['PayPeriod'];
  /** One for each country. */
  readonly obligations: readonly Obligation[];
}

/** The 10th of the month after that of `now`, in UTC. The document shows no due dates; this one is ours. */
export function dueDateAfter(now: number): string {
  const today = new Date(now * 1000);
  const due = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 10));
  return due.toISOString().replace(/T.*/, '');
}

/** A payroll run makes a filing due in each country, with the remittance of the withheld amounts and the contributions. */
function openForPayroll(
  before: BusinessState,
  { payrollId, period, obligations }: OpenForPayroll,
  context: RuleContext,
): Outcome {
  const dueDate = dueDateAfter(context.now);
  const steps = obligations.flatMap(({ countryCode, amount }) => {
    const place = `${payrollId}/${countryCode ?? 'elsewhere'}`;
    const filingId = derivedId(`${place}/filing`);
    const facts = { ...(countryCode !== undefined && { countryCode }), dueDate };
    const filing = { filingId, name: 'Payroll taxes', ...facts, period, requirements: [] };
    const file = (state: BusinessState) => createFiling(state, filing, context);
    if (amount.amount === 0) return [file];
    const remittanceId = derivedId(`${place}/remittance`);
    const remittance = { remittanceId, filingId, ...facts, amount, source: `payroll/${payrollId}` as const };
    return [file, (state: BusinessState) => createRemittance(state, remittance, context)];
  });
  return inTurn(before, steps);
}

export const complianceRules = {
  createFiling,
  moveFiling,
  satisfyRequirement,
  openForPayroll,
  moveRemittance,

  progress(before: BusinessState, context: RuleContext): Outcome {
    return inTurn(before, [
      (state) => progressFilings(state, context),
      (state) => progressRemittances(state, context),
    ]);
  },

  nextProgressAt(state: BusinessState, context: RuleContext): number | undefined {
    const times = [nextFilingAt(state, context), nextRemittanceAt(state, context)];
    return nextOf(
      times.flatMap((time) => time ?? []),
      context.now,
    );
  },
};
