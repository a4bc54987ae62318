import type { RuleContext } from '../state/rule.ts';

/** The circumstances of a rule in a test: the sandbox at a time, unless they are different. */
export const at = (now: number, others: Partial<RuleContext> = {}): RuleContext => ({
  now,
  environment: 'sandbox',
  timing: { settlementSeconds: 3600, complianceSeconds: 5 },
  ...others,
});
