import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState, type Outcome } from '../../state/business-state.ts';
import type { KycComponentState, KycRecord } from '../../state/records/people.ts';
import type { RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { at } from '../../testing/rule-context.ts';
import { sentinels } from './decisions.ts';
import { createKycRules } from './rules.ts';

const rules = createKycRules();
type Environment = RuleContext['environment'];
type Submission = Schemas['KycSubmission'];
type Status = Schemas['KycStatus'] | 'none';

const now = Date.parse('2026-04-10T12:00:00Z') / 1000;
const userId = 'user';
const businessId = 'business';
const statuses = ['none', 'processing', 'pending', 'approved', 'rejected'] as const;
const real: Submission = { firstName: 'Adaeze', idDetails: { type: 'passport', number: 'A1' } };
const withAddress: Submission = { ...real, address: { line2: 'Floor 3' } };

const componentOf = (status: Status): KycComponentState | undefined =>
  status === 'none' ? undefined : { status };

function stateOf(identity: Status, address: Status = 'none', more: Partial<KycRecord> = {}): BusinessState {
  const [one, other] = [componentOf(identity), componentOf(address)];
  const record: KycRecord = {
    id: userId,
    businessId,
    details: {},
    ...(one && { identity: one }),
    ...(other && { address: other }),
    ...more,
  };
  return {
    ...emptyState({ id: businessId, tenantKey: 'tk', kind: 'created' }),
    users: [{ id: userId, businessId, user: { id: userId } }],
    kycRecords: [{ id: 'other', businessId, details: {} }, record],
  };
}

const withFiles = (state: BusinessState, ids: readonly string[]): BusinessState => ({
  ...state,
  files: ids.map((id) => ({ id, businessId, file: { id } })),
});

const recordIn = ({ kycRecords }: BusinessState) => kycRecords.find(({ id }) => id === userId);

/** Statuses of identity and address, and the events as words. */
function shown({ state, events }: Outcome) {
  const { identity, address } = recordIn(state) ?? {};
  const words = events.map(({ eventType, data }) => {
    expect(eventType).toBe('user.kyc.updated');
    return 'status' in data && 'type' in data ? `${data.type} ${data.status}` : '';
  });
  return [identity?.status ?? 'none', address?.status ?? 'none', ...words];
}

const submitted = (state: BusinessState, input: Submission, environment: Environment = 'sandbox') =>
  shown(rules.submit(state, { userId, input }, at(now, { environment })));
const resubmitted = (state: BusinessState, input: Submission, environment: Environment = 'sandbox') =>
  shown(rules.resubmit(state, { userId, input }, at(now, { environment })));
const refused = (status: number, message?: string) =>
  expect.objectContaining({ status, ...(message !== undefined && { message }) });

describe('sentinels of a submission', () => {
  const sentinel = (number?: string, line2?: string): Submission => ({
    ...(number !== undefined && { idDetails: { number } }),
    ...(line2 !== undefined && { address: { line2 } }),
  });
  test.each([
    ['sandbox', 'A1', undefined, 'processing', undefined],
    ['sandbox', 'A1', 'Floor 3', 'processing', 'processing'],
    ['sandbox', undefined, undefined, 'processing', undefined],
    ['sandbox', 'auto-approve', undefined, 'approved', undefined],
    ['sandbox', 'Auto-APPROVE', undefined, 'approved', undefined],
    ['sandbox', 'auto-reject', undefined, 'rejected', undefined],
    ['sandbox', 'auto-approve', 'Floor 3', 'approved', 'processing'],
    ['sandbox', 'auto-approve', 'AUTO-reject', 'approved', 'rejected'],
    ['sandbox', 'auto-reject', 'auto-approve', 'rejected', 'approved'],
    ['sandbox', 'A1', 'auto-approve', 'processing', 'approved'],
    ['sandbox', 'auto-approved', undefined, 'processing', undefined],
    ['production', 'auto-approve', 'auto-approve', 'processing', 'processing'],
    ['production', 'auto-reject', 'auto-reject', 'processing', 'processing'],
  ] as const)(
    '%s: number %s and line2 %s make %s and %s',
    (environment, number, line2, identity, address) => {
      const words = [`identity ${identity}`, ...(address ? [`address ${address}`] : [])];
      const want = [identity, address ?? 'none', ...words];
      expect(submitted(stateOf('none'), sentinel(number, line2), environment)).toEqual(want);
      const again = stateOf('rejected', 'none');
      expect(resubmitted(again, sentinel(number, line2), environment)).toEqual(want);
    },
  );

  test.each(sentinels)('$component: $value is $verdict', ({ component, value, verdict }) => {
    const input = component === 'identity' ? sentinel(value) : sentinel(undefined, value);
    expect(submitted(stateOf('none'), input)).toContain(`${component} ${verdict}`);
  });

  test('a proof of address submits the address as well', () => {
    const state = withFiles(stateOf('none'), ['file']);
    expect(submitted(state, { addressProofFileId: 'file' }).slice(0, 2)).toEqual([
      'processing',
      'processing',
    ]);
  });

  test('works for a user without a record', () => {
    const state = { ...stateOf('none'), kycRecords: [] };
    expect(submitted(state, real)).toEqual(['processing', 'none', 'identity processing']);
  });
});

describe('submitting', () => {
  test.each(statuses.slice(1))('an identity that is %s is refused', (identity) => {
    const submit = () => submitted(stateOf(identity), real);
    expect(submit).toThrow(refused(400, 'The verification was submitted before'));
    expect(() => submitted(stateOf(identity, 'approved'), withAddress)).toThrow(refused(400));
  });

  test.each(statuses.slice(1))('an address for the first time leaves an identity that is %s', (identity) => {
    expect(submitted(stateOf(identity), withAddress)).toEqual([identity, 'processing', 'address processing']);
  });

  test.each(statuses.slice(1))('an identity for the first time leaves an address that is %s', (address) => {
    expect(submitted(stateOf('none', address), withAddress)).toEqual([
      'processing',
      address,
      'identity processing',
    ]);
  });
});

describe('resubmitting', () => {
  const message = 'Identity can only be resubmitted when status is Rejected';
  test.each(statuses.filter((status) => status !== 'rejected'))(
    'an identity that is %s is refused',
    (identity) => {
      for (const address of statuses)
        expect(() => resubmitted(stateOf(identity, address), withAddress)).toThrow(refused(400, message));
    },
  );

  test.each([
    ['none', 'processing', ['address processing']],
    ['rejected', 'processing', ['address processing']],
    ['processing', 'processing', []],
    ['pending', 'pending', []],
    ['approved', 'approved', []],
  ] as const)('takes an address that is %s to %s', (address, want, words) => {
    expect(resubmitted(stateOf('rejected', address), withAddress)).toEqual([
      'processing',
      want,
      'identity processing',
      ...words,
    ]);
  });

  test('without an address leaves a rejected one', () => {
    expect(resubmitted(stateOf('rejected', 'rejected'), real)).toEqual([
      'processing',
      'rejected',
      'identity processing',
    ]);
  });
});

describe('the sandbox review', () => {
  const cases = statuses.flatMap((given) =>
    (['identity', 'address'] as const).flatMap((type) => [
      [given, type, 'approve', 'approved'] as const,
      [given, type, 'reject', 'rejected'] as const,
    ]),
  );
  test.each(cases)('of a user whose components are %s: %s %s', (given, type, action, want) => {
    const before = stateOf(given, given);
    const outcome = rules.review(before, { userId, input: { action, type } }, at(now));
    const [identity, address] = type === 'identity' ? [want, given] : [given, want];
    expect(shown(outcome)).toEqual([identity, address, `${type} ${want}`]);
  });

  test('keeps details and documents on file', () => {
    const document = { details: { type: 'passport', number: 'A1' }, stage: 'valid' } as const;
    const details = { firstName: 'Adaeze', addressProofFileId: 'file' };
    const before = stateOf('processing', 'processing', { document, details });
    const { state } = rules.review(
      before,
      { userId, input: { action: 'reject', type: 'identity' } },
      at(now),
    );
    expect(recordIn(state)).toMatchObject({ document, details });
  });

  test.each([
    [{ type: 'identity' }, { action: 'is missing' }],
    [{ action: 'approve' }, { type: 'is missing' }],
  ] as const)('%j is refused', (input, params) => {
    expect(() => rules.review(stateOf('none'), { userId, input }, at(now))).toThrow(
      expect.objectContaining({ params }),
    );
  });
});

describe('a result', () => {
  const conclude = (state: BusinessState, result: 'approved' | 'rejected', environment: Environment) =>
    rules.conclude(state, { userId, type: 'identity', result, reason: 'Why' }, at(now, { environment }));

  test.each(['approved', 'rejected'] as const)('of %s arrives in production', (result) => {
    const outcome = conclude(stateOf('processing', 'processing'), result, 'production');
    expect(shown(outcome)).toEqual([result, 'processing', `identity ${result}`]);
    const reason = result === 'rejected' ? { reason: 'Why' } : {};
    expect(recordIn(outcome.state)?.identity).toEqual({ status: result, ...reason });
  });

  test.each(statuses.filter((status) => status !== 'processing'))('does not arrive for %s', (given) => {
    expect(() => conclude(stateOf(given, 'processing'), 'approved', 'production')).toThrow(refused(400));
  });

  test('never arrives in the sandbox', () => {
    expect(() => conclude(stateOf('processing'), 'approved', 'sandbox')).toThrow(refused(400));
  });
});

describe('a component without a review', () => {
  const start = (environment: Environment) =>
    rules.submit(stateOf('none'), { userId, input: withAddress }, at(now, { environment })).state;

  test.each([
    [59, 'processing'],
    [60, 'pending'],
    [61, 'pending'],
  ])('is after %i seconds %s, without an event', (seconds, want) => {
    const before = start('sandbox');
    expect(rules.nextProgressAt(before, at(now))).toBe(now + 60);
    const outcome = rules.progress(before, at(now + seconds));
    expect(shown(outcome)).toEqual([want, want]);
    expect(rules.progress(outcome.state, at(now + seconds)).state).toBe(outcome.state);
    if (want === 'processing') expect(outcome.state).toBe(before);
    else expect(rules.nextProgressAt(outcome.state, at(now + seconds))).toBeUndefined();
  });

  test('stays processing in production', () => {
    const before = start('production');
    expect(rules.nextProgressAt(before, at(now))).toBeUndefined();
    expect(rules.progress(before, at(now + 10 ** 8, { environment: 'production' })).state).toBe(before);
  });

  test('is not pending when it was decided in time', () => {
    const { state } = rules.review(
      start('sandbox'),
      { userId, input: { action: 'approve', type: 'address' } },
      at(now),
    );
    expect(shown(rules.progress(state, at(now + 60)))).toEqual(['pending', 'approved']);
  });
});

describe('files', () => {
  const files = ['front', 'back', 'selfie', 'proof'];
  const idDetails = { frontFileId: 'front', backFileId: 'back', selfieFileId: 'selfie' };
  const input: Submission = { idDetails, addressProofFileId: 'proof' };

  test('that were uploaded are accepted', () => {
    expect(submitted(withFiles(stateOf('none'), files), input)[0]).toBe('processing');
  });

  test.each(files)('the file %s must have been uploaded', (missing) => {
    const ids = files.filter((id) => id !== missing);
    expect(() => submitted(withFiles(stateOf('none'), ids), input)).toThrow(refused(404));
    expect(() => resubmitted(withFiles(stateOf('rejected'), ids), input)).toThrow(refused(404));
    const renew = () => rules.renew(withFiles(stateOf('approved'), ids), { userId, input }, at(now));
    if (missing === 'proof') expect(renew).not.toThrow();
    else expect(renew).toThrow(refused(404));
  });

  test('must have been uploaded for a sentinel as well, which needs none', () => {
    const unknown = { idDetails: { number: 'auto-approve', frontFileId: 'front' } };
    expect(() => submitted(stateOf('none'), unknown)).toThrow(refused(404));
    expect(submitted(stateOf('none'), { idDetails: { number: 'auto-approve' } })[0]).toBe('approved');
  });
});

test('an unknown user is rejected', () => {
  const nobody = { ...stateOf('none'), users: [] };
  const production = at(now, { environment: 'production' });
  const calls = [
    () => rules.submit(nobody, { userId, input: real }, production),
    () => rules.resubmit(nobody, { userId, input: real }, production),
    () => rules.renew(nobody, { userId, input: { idDetails: {} } }, production),
    () => rules.review(nobody, { userId, input: { action: 'approve', type: 'identity' } }, at(now)),
    () => rules.conclude(nobody, { userId, type: 'identity', result: 'approved' }, production),
  ];
  for (const call of calls) expect(call).toThrow(refused(404));
});
