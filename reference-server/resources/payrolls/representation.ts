/** How a payroll and its payslips are shown to a caller. */

import type { PayrollRecord, SavedPayroll } from '../../state/records/payrolls.ts';
import type { Schemas } from '../../state/schemas.ts';
import { derivedId } from '../../state/values.ts';
import type { PayrollRules } from './rules.ts';

type Wording = Pick<PayrollRules, 'shown' | 'hasPayslips'>;

/** A payroll as a list item. The document writes `ONE-OFF` in lists and `ONE_OFF` in events. */
export function listItemOf(payroll: SavedPayroll, { shown }: Wording): Schemas['Payroll'] {
  const { id, workerType, type, status, terms } = payroll;
  return {
    payrollId: id,
    workerType,
    status: shown(status),
    numPeople: terms.lines.length,
    type: type.replaceAll('_', '-'),
    payrollDate: terms.payrollDate,
    ...terms.totals,
    payPeriod: terms.payPeriod,
  };
}

export function detailOf(payroll: PayrollRecord, wording: Wording): Schemas['PayrollDetail'] {
  if (payroll.status !== 'draft')
    return {
      ...listItemOf(payroll, wording),
      entries: payroll.terms.lines.map(({ personId, salary }) => ({ personId, salary })),
    };
  const { id, workerType, type, status } = payroll;
  return { payrollId: id, workerType, type: type.replaceAll('_', '-'), status: wording.shown(status) };
}

/** One payslip for each entry of a completed payroll. */
export function payslipsOf(payroll: PayrollRecord, { hasPayslips }: Wording): Schemas['Payslip'][] {
  if (payroll.status === 'draft' || !hasPayslips(payroll.status)) return [];
  return payroll.terms.lines.map(({ personId, salary, amounts }, index) => ({
    id: derivedId(`${payroll.id}/${index}`),
    payrollId: payroll.id,
    personId,
    gross: salary,
    net: { amount: amounts.net, currency: salary.currency },
  }));
}
