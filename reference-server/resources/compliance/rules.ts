/** Filings, remittances and requirements (section "Other resources"), as pure functions. */

import type { BusinessState, Outcome } from '../../state/business-state.ts';
import { nextOf, type ProgressContext } from '../../state/progress.ts';
import { createFiling, moveFiling, nextFilingAt, progressFilings, satisfyRequirement } from './filings.ts';
import { openForPayroll } from './payroll-obligations.ts';
import { moveRemittance, nextRemittanceAt, progressRemittances } from './remittances.ts';

export const complianceRules = {
  createFiling,
  moveFiling,
  satisfyRequirement,
  openForPayroll,
  moveRemittance,

  progress(before: BusinessState, context: ProgressContext, now: number): Outcome {
    const filings = progressFilings(before, now);
    const remittances = progressRemittances(filings.state, context, now);
    return { state: remittances.state, events: [...filings.events, ...remittances.events] };
  },

  nextProgressAt(state: BusinessState, now: number): number | undefined {
    const times = [nextFilingAt(state, now), nextRemittanceAt(state, now)];
    return nextOf(
      times.flatMap((time) => time ?? []),
      now,
    );
  },
};
