import { invalidBody } from '../../reference-server/state/refusal.ts';
import { inEvents } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { refusing } from './request-tools.ts';
import {
  asNull,
  bareList,
  dateTime,
  inAnswers,
  inObjects,
  instead,
  lowerCase,
  prefixed,
  remove,
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
  'listed-payroll-without-status': {
    title: 'A client that lists payrolls cannot see which of them are paid.',
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
    breaks: ['PAYROLL-049', 'PAYROLL-014'],
    overrides: inAnswers('listPayrolls', 'data.*.type', () => 'ONE_OFF'),
  },
  'payroll-type-as-in-the-list': {
    title: 'A consumer that compares with ONE_OFF finds ONE-OFF.',
    breaks: ['EVENT-052', 'EVENT-050'],
    overrides: inEvents('payroll.created', 'type', instead('ONE_OFF', 'ONE-OFF')),
  },
  'payroll-date-with-time': {
    title: 'The payrollDate has a time, so a client in the west shows it one day early.',
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
    title: 'The net amount is a fraction, so a client that reads integers loses a part of it.',
    breaks: ['PAYROLL-007', 'CONV-006'],
    subtle: ['rounding'],
    overrides: inAnswers('listPayrolls', 'data.*.net.amount', (amount) => Number(amount) / 1000 + 0.001),
  },
  'money-without-currency': {
    title: 'The tax of a payroll has no currency.',
    breaks: ['PAYROLL-007', 'CONV-006', 'CONV-005'],
    overrides: inAnswers('listPayrolls', 'data.*.tax.currency', remove),
  },
  'currency-in-lower-case': {
    title: 'A currency is in lower case, so a client that looks for USD does not find it.',
    breaks: ['CONV-005', 'PAYROLL-007'],
    overrides: inAnswers('listPayrolls', 'data.*.gross.currency', lowerCase),
  },
  'currency-that-is-none': {
    title: 'The currency of the gross amount does not exist.',
    breaks: ['CONV-005', 'PAYROLL-007'],
    overrides: inAnswers('listPayrolls', 'data.*.gross.currency', () => 'ZZZ'),
  },
  'pay-period-without-end': {
    title: 'The pay period of a listed payroll has no end.',
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
    title: 'The creation time of a payroll is text instead of a timestamp.',
    breaks: ['CONV-003'],
    overrides: inObjects('listPayrolls', 'data.*', (payroll) => ({
      ...payroll,
      createdAt: new Date().toISOString(),
    })),
  },
  'payroll-date-shifted': {
    title: 'A saved payroll shows the day after its payrollDate.',
    breaks: ['PAYROLL-012'],
    overrides: inAnswers('listPayrolls', 'data.*.payrollDate', nextDay),
  },
  'contractors-shown-as-employees': {
    title: 'A payroll of contractors looks like one of employees.',
    breaks: ['PAYROLL-012'],
    overrides: inAnswers('listPayrolls', 'data.*.workerType', () => 'EMPLOYEE'),
  },
  'pay-period-reduced-to-a-day': {
    title: 'The pay period of a payroll ends on the day on which it starts.',
    breaks: ['PAYROLL-012'],
    overrides: inObjects('listPayrolls', 'data.*.payPeriod', ({ toDate }) => ({ fromDate: toDate, toDate })),
  },
  'payrolls-without-data': {
    title: 'A client that reads data finds no payrolls.',
    breaks: ['PAYROLL-010'],
    overrides: inAnswers('listPayrolls', 'data', remove),
  },
  'payrolls-as-bare-list': {
    title: 'The list of payrolls is a bare array, so a client that reads data fails.',
    breaks: ['PAYROLL-010'],
    overrides: inAnswers('listPayrolls', '', bareList),
  },
  'payroll-read-without-status': {
    title: 'A client that polls for Awaiting Funds never sees it.',
    breaks: ['PAYROLL-011'],
    overrides: inAnswers('readPayroll', 'status', remove),
  },
  'contractors-as-a-number': {
    title: 'The worker type is a number.',
    breaks: ['PAYROLL-002'],
    overrides: inAnswers('listPayrolls', 'data.*.workerType', (type) => (type === 'CONTRACTOR' ? 2 : type)),
  },
  'rate-limit-with-an-offset-refused': {
    title: 'An FX validity limit is accepted in UTC only.',
    breaks: ['PAYROLL-043'],
    overrides: refusing(invalidBody({ fxValidUntil: 'must end in Z' }), 'savePayroll', ({ body }) =>
      /"fxValidUntil":"[^"]*[+-]\d\d:\d\d"/.test(JSON.stringify(body) ?? ''),
    ),
  },
});
