import { faultsOf } from './fault.ts';
import {
  asNull,
  asObject,
  bareList,
  dateTime,
  fieldsOf,
  inAnswers,
  inObjects,
  lowerCase,
  prefixed,
  remove,
  rewrite,
} from './tools.ts';

const nextDay = (date: unknown) => new Date(Date.parse(String(date)) + 86_400_000).toISOString().slice(0, 10);

export const payrollFaults = faultsOf('payroll', {
  'payroll-without-id': {
    title: 'A listed payroll cannot be opened.',
    breaks: ['PAYROLL-001'],
    overrides: inAnswers('listPayrolls', 'data.*.payrollId', remove),
  },
  'payroll-id-with-prefix': {
    title: 'A client that stores identifiers as UUIDs cannot store that of a payroll.',
    breaks: ['PAYROLL-001', 'CONV-001'],
    overrides: inAnswers('listPayrolls', 'data.*.payrollId', prefixed('payroll')),
  },
  'worker-type-in-lower-case': {
    title: 'A client that compares with EMPLOYEE sees no employees.',
    breaks: ['PAYROLL-002'],
    overrides: inAnswers('listPayrolls', 'data.*.workerType', lowerCase),
  },
  'worker-type-missing-if-not-given': {
    title: 'A client that lists payrolls by their workers shows some of nobody.',
    breaks: ['PAYROLL-002'],
    overrides: () => {
      const without = new Set<unknown>();
      return {
        answer(answer, { id }, request) {
          if (answer.status >= 300) return answer;
          if (id === 'createPayroll' && fieldsOf(request?.body).workerType === undefined)
            without.add(fieldsOf(answer.body).payrollId);
          if (id !== 'listPayrolls') return answer;
          const emptied = asObject((payroll) =>
            without.has(payroll.payrollId) ? { ...payroll, workerType: '' } : payroll,
          );
          return { ...answer, body: rewrite(answer.body, 'data.*', emptied) };
        },
      };
    },
  },
  'listed-payroll-without-status': {
    title: 'Whoever lists payrolls cannot see which of them are paid.',
    breaks: ['PAYROLL-003'],
    overrides: inAnswers('listPayrolls', 'data.*.status', remove),
  },
  'num-people-as-string': {
    title: 'A client that adds up people concatenates them.',
    breaks: ['PAYROLL-004'],
    overrides: inAnswers('listPayrolls', 'data.*.numPeople', String),
  },
  'payroll-type-null': {
    title: 'A client cannot tell a regular payroll from a one-off, because the type is null.',
    breaks: ['PAYROLL-005'],
    overrides: inAnswers('listPayrolls', 'data.*.type', asNull),
  },
  'payroll-type-as-in-events': {
    title: 'A client that compares with ONE-OFF finds ONE_OFF.',
    breaks: ['PAYROLL-014'],
    overrides: inAnswers('listPayrolls', 'data.*.type', () => 'ONE_OFF'),
  },
  'payroll-date-with-time': {
    title: 'A client in the west shows the pay day one day early.',
    breaks: ['PAYROLL-006', 'CONV-002'],
    overrides: inAnswers('listPayrolls', 'data.*.payrollDate', dateTime),
  },
  'payroll-without-pension': {
    title: 'A client that shows what a payroll costs cannot show its pension.',
    breaks: ['PAYROLL-007'],
    overrides: inAnswers('listPayrolls', 'data.*.pension', remove),
  },
  'money-as-string': {
    title: 'A client that adds up debits concatenates them.',
    breaks: ['PAYROLL-007', 'CONV-006'],
    overrides: inAnswers('listPayrolls', 'data.*.debit.amount', String),
  },
  'money-as-fraction': {
    title: 'A client that counts whole units loses parts of the net pay.',
    breaks: ['PAYROLL-007', 'CONV-006'],
    subtle: ['rounding'],
    overrides: inAnswers('listPayrolls', 'data.*.net.amount', (amount) => Number(amount) / 1000 + 0.001),
  },
  'money-without-currency': {
    title: 'Nobody knows what the tax is counted in.',
    breaks: ['PAYROLL-007', 'CONV-006', 'CONV-005'],
    overrides: inAnswers('listPayrolls', 'data.*.tax.currency', remove),
  },
  'currency-in-lower-case': {
    title: 'A client that looks up USD does not find usd.',
    breaks: ['CONV-005', 'PAYROLL-007'],
    overrides: inAnswers('listPayrolls', 'data.*.gross.currency', lowerCase),
  },
  'currency-that-is-none': {
    title: 'A client that converts the gross amount knows no rate of its currency.',
    breaks: ['CONV-005', 'PAYROLL-007'],
    overrides: inAnswers('listPayrolls', 'data.*.gross.currency', () => 'ZZZ'),
  },
  'pay-period-without-end': {
    title: 'Whoever lists payrolls cannot see up to which day they pay.',
    breaks: ['PAYROLL-008', 'CONV-002'],
    overrides: inAnswers('listPayrolls', 'data.*.payPeriod.toDate', remove),
  },
  'pay-period-written-day-first': {
    title: 'The third of April becomes the fourth of March.',
    breaks: ['CONV-002', 'PAYROLL-008'],
    overrides: inAnswers('listPayrolls', 'data.*.payPeriod.fromDate', (date) =>
      String(date).split('-').reverse().join('/'),
    ),
  },
  'payroll-creation-as-text': {
    title: 'A payroll says when it was made, and in other words than any other record.',
    breaks: ['CONV-003'],
    overrides: inObjects('listPayrolls', 'data.*', (payroll) => ({
      ...payroll,
      createdAt: new Date().toISOString(),
    })),
  },
  'payroll-date-shifted': {
    title: 'Workers expect their pay a day late, because a saved payroll shows the day after its pay day.',
    breaks: ['PAYROLL-012'],
    overrides: inAnswers('listPayrolls', 'data.*.payrollDate', nextDay),
  },
  'contractors-shown-as-employees': {
    title: 'A payroll of contractors looks like one of employees.',
    breaks: ['PAYROLL-012'],
    overrides: inAnswers('listPayrolls', 'data.*.workerType', () => 'EMPLOYEE'),
  },
  'pay-period-reduced-to-a-day': {
    title: 'A payroll of a month looks as if it paid for one day.',
    breaks: ['PAYROLL-012'],
    overrides: inObjects('listPayrolls', 'data.*.payPeriod', ({ toDate }) => ({ fromDate: toDate, toDate })),
  },
  'payrolls-without-data': {
    title: 'A client that reads data finds no payrolls.',
    breaks: ['PAYROLL-010'],
    overrides: inAnswers('listPayrolls', 'data', remove),
  },
  'payrolls-as-bare-list': {
    title: 'A client that reads data gets the list itself.',
    breaks: ['PAYROLL-010'],
    overrides: inAnswers('listPayrolls', '', bareList),
  },
  'payroll-read-without-status': {
    title: 'A client that polls for Awaiting Funds never sees it.',
    breaks: ['PAYROLL-011'],
    overrides: inAnswers('readPayroll', 'status', remove),
  },
  'contractors-as-a-number': {
    title: 'A client that knows the two types of workers as words meets a number.',
    breaks: ['PAYROLL-002'],
    overrides: inAnswers('listPayrolls', 'data.*.workerType', (type) => (type === 'CONTRACTOR' ? 2 : type)),
  },
});
