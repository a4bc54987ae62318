import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../state/schemas.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let sandbox: Scenario;
let production: Scenario;
beforeAll(async () => {
  sandbox = await startScenario();
  production = await startScenario({ environment: 'production' });
});
afterAll(() => Promise.all([sandbox.close(), production.close()]));

type Submission = Schemas['KybSubmission'];

/** A business of its own, with the actions of a test. */
async function business(scenario = sandbox) {
  const { client, control } = scenario;
  const { businessId, tenantKey } = await client.ok('createBusiness', { body: {} });
  const call = { path: { businessId }, tenantKey };
  const events = await scenario.watch(businessId);
  return {
    businessId,
    tenantKey,
    submit: (body: Submission = {}) => client.send('submitKyb', { ...call, body }),
    read: () => client.ok('readKyb', call),
    decide: async (outcome: string, message?: string) =>
      (await control.send('POST', `/businesses/${businessId}/kyb/decision`, { outcome, message })).status,
    /** Events without the fields that are the same in all of them. */
    announced: async () =>
      (await events()).map(({ eventType, data: { businessId: id, tenantKey: key, ...data } }) => {
        expect([id, key]).toEqual([businessId, tenantKey]);
        return [eventType, data];
      }),
  };
}

const reviewed = (outcome: string, message?: string) => [
  'business.kyb.reviewed',
  { outcome, ...(message !== undefined && { message }) },
];
const rejected = (reason: string) => ['business.kyb.rejected', { reason }];
const completed = ['business.kyb.completed', {}];

test('a business is not verified until it submits, and then waits for its review', async () => {
  const { submit, read, announced, businessId } = await business();
  expect(await read()).toEqual({ businessId, status: 'none', feedback: [] });
  const processing = { businessId, status: 'processing', feedback: [] };
  expect(await submit({ legalName: 'Marina', taxId: '23481907-0001' })).toEqual({
    status: 200,
    body: processing,
  });
  expect(await read()).toEqual(processing);
  expect(await announced()).toEqual([]);
});

describe('a review', () => {
  test('approves, and the verification is completed after it', async () => {
    const { submit, read, decide, announced } = await business();
    await submit();
    expect(await decide('approved')).toBe(204);
    expect(await read()).toMatchObject({ status: 'approved', feedback: [] });
    expect(await decide('completed')).toBe(204);
    expect(await read()).toMatchObject({ status: 'completed', feedback: [] });
    expect(await announced()).toEqual([reviewed('approved'), completed]);
  });

  test('completes at once, which approves too', async () => {
    const { submit, decide, announced } = await business();
    await submit();
    expect(await decide('completed')).toBe(204);
    expect(await announced()).toEqual([reviewed('approved'), completed]);
  });

  test('asks for more information, after which the business submits again', async () => {
    const { submit, read, decide, announced } = await business();
    await submit();
    expect(await decide('additional-information-needed', 'The certificate is not legible.')).toBe(204);
    expect(await read()).toMatchObject({ status: 'reviewed', feedback: ['The certificate is not legible.'] });
    expect((await submit()).body).toMatchObject({ status: 'processing', feedback: [] });
    await decide('approved');
    expect(await announced()).toEqual([
      reviewed('additional-information-needed', 'The certificate is not legible.'),
      reviewed('approved'),
    ]);
  });

  test('rejects permanently', async () => {
    const { submit, read, decide, announced } = await business();
    await submit();
    expect(await decide('rejected', 'Not in the register.')).toBe(204);
    expect(await read()).toMatchObject({ status: 'rejected', feedback: ['Not in the register.'] });
    expect(await submit()).toEqual({
      status: 400,
      body: {
        code: 'invalid_state',
        message: 'A business whose verification was rejected cannot submit it again',
      },
    });
    expect((await submit({ taxId: '000-XXX-AUTO-APPROVE' })).status).toBe(400);
    expect(await read()).toMatchObject({ status: 'rejected' });
    expect(await announced()).toEqual([rejected('Not in the register.')]);
  });

  test('without a message sends a default one', async () => {
    const { submit, read, decide, announced } = await business();
    await submit();
    await decide('rejected');
    expect((await read()).feedback).toEqual(['The business could not be verified.']);
    expect(await announced()).toEqual([rejected('The business could not be verified.')]);
  });
});

const outcomes = ['approved', 'additional-information-needed', 'rejected', 'completed'];

test.each([
  ['nothing', [], []],
  ['a submission', [undefined], outcomes],
  ['a call for more', [undefined, 'additional-information-needed'], []],
  ['an approval', [undefined, 'approved'], ['completed']],
  ['a rejection', [undefined, 'rejected'], []],
  ['a completion', [undefined, 'completed'], []],
])('after %s a review can only end as it should', async (_name, steps, allowed) => {
  for (const outcome of outcomes) {
    const { submit, decide, read, announced } = await business();
    for (const step of steps) await (step === undefined ? submit() : decide(step));
    const [before, sent] = [await read(), await announced()];
    expect(await decide(outcome)).toBe(allowed.includes(outcome) ? 204 : 400);
    if (allowed.includes(outcome)) continue;
    expect([await read(), await announced()]).toEqual([before, sent]);
  }
});

test.each([
  ['processing', []],
  ['approved', ['approved']],
  ['completed', ['completed']],
])('a business that is %s does not submit again', async (status, decisions) => {
  const { submit, decide, read } = await business();
  await submit();
  for (const decision of decisions) await decide(decision);
  expect(await submit()).toEqual({ status: 400, body: expect.objectContaining({ code: 'invalid_state' }) });
  expect((await read()).status).toBe(status);
});

const ssn = (...values: string[]): Submission => ({ principals: values.map((value) => ({ ssn: value })) });
const more = 'A proof of the address of a principal is needed.';
const unconfirmed = 'The identity of a principal could not be confirmed.';

describe('in the sandbox', () => {
  test.each<[name: string, submission: Submission, status: string, events: unknown[]]>([
    ['the tax ID', { taxId: '000-XXX-AUTO-APPROVE' }, 'completed', [reviewed('approved'), completed]],
    [
      'it in small letters',
      { taxId: '000-xxx-auto-approve' },
      'completed',
      [reviewed('approved'), completed],
    ],
    ['it among others', { taxId: '000-XXX-AUTO-APPROVE ' }, 'processing', []],
    ['an ordinary principal', ssn('512-40-7719'), 'processing', []],
    [
      'one SSN',
      ssn('512-40-7719', '000-00-0001'),
      'reviewed',
      [reviewed('additional-information-needed', more)],
    ],
    ['another SSN', ssn('000-00-0002'), 'rejected', [rejected(unconfirmed)]],
    ['both', ssn('000-00-0001', '000-00-0002'), 'rejected', [rejected(unconfirmed)]],
  ])('%s decides at once', async (_name, submission, status, events) => {
    const { submit, read, announced } = await business();
    expect((await submit(submission)).body).toMatchObject({ status });
    expect(await read()).toMatchObject({ status });
    expect(await announced()).toEqual(events);
  });

  test.each(['000-00-0001', '000-00-0002'])('the tax ID together with %s is refused', async (value) => {
    const { submit, read, announced } = await business();
    expect(await submit({ taxId: '000-XXX-auto-approve', ...ssn('512-40-7719', value) })).toEqual({
      status: 400,
      body: {
        code: 'invalid_request_body',
        message: 'The auto-approve tax ID cannot be combined with auto-feedback principal presets',
      },
    });
    expect(await read()).toMatchObject({ status: 'none' });
    expect(await announced()).toEqual([]);
  });

  test('sentinels work when a business submits again', async () => {
    const { submit, read } = await business();
    await submit(ssn('000-00-0001'));
    await submit({ taxId: '000-XXX-AUTO-APPROVE' });
    expect(await read()).toMatchObject({ status: 'completed', feedback: [] });
  });
});

test.each<[submission: Submission]>([
  [{ taxId: '000-XXX-AUTO-APPROVE' }],
  [ssn('000-00-0002')],
  [{ taxId: '000-XXX-AUTO-APPROVE', ...ssn('000-00-0001') }],
])('in production %j is a submission as any other', async (submission) => {
  const { submit, announced } = await business(production);
  expect(await submit(submission)).toMatchObject({ status: 200, body: { status: 'processing' } });
  expect(await announced()).toEqual([]);
});

describe('the certificate of registration', () => {
  const upload = async (tenantKey?: string) => {
    const body = new FormData();
    body.set('file', new File(['certificate'], 'certificate.pdf'));
    const { id } = await sandbox.client.ok('uploadFile', { body, ...(tenantKey && { tenantKey }) });
    return id ?? '';
  };

  test('must have been uploaded by the business', async () => {
    const { submit, read, tenantKey } = await business();
    const missing = await submit({ registrationFileId: randomUUID() });
    expect(missing.status).toBe(404);
    expect(await submit({ registrationFileId: await upload() })).toEqual(missing);
    expect(await read()).toMatchObject({ status: 'none' });
    expect((await submit({ registrationFileId: await upload(tenantKey) })).status).toBe(200);
  });
});

test('the verification of an unknown business is not found', async () => {
  const path = `/businesses/${randomUUID()}/kyb/decision`;
  expect((await sandbox.control.send('POST', path, { outcome: 'approved' })).status).toBe(404);
  expect((await sandbox.control.send('POST', path, { outcome: 'perhaps' })).status).toBe(400);
});
