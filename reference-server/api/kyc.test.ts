import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedEvent } from '../testing/receiver.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const day = 86_400;
const unknownId = '00000000-0000-4000-8000-000000000000';

/** A user in a new business of the platform, whose clock stands from now on. */
async function newUser(scenario: Scenario) {
  const { client, control, watch } = scenario;
  const { businessId = '', tenantKey = '' } = await client.ok('createBusiness', { body: {} });
  const events = await watch(businessId);
  const { id: personId = '' } = await client.ok('createPerson', { body: {}, tenantKey });
  const { id: userId } = await client.ok('inviteUser', { body: { personId }, tenantKey });
  const { now } = await control.advance(businessId, 0);
  const call = { path: { userId }, tenantKey };
  return {
    businessId,
    userId,
    call,
    /** The date that many days from today. */
    date: (days: number) => new Date((now + days * day) * 1000).toISOString().slice(0, 10),
    secondsUntil: async (date: string) =>
      Date.parse(date) / 1000 - (await control.advance(businessId, 0)).now,
    read: () => client.ok('readKyc', call),
    review: (action: 'approve' | 'reject', type: 'identity' | 'address') =>
      client.send('reviewKyc', { ...call, body: { action, type } }),
    async words() {
      const ofUser = (await events()).filter(({ data }) => data.userId === userId);
      return ofUser.map(({ data }) => String(data.stage ?? `${data.type} ${data.status}`));
    },
    async lastEvent(): Promise<ReceivedEvent | undefined> {
      return (await events()).at(-1);
    },
  };
}

describe('in the sandbox', () => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario();
  });
  afterAll(() => scenario.close());

  test('real values lead to processing, then to pending forever', async () => {
    const { client, control } = scenario;
    const { call, read, words, businessId, userId } = await newUser(scenario);
    expect(await read()).toEqual({ identity: {} });
    const body = { idDetails: { number: 'A1' }, address: { line1: '14 Marina Road' } };
    const processing = { identity: { status: 'processing' }, address: { status: 'processing' } };
    expect(await client.send('submitKyc', { ...call, body })).toEqual({ status: 201, body: processing });
    await control.advance(businessId, 59);
    expect(await read()).toEqual(processing);
    await control.advance(businessId, 1);
    expect(await read()).toEqual({ identity: { status: 'pending' }, address: { status: 'pending' } });
    await control.advance(businessId, 400 * day);
    expect(await read()).toEqual({ identity: { status: 'pending' }, address: { status: 'pending' } });
    expect(await words()).toEqual(['identity processing', 'address processing']);
    const result = { type: 'identity', result: 'approved' };
    expect((await control.send('POST', `/users/${userId}/kyc/result`, result)).status).toBe(400);
  });

  test('a sentinel decides at once, the review decides again, and a rejected identity is resubmitted', async () => {
    const { client } = scenario;
    const { call, read, review, words, lastEvent, userId } = await newUser(scenario);
    const body = { idDetails: { number: 'Auto-Approve' }, address: { line2: 'auto-REJECT' } };
    expect(await client.ok('submitKyc', { ...call, body })).toEqual({
      identity: { status: 'approved' },
      address: { status: 'rejected' },
    });
    expect((await client.send('submitKyc', { ...call, body })).status).toBe(400);
    expect(await client.send('resubmitKyc', { ...call, body })).toEqual({
      status: 400,
      body: { code: 'invalid_state', message: 'Identity can only be resubmitted when status is Rejected' },
    });
    expect(await review('reject', 'identity')).toEqual({ status: 204, body: undefined });
    expect(await client.ok('resubmitKyc', { ...call, body: { idDetails: { number: 'A1' } } })).toEqual({
      identity: { status: 'processing' },
      address: { status: 'rejected' },
    });
    await review('approve', 'address');
    expect(await read()).toEqual({ identity: { status: 'processing' }, address: { status: 'approved' } });
    expect((await lastEvent())?.data).toEqual({
      userId,
      type: 'address',
      status: 'approved',
      tenantKey: call.tenantKey,
    });
    expect(await words()).toEqual([
      'identity approved',
      'address rejected',
      'identity rejected',
      'identity processing',
      'address approved',
    ]);
  });

  test.each([
    ['submitKyc', { idDetails: { frontFileId: unknownId } }, 404],
    ['submitKyc', { addressProofFileId: unknownId }, 404],
    ['submitKyc', { idDetails: { number: 1 } }, 400],
    ['submitKyc', { idDetails: { expirationDate: '2026-02-30' } }, 400],
    ['resubmitKyc', {}, 400],
    ['renewKyc', {}, 400],
    ['renewKyc', { idDetails: { number: 'auto-approve' } }, 400],
    ['reviewKyc', { action: 'maybe', type: 'identity' }, 400],
    ['reviewKyc', { action: 'approve' }, 400],
  ] as const)(
    '%s of %j before anything was submitted is refused with %i',
    async (operation, body, status) => {
      const { call, read, words } = await newUser(scenario);
      const answer = await scenario.client.send(operation, { ...call, raw: jsonOf(body) });
      expect(answer.status).toBe(status);
      expect(await read()).toEqual({ identity: {} });
      expect(await words()).toEqual([]);
    },
  );

  test('a year passes every stage of a document at its time and in its order', async () => {
    const { client, control } = scenario;
    const { call, read, words, businessId, date, secondsUntil, lastEvent, userId } = await newUser(scenario);
    const expirationDate = date(100);
    const body = { idDetails: { type: 'passport', number: 'auto-approve', expirationDate } };
    await client.ok('submitKyc', { ...call, body });

    await control.advance(businessId, (await secondsUntil(date(70))) - 1);
    expect(await words()).toEqual(['identity approved']);
    await control.advance(businessId, 1);
    expect((await lastEvent())?.data).toEqual({
      userId,
      stage: 'about-to-expire',
      documentType: 'passport',
      expiryDate: expirationDate,
      tenantKey: call.tenantKey,
    });
    await control.advance(businessId, (await secondsUntil(date(161))) - 1);
    expect(await read()).toEqual({ identity: { status: 'approved' } });
    expect((await words()).at(-1)).toBe('in-grace-period');
    await control.advance(businessId, 1);
    expect(await read()).toEqual({ identity: { status: 'rejected', reason: 'The document has expired.' } });

    const replacement = { ...body.idDetails, expirationDate: date(261) };
    await client.ok('renewKyc', { ...call, body: { idDetails: replacement } });
    expect(await read()).toEqual({ identity: { status: 'approved' } });
    await control.advance(businessId, 365 * day);
    const stages = ['about-to-expire', 'in-grace-period', 'identity rejected', 'expired'];
    expect(await words()).toEqual(['identity approved', ...stages, 'identity approved', ...stages]);
    const again = await client.ok('resubmitKyc', {
      ...call,
      body: { idDetails: { number: 'auto-approve' } },
    });
    expect(again).toEqual({ identity: { status: 'approved' } });
  });

  test('a year in one step delivers the stages at their times', async () => {
    const { client, control } = scenario;
    const { call, businessId, date } = await newUser(scenario);
    const idDetails = { number: 'auto-approve', expirationDate: date(100) };
    await client.ok('submitKyc', { ...call, body: { idDetails } });
    await control.advance(businessId, 365 * day);
    const deliveries = await control.deliveries(businessId);
    const dates = deliveries
      .filter(({ eventType }) => eventType === 'user.kyc.expiry')
      .map(({ attempts: [first] }) => new Date((first?.at ?? 0) * 1000).toISOString());
    expect(dates).toEqual([70, 101, 161].map((days) => `${date(days)}T00:00:00.000Z`));
  });

  test('a renewal with real values is decided by the review', async () => {
    const { client } = scenario;
    const { call, read, review, words, date } = await newUser(scenario);
    const idDetails = { type: 'passport', number: 'auto-approve', expirationDate: date(30) };
    await client.ok('submitKyc', { ...call, body: { idDetails } });
    const body = { idDetails: { type: 'passport', number: 'B2', expirationDate: date(3000) } };
    expect(await client.send('renewKyc', { ...call, body })).toEqual({
      status: 200,
      body: { identity: { status: 'processing' } },
    });
    await review('approve', 'identity');
    expect(await read()).toEqual({ identity: { status: 'approved' } });
    expect(await words()).toEqual([
      'identity approved',
      'about-to-expire',
      'identity processing',
      'identity approved',
    ]);
  });

  test('every documented field is accepted with uploaded files, and not with those of another business', async () => {
    const { client } = scenario;
    const { call } = await newUser(scenario);
    const upload = async (tenantKey: string) => {
      const body = new FormData();
      body.append('file', new File(['picture'], 'passport.jpg', { type: 'image/jpeg' }));
      const { id = '' } = await client.ok('uploadFile', { body, tenantKey });
      return id;
    };
    const submission = (fileId: string) => ({
      firstName: 'Adaeze',
      lastName: 'Okafor',
      dob: '1991-08-14',
      nationality: 'NG',
      address: {
        countryCode: 'NG',
        line1: '14 Marina Road',
        line2: 'Floor 3',
        city: 'Lagos',
        postalCode: '1',
        state: 'L',
      },
      idDetails: {
        type: 'passport',
        number: 'A08124567',
        issuedCountryCode: 'NG',
        issuedBy: 'Nigeria Immigration Service',
        issuedDate: '2021-05-04',
        expirationDate: '2061-05-03',
        frontFileId: fileId,
        backFileId: fileId,
        selfieFileId: fileId,
      },
      addressProofFileId: fileId,
    });
    const theirs = await upload((await newUser(scenario)).call.tenantKey);
    expect(await client.send('submitKyc', { ...call, body: submission(theirs) })).toMatchObject({
      status: 404,
      body: { code: 'resource_not_found' },
    });
    expect(await client.ok('submitKyc', { ...call, body: submission(await upload(call.tenantKey)) })).toEqual(
      {
        identity: { status: 'processing' },
        address: { status: 'processing' },
      },
    );
  });

  test('a user of another business is not found', async () => {
    const { client } = scenario;
    const { call, read } = await newUser(scenario);
    const { tenantKey } = (await newUser(scenario)).call;
    const operations = ['submitKyc', 'resubmitKyc', 'renewKyc', 'reviewKyc', 'readKyc'] as const;
    for (const operation of operations) {
      const body =
        operation === 'readKyc'
          ? {}
          : { raw: jsonOf({ idDetails: {}, action: 'approve', type: 'identity' }) };
      const theirs = await client.send(operation, { ...call, ...body, tenantKey });
      const nobodys = await client.send(operation, { path: { userId: unknownId }, ...body, tenantKey });
      expect(theirs.status).toBe(404);
      expect(theirs).toEqual(nobodys);
    }
    expect(await read()).toEqual({ identity: {} });
  });
});

describe('in production', () => {
  test('results arrive, sentinels count as real values, and there is no review operation', async () => {
    await using scenario = await startScenario({ environment: 'production' });
    const { client, control } = scenario;
    const { call, read, review, words, businessId, userId } = await newUser(scenario);
    const body = { idDetails: { number: 'auto-approve' }, address: { line2: 'auto-approve' } };
    await client.ok('submitKyc', { ...call, body });
    await control.advance(businessId, day);
    expect(await read()).toEqual({ identity: { status: 'processing' }, address: { status: 'processing' } });
    expect((await review('approve', 'identity')).status).toBe(404);
    const conclude = (result: object) => control.send('POST', `/users/${userId}/kyc/result`, result);
    const reason = 'The document is not legible.';
    expect((await conclude({ type: 'identity', result: 'rejected', reason })).status).toBe(204);
    expect((await conclude({ type: 'identity', result: 'approved' })).status).toBe(400);
    expect((await conclude({ type: 'address', result: 'approved' })).status).toBe(204);
    expect(await read()).toEqual({
      identity: { status: 'rejected', reason },
      address: { status: 'approved' },
    });
    expect(await words()).toEqual([
      'identity processing',
      'address processing',
      'identity rejected',
      'address approved',
    ]);
    expect(
      (await control.send('POST', `/users/${unknownId}/kyc/result`, { type: 'address', result: 'approved' }))
        .status,
    ).toBe(404);
  });
});

function jsonOf(body: object) {
  return { text: JSON.stringify(body), contentType: 'application/json' };
}
