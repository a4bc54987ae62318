import { expect, test } from 'vitest';
import { balance, component, idempotencyKey, payrollFunds, register, token, visibleOnce } from './objects.ts';
import type { ClientCall, ClientOutcome, SharedObject } from './play.ts';

/** One after the other: what was asked for, and what came; undefined for a lost answer. */
type Done = readonly [verb: string, value: number, outcome: ClientOutcome | undefined, object?: number];

const ok: ClientOutcome = { status: 200 };
const rejected: ClientOutcome = { status: 409 };
const seen = (value: string | number): ClientOutcome => ({ status: 200, seen: value });

/** The requirement that a conversation breaks. */
function brokenBy(shared: SharedObject, done: readonly Done[]): string | undefined {
  const history = done.map(([verb, value, outcome, object = 0], index) => {
    const call: ClientCall = { verb, value, object };
    return outcome === undefined
      ? { client: 1, call, start: 2 * index, end: Number.POSITIVE_INFINITY }
      : { client: 1, call, start: 2 * index, end: 2 * index + 1, outcome };
  });
  const found = shared.contradictionIn(history.filter(({ call }) => shared.concerns(call)));
  return found && shared.breaks(found);
}

const created = visibleOnce({
  object: 0,
  write: 'create',
  read: 'read',
  value: 3,
  rules: ['BENEFICIARY-009'],
});
const key = idempotencyKey(0, ['PLATFORM-003']);
const job = register(0, ['PERSON-012']);
const funds = payrollFunds({ debit: 100, least: 90, ample: 300 });

test.for<[given: string, SharedObject, readonly Done[], want: string | undefined]>([
  [
    'a deposit that is shown',
    balance(5, ['SANDBOX-001']),
    [
      ['deposit', 2, ok],
      ['read balance', 0, seen(9)],
    ],
    undefined,
  ],
  [
    'a lost deposit that is not shown',
    balance(5, ['SANDBOX-001']),
    [
      ['deposit', 2, undefined],
      ['read balance', 0, seen(5)],
    ],
    undefined,
  ],
  [
    'a deposit that is missing',
    balance(5, ['SANDBOX-001']),
    [
      ['deposit', 2, ok],
      ['read balance', 0, seen(5)],
    ],
    'SANDBOX-001',
  ],
  [
    'a deposit that was rejected',
    balance(5, ['SANDBOX-001']),
    [
      ['deposit', 2, rejected],
      ['read balance', 0, seen(5)],
    ],
    undefined,
  ],
  [
    'a creation that is listed',
    created,
    [
      ['create', 3, ok],
      ['read', 0, seen('1 3')],
    ],
    undefined,
  ],
  [
    'a creation that is not listed',
    created,
    [
      ['create', 3, ok],
      ['read', 0, seen('13')],
    ],
    'BENEFICIARY-009',
  ],
  [
    'another creation',
    created,
    [
      ['create', 1, ok],
      ['read', 0, seen('1')],
    ],
    undefined,
  ],
  [
    'the last write',
    job,
    [
      ['write', 1, ok],
      ['write', 2, ok],
      ['read', 0, seen(2)],
    ],
    undefined,
  ],
  [
    'an earlier write',
    job,
    [
      ['write', 1, ok],
      ['write', 2, ok],
      ['read', 0, seen(1)],
    ],
    'PERSON-012',
  ],
  [
    'a mixture',
    job,
    [
      ['write', 1, ok],
      ['read', 0, seen('a, b')],
    ],
    'PERSON-012',
  ],
  [
    'one id for a key',
    key,
    [
      ['create', 0, undefined],
      ['create', 1, seen('a')],
      ['create', 2, seen('a')],
    ],
    undefined,
  ],
  [
    'two ids for a key',
    key,
    [
      ['create', 0, seen('a')],
      ['create', 1, rejected],
      ['create', 2, seen('b')],
    ],
    'PLATFORM-003',
  ],
  [
    'a resubmission after a rejection',
    component('identity'),
    [
      ['resubmit', 0, ok],
      ['read', 0, seen('pending')],
    ],
    undefined,
  ],
  [
    'a second resubmission',
    component('identity'),
    [
      ['resubmit', 0, ok],
      ['resubmit', 1, ok],
    ],
    'KYC-022',
  ],
  [
    'a second one that may fail later',
    component('identity'),
    [
      ['resubmit', 0, ok],
      ['resubmit', 1, { status: 202 }],
    ],
    undefined,
  ],
  [
    'a review of the other component',
    component('identity'),
    [
      ['approve', 0, ok, 1],
      ['read', 0, seen('rejected')],
    ],
    undefined,
  ],
  [
    'a review that is lost',
    component('identity'),
    [
      ['approve', 0, ok],
      ['read', 0, seen('rejected')],
    ],
    'KYC-017',
  ],
  [
    'a token after it was revoked',
    token,
    [
      ['revoke', 0, ok],
      ['read', 0, seen('accepted')],
    ],
    'AUTH-002',
  ],
  [
    'a token before it was revoked',
    token,
    [
      ['read', 0, seen('rejected')],
      ['revoke', 0, ok],
    ],
    'AUTH-005',
  ],
  [
    'funds for one of two',
    funds,
    [
      ['approve', 0, ok, 0],
      ['approve', 1, ok, 1],
      ['deposit', 0, ok],
      ['read phases', 0, seen('1')],
    ],
    undefined,
  ],
  [
    'funds for one that waits',
    funds,
    [
      ['approve', 0, ok, 0],
      ['deposit', 0, ok],
      ['read phases', 0, seen('0')],
    ],
    'PAYROLL-026',
  ],
  [
    'no funds for one that does not wait',
    funds,
    [
      ['approve', 0, ok, 0],
      ['read phases', 0, seen('')],
    ],
    'PAYROLL-024',
  ],
  [
    'a debit',
    funds,
    [
      ['approve', 0, ok, 0],
      ['deposit', 0, ok],
      ['read phases', 0, seen('')],
      ['read balance', 0, seen(200)],
    ],
    undefined,
  ],
  [
    'a second debit',
    funds,
    [
      ['approve', 0, ok, 0],
      ['deposit', 0, ok],
      ['read phases', 0, seen('')],
      ['read balance', 0, seen(100)],
    ],
    'PAYROLL-042',
  ],
])('%s', ([, shared, done, want]) => {
  expect(brokenBy(shared, done)).toBe(want);
});
