import { expect, test } from 'vitest';
import { announcementFaults } from './announcements.ts';

const event = (id: string, eventType: string, status?: string, tenantKey = 'tk') => ({
  id,
  eventType,
  timestamp: 1,
  data: { id: 'subject', tenantKey, ...(status !== undefined && { status }) },
});

test.each([
  [
    'different changes',
    [event('1', 'payroll.created'), event('2', 'payroll.status.updated', 'approved')],
    [],
  ],
  [
    'a payroll that is saved again',
    [event('1', 'payroll.status.updated', 'saved'), event('2', 'payroll.status.updated', 'saved')],
    [],
  ],
  ['what may happen again', [event('1', 'reimbursement.approved'), event('2', 'reimbursement.approved')], []],
  [
    'one status under two ids',
    [event('1', 'payroll.status.updated', 'completed'), event('2', 'payroll.status.updated', 'completed')],
    ['announced twice: payroll.status.updated completed of subject'],
  ],
  [
    'two processings of a transaction',
    [event('1', 'transaction.processing'), event('2', 'transaction.processing')],
    ['announced twice: transaction.processing of subject'],
  ],
  ['one event twice', [event('1', 'user.updated'), event('1', 'user.updated')], ['1 was delivered twice']],
  [
    'two events under one id',
    [event('1', 'user.updated'), event('1', 'person.updated')],
    [expect.stringContaining('1 stands for two events')],
  ],
  [
    'a business that there is not',
    [event('1', 'user.updated', undefined, 'other')],
    [expect.stringContaining('an event is of no business')],
  ],
])('%s', (_name, events, want) => {
  expect(announcementFaults(events, new Set(['tk']))).toEqual(want);
});
