/** How a payroll and its payslips are shown to a caller. */
import { createHash } from 'node:crypto';
import type { PayrollRecord, SavedPayroll, Schemas } from '../../store/records.ts';
import type { PayrollRules } from './rules.ts';
import { amountsOf } from './totals.ts';

type Wording = Pick<PayrollRules, 'shown' | 'hasPayslips'>;

/** A payroll as a list item. The document writes `ONE-OFF` in lists and `ONE_OFF` in events. */
export function listItemOf(payroll: SavedPayroll, { shown }: Wording): Schemas['Payroll'] {
  const { id, workerType, type, status, terms } = payroll;
  return {
    payrollId: id,
    workerType,
    status: shown(status),
    numPeople: terms.entries.length,
    type: type.replaceAll('_', '-'),
    payrollDate: terms.payrollDate,
    ...terms.totals,
    payPeriod: terms.payPeriod,
  };
}

export function detailOf(payroll: PayrollRecord, wording: Wording): Schemas['PayrollDetail'] {
  if (payroll.status !== 'draft')
    return { ...listItemOf(payroll, wording), entries: [...payroll.terms.entries] };
  const { id, workerType, type, status } = payroll;
  return { payrollId: id, workerType, type: type.replaceAll('_', '-'), status: wording.shown(status) };
}

/** A UUID that is always the same for the same name, so that a payslip keeps its id without being stored. */
function derivedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** One payslip for each entry of a completed payroll. */
export function payslipsOf(payroll: PayrollRecord, { hasPayslips }: Wording): Schemas['Payslip'][] {
  if (payroll.status === 'draft' || !hasPayslips(payroll.status)) return [];
  return payroll.terms.entries.map(({ personId, salary }, index) => {
    const { gross, net } = amountsOf(salary.amount);
    const { currency } = salary;
    return {
      id: derivedId(`${payroll.id}/${index}`),
      payrollId: payroll.id,
      personId,
      gross: { amount: gross, currency },
      net: { amount: net, currency },
    };
  });
}
