import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Fault } from './fault.ts';
import { type FieldFault, fieldFaults } from './field-faults.ts';
import { inAnswers, remove } from './tools.ts';

const also = (first: RequirementId, ...others: RequirementId[]): Fault['breaks'] => [first, ...others];
const nextDay = (date: unknown) => new Date(Date.parse(String(date)) + 86_400_000).toISOString().slice(0, 10);

/** Deviations of one field of the list of payrolls. */
const rows: readonly FieldFault[] = [
  ['payroll-without-id', 'A listed payroll cannot be opened.', ['PAYROLL-001'], 'payrollId', remove],
  [
    'payroll-id-with-prefix',
    'A client that stores identifiers as UUIDs cannot store that of a payroll.',
    also('PAYROLL-001', 'CONV-001'),
    'payrollId',
    (id) => `payroll_${id}`,
  ],
  [
    'worker-type-in-lower-case',
    'A client that compares with EMPLOYEE sees no employees.',
    ['PAYROLL-002'],
    'workerType',
    (type) => String(type).toLowerCase(),
  ],
  [
    'listed-payroll-without-status',
    'Whoever lists payrolls cannot see which of them are paid.',
    ['PAYROLL-003'],
    'status',
    remove,
  ],
  [
    'num-people-as-string',
    'A client that adds up people concatenates them.',
    ['PAYROLL-004'],
    'numPeople',
    String,
  ],
  [
    'payroll-type-null',
    'A client cannot tell a regular payroll from a one-off, because the type is null.',
    ['PAYROLL-005'],
    'type',
    () => null,
  ],
  [
    'payroll-type-as-in-events',
    'A client that compares with ONE-OFF finds ONE_OFF.',
    ['PAYROLL-014'],
    'type',
    () => 'ONE_OFF',
  ],
  [
    'payroll-date-with-time',
    'A client in the west shows the pay day one day early.',
    also('PAYROLL-006', 'CONV-002'),
    'payrollDate',
    (date) => `${date}T00:00:00.000Z`,
  ],
  [
    'payroll-without-pension',
    'A client that shows what a payroll costs cannot show its pension.',
    ['PAYROLL-007'],
    'pension',
    remove,
  ],
  [
    'money-as-string',
    'A client that adds up debits concatenates them.',
    also('PAYROLL-007', 'CONV-006'),
    'debit.amount',
    String,
  ],
  [
    'money-as-fraction',
    'A client that counts whole units loses parts of the net pay.',
    also('PAYROLL-007', 'CONV-006'),
    'net.amount',
    (amount) => Number(amount) / 1000 + 0.001,
  ],
  [
    'money-without-currency',
    'Nobody knows what the tax is counted in.',
    also('PAYROLL-007', 'CONV-006', 'CONV-005'),
    'tax.currency',
    remove,
  ],
  [
    'currency-in-lower-case',
    'A client that looks up USD does not find usd.',
    also('CONV-005', 'PAYROLL-007'),
    'gross.currency',
    (currency) => String(currency).toLowerCase(),
  ],
  [
    'pay-period-without-end',
    'Whoever lists payrolls cannot see up to which day they pay.',
    also('PAYROLL-008', 'CONV-002'),
    'payPeriod.toDate',
    remove,
  ],
  [
    'pay-period-written-day-first',
    'The third of April becomes the fourth of March.',
    also('CONV-002', 'PAYROLL-008'),
    'payPeriod.fromDate',
    (date) => String(date).split('-').reverse().join('/'),
  ],
  [
    'payroll-date-shifted',
    'Workers expect their pay a day late, because a saved payroll shows the day after its pay day.',
    ['PAYROLL-012'],
    'payrollDate',
    nextDay,
  ],
  [
    'contractors-shown-as-employees',
    'A payroll of contractors looks like one of employees.',
    ['PAYROLL-012'],
    'workerType',
    () => 'EMPLOYEE',
  ],
];

export const payrollFieldFaults: readonly Fault[] = [
  ...fieldFaults('payroll', 'listPayrolls', 'data.*.', rows),
  {
    id: 'pay-period-reduced-to-a-day',
    title: 'A payroll of a month looks as if it paid for one day.',
    area: 'payroll',
    breaks: ['PAYROLL-012'],
    overrides: inAnswers('listPayrolls', 'data.*.payPeriod', (period) =>
      typeof period === 'object' && period !== null && 'toDate' in period
        ? { fromDate: period.toDate, toDate: period.toDate }
        : period,
    ),
  },
  {
    id: 'payrolls-without-data',
    title: 'A client that reads data finds no payrolls.',
    area: 'payroll',
    breaks: ['PAYROLL-010'],
    overrides: inAnswers('listPayrolls', 'data', remove),
  },
  {
    id: 'payrolls-as-bare-list',
    title: 'A client that reads data gets the list itself.',
    area: 'payroll',
    breaks: ['PAYROLL-010'],
    overrides: inAnswers('listPayrolls', '', (body) =>
      typeof body === 'object' && body !== null && 'data' in body ? body.data : body,
    ),
  },
  {
    id: 'payroll-read-without-status',
    title: 'A client that polls for Awaiting Funds never sees it.',
    area: 'payroll',
    breaks: ['PAYROLL-011'],
    overrides: inAnswers('readPayroll', 'status', remove),
  },
];
