/** Moves about one payroll. */
import { pickFrom } from '../../about.ts';
import type { PayrollBelief, PayrollState, PayrollWorld } from '../model.ts';

export const { about: aboutPayroll } = pickFrom<PayrollWorld, PayrollState, PayrollBelief>(
  'payroll',
  ({ payrolls }) => payrolls,
);

/** The same payroll in another copy of the state, where it may have another name: those saved at once are in either order. */
export function sameIn({ payrolls }: PayrollState, { id, name }: PayrollBelief): PayrollBelief {
  const found = payrolls.find((payroll) => payroll.id === id);
  if (found === undefined) throw new Error(`There is no payroll ${name}.`);
  return found;
}
