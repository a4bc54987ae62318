import { expect, test } from 'vitest';
import { webhookLane } from '../../engine/history.ts';
import { announcedAfter, announcedJob, announcedOnce, enteredOnce, observedIn } from './announcements.ts';
import { balance, component, payrollFunds } from './objects.ts';
import { isAfterApproval, wordsOfFunded } from './payroll-statuses.ts';
import type { ClientCall, ClientOutcome, Op, SharedObject } from './play.ts';

const ok: ClientOutcome = { status: 200 };
const rejected: ClientOutcome = { status: 409 };
const shows = (seen: string | number): ClientOutcome => ({ status: 200, seen });

/** A request of a client; one without an outcome is lost. */
function sent(start: number, end: number, verb: string, value = 0, outcome?: ClientOutcome, object = 0): Op {
  const call: ClientCall = { verb, object, value };
  if (outcome === undefined) return { client: 1, call, start, end: Number.POSITIVE_INFINITY };
  return { client: 1, call, start, end, outcome };
}

/** A webhook that arrives. */
const webhook = (at: number, verb: string, seen: string | number, object = 0, value = -1): Op => ({
  client: webhookLane,
  call: { verb, object, value },
  start: 0,
  asOf: at,
  end: at,
  outcome: shows(seen),
});

const atRest = (start: number, verb: string, seen: string | number): Op => ({
  ...sent(start, start + 1, verb, -1, shows(seen)),
  client: 0,
});

/** The requirement that a history breaks. */
function brokenBy(shared: SharedObject, history: readonly Op[]): string | undefined {
  const own = history.filter((each) =>
    each.client === webhookLane ? shared.listensTo(each.call) : shared.concerns(each.call),
  );
  const found = shared.contradictionIn(own);
  return found && shared.breaks(found);
}

const status = 'payroll.status.updated';
const funds = payrollFunds({ debit: 100, least: 90, ample: 300 });
const funded = enteredOnce({ object: 0, words: wordsOfFunded(true) });
const fundedLate = enteredOnce({ object: 0, words: wordsOfFunded(false) });
const past = announcedAfter({
  listensTo: ({ verb }) => verb === status,
  says: isAfterApproval,
  isCause: ({ verb }) => verb === 'approve',
  rule: 'PAYROLL-040',
});
const saves = (owed: number) =>
  announcedOnce({
    listensTo: ({ verb }) => verb === status,
    says: (seen) => seen === 'saved',
    causes: ({ verb }) => (verb === 'write' ? 1 : 0),
    owed,
  });
const kyc = 'user.kyc.updated';
const job = 'person.jobinfo.updated';
const money = 'transaction.succeeded';

test.for<[given: string, SharedObject, readonly Op[], want: string | undefined]>([
  [
    'an approval that is announced',
    past,
    [sent(1, 2, 'approve', 0, ok), webhook(3, status, 'completed')],
    undefined,
  ],
  [
    'an approval that is announced before its answer',
    past,
    [sent(1, 5, 'approve', 0, ok), webhook(3, status, 'completed')],
    undefined,
  ],
  [
    'an approval whose answer was lost',
    past,
    [sent(1, 0, 'approve'), webhook(3, status, 'completed')],
    undefined,
  ],
  [
    'an approval that was sent after its announcement',
    past,
    [webhook(3, status, 'completed'), sent(4, 5, 'approve', 0, ok)],
    'PAYROLL-040',
  ],
  [
    'an approval that was rejected',
    past,
    [sent(1, 2, 'approve', 0, rejected), webhook(3, status, 'approved')],
    'PAYROLL-040',
  ],
  ['a save that is announced late', past, [webhook(3, status, 'saved')], undefined],
  ['a word of nobody', past, [webhook(3, status, 'archived')], undefined],

  [
    'one announcement for each save, in any order',
    saves(0),
    [
      sent(1, 2, 'write', 0, ok),
      sent(1, 2, 'write', 1, ok),
      webhook(3, status, 'saved'),
      webhook(9, status, 'saved'),
    ],
    undefined,
  ],
  [
    'a rejected save that is announced',
    saves(0),
    [
      sent(1, 2, 'write', 0, ok),
      sent(1, 2, 'write', 1, rejected),
      webhook(3, status, 'saved'),
      webhook(9, status, 'saved'),
    ],
    'HOOK-013',
  ],
  ['a save of before that is announced late', saves(1), [webhook(3, status, 'saved')], undefined],

  [
    'an approval and its funds',
    funded,
    [webhook(3, status, 'scheduled'), webhook(4, status, 'approved')],
    undefined,
  ],
  [
    'an approval under two ids',
    funded,
    [webhook(3, status, 'approved'), webhook(4, status, 'approved')],
    'HOOK-013',
  ],
  [
    'an announcement that is written when it is delivered',
    funded,
    [webhook(3, status, 'scheduled'), webhook(4, status, 'scheduled')],
    undefined,
  ],
  [
    'one more than there can be',
    funded,
    [webhook(3, status, 'scheduled'), webhook(4, status, 'approved'), webhook(5, status, 'scheduled')],
    'HOOK-013',
  ],
  [
    'a save of before that is written when it is delivered',
    fundedLate,
    [webhook(3, status, 'approved'), webhook(4, status, 'approved')],
    undefined,
  ],

  [
    'a payroll that is scheduled by funds that have arrived',
    funds,
    [
      sent(1, 2, 'approve', 0, ok),
      sent(3, 4, 'deposit', 0, ok),
      webhook(5, status, 'scheduled'),
      webhook(6, status, 'approved'),
    ],
    undefined,
  ],
  [
    'a payroll that is called scheduled and was not approved',
    funds,
    [sent(3, 4, 'deposit', 0, ok), webhook(5, status, 'scheduled')],
    'PAYROLL-040',
  ],
  [
    'a payroll that is called scheduled before there are funds',
    funds,
    [sent(1, 2, 'approve', 0, ok), webhook(3, status, 'scheduled'), sent(4, 5, 'deposit', 0, ok)],
    'PAYROLL-040',
  ],
  [
    'two payrolls that are called scheduled with the funds of one',
    payrollFunds({ debit: 200, least: 190, ample: 300 }),
    [
      sent(1, 2, 'approve', 0, ok),
      sent(1, 2, 'approve', 0, ok, 1),
      sent(1, 2, 'deposit', 0, ok),
      webhook(3, status, 'scheduled', 1),
      webhook(4, status, 'scheduled', 0),
    ],
    'PAYROLL-040',
  ],
  [
    'a payroll that waits for funds although it is called scheduled',
    payrollFunds({ debit: 200, least: 190, ample: 300 }),
    [
      sent(1, 2, 'approve', 0, ok),
      sent(1, 2, 'approve', 0, ok, 1),
      sent(1, 2, 'deposit', 0, ok),
      webhook(3, status, 'scheduled', 1),
      atRest(8, 'read phases', '1'),
    ],
    'PAYROLL-040',
  ],
  ['a payroll that is processed days too early', funds, [webhook(3, status, 'processing')], 'PAYROLL-040'],

  [
    'an approval of a component that is announced after a rejection',
    component('identity'),
    [sent(1, 2, 'approve', 0, ok), sent(3, 4, 'reject', 0, ok), webhook(5, kyc, 'approved')],
    undefined,
  ],
  [
    'an approval of the other component',
    component('identity'),
    [sent(1, 2, 'approve', 0, ok, 1), webhook(5, kyc, 'approved')],
    'KYC-020',
  ],
  [
    'an approval that is announced and rolled back',
    component('identity'),
    [sent(1, 2, 'approve'), webhook(5, kyc, 'approved'), atRest(8, 'read', 'rejected')],
    'KYC-020',
  ],
  [
    'a status of before that is announced late',
    component('identity'),
    [webhook(5, kyc, 'processing'), webhook(6, kyc, 'rejected')],
    undefined,
  ],

  [
    'a deposit whose answer was lost, and that is announced and added',
    balance(0, ['SANDBOX-001']),
    [sent(1, 2, 'deposit', 3), webhook(4, money, 8, 0, 3), atRest(8, 'read balance', 8)],
    undefined,
  ],
  [
    'a deposit whose answer was lost, and that is announced and not added',
    balance(0, ['SANDBOX-001']),
    [sent(1, 2, 'deposit', 3), webhook(4, money, 8, 0, 3), atRest(8, 'read balance', 0)],
    'SANDBOX-001',
  ],
  [
    'a rejected deposit that is announced',
    balance(0, ['SANDBOX-001']),
    [sent(1, 2, 'deposit', 3, rejected), webhook(4, money, 8, 0, 3)],
    'SANDBOX-001',
  ],

  [
    'jobs that are announced in another order',
    announcedJob,
    [
      sent(1, 2, 'write', 0, ok),
      sent(3, 4, 'write', 1, ok),
      webhook(5, job, 1),
      webhook(6, job, 0),
      webhook(7, job, 1),
    ],
    undefined,
  ],
  [
    'a job that was rejected',
    announcedJob,
    [sent(1, 2, 'write', 0, ok), sent(3, 4, 'write', 1, rejected), webhook(5, job, 1)],
    'EVENT-008',
  ],
  [
    'a job of two updates',
    announcedJob,
    [sent(1, 4, 'write', 0, ok), sent(3, 4, 'write', 1, ok), webhook(5, job, 'Analyst 1, Department 2')],
    'EVENT-008',
  ],
])('%s', ([, shared, history, want]) => {
  expect(brokenBy(shared, history)).toBe(want);
});

test('the rules of webhooks are evaluated where webhooks have come', () => {
  const silent = [sent(1, 2, 'approve', 0, ok)];
  const heard = [...silent, webhook(3, status, 'approved')];
  expect(observedIn(silent, [past, funded])).toEqual([]);
  expect(observedIn(heard, [past, saves(0)])).toHaveLength(2);
  expect(funds.rulesIn(silent)).not.toContain('PAYROLL-040');
  expect(funds.rulesIn(heard)).toContain('PAYROLL-040');
});
