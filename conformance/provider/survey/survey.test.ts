import { describe, expect, test } from 'vitest';
import { ConformanceError } from '../../engine/errors.ts';
import type { Survey } from '../../engine/survey.ts';
import { summarise, type Target } from '../../target/target.ts';
import {
  asksForPayrolls,
  type FakeAnswer,
  fakeSecrets,
  runAgainst,
  startFakeTarget,
} from '../../testing/fake-target.ts';

const checks = [asksForPayrolls];
const patience = { seconds: 0.05, pauseMillis: 10 };

/** A server that opens businesses and creates everything. */
const creates = ({ method }: { method?: string | undefined }): FakeAnswer =>
  method === 'POST'
    ? { status: 201, body: { id: 'a', payrollId: 'p', businessId: 'b', tenantKey: 'tenant-key' } }
    : {};

/** A server that refuses every business, and repeats the key that it was sent. */
const refuses = ({ method }: { method?: string | undefined }): FakeAnswer =>
  method === 'POST'
    ? { status: 400, body: { message: `country is not served for ${fakeSecrets.platformToken}` } }
    : {};

const survey = async (target: Target, answer?: Survey) => {
  const { events, results } = await runAgainst(
    { ...target, patience },
    { checks, tries: 'values', ...(answer && { survey: answer }) },
  );
  return { events, results, found: results.survey };
};

describe('the survey', () => {
  test('comes before the first check, and is all in one event', async () => {
    await using fake = await startFakeTarget(creates);
    const { events, found } = await survey(fake.target);
    expect(events.slice(0, 3).map(({ type }) => type)).toEqual([
      'run-started',
      'target-surveyed',
      'check-started',
    ]);
    expect(found).toMatchObject({
      baseUrl: fake.target.baseUrl,
      reachable: { request: 'GET /v1/persons', status: 200 },
      keys: { platformToken: 'accepted', orgToken: 'accepted' },
      accepts: { opensBusinesses: true, values: { country: 'US' }, refused: [] },
      limits: { limited: 0 },
    });
  });

  test('has the words of the target, without keys', async () => {
    await using fake = await startFakeTarget(refuses);
    const { found } = await survey(fake.target);
    const [first] = found?.accepts?.refused ?? [];
    expect(first).toMatchObject({ operation: 'createBusiness', status: 400 });
    expect(first?.said).toContain('country is not served for $CONFORMANCE_PLATFORM_TOKEN');
    expect(JSON.stringify(found)).not.toContain(fakeSecrets.platformToken);
  });

  test('names an optional field that was rejected, with the words of the target', async () => {
    let saves = 0;
    await using fake = await startFakeTarget((request) => {
      const isSave = request.url?.endsWith('/save') === true;
      if (isSave) saves += 1;
      // The first has the field, the second is the same without it.
      const isFirst = isSave && saves === 1;
      return isFirst
        ? { status: 400, body: { message: 'not valid', params: { 'feeLineItems[0]': fakeSecrets.orgToken } } }
        : creates(request);
    });
    const { found } = await survey(fake.target);
    const said = expect.stringContaining('"feeLineItems[0]":"$CONFORMANCE_ORG_TOKEN"');
    const dropped = [{ operation: 'savePayroll', field: 'feeLineItems', status: 400, said }];
    expect(found?.accepts).toMatchObject({ refused: [], dropped });
  });

  test('sends the file that a beneficiary needs, though something was rejected before', async () => {
    let beneficiaries = 0;
    await using fake = await startFakeTarget((request) => {
      const { method, url = '' } = request;
      if (url.endsWith('/save')) return { status: 422, body: { message: 'not such a date' } };
      if (method !== 'POST' || !url.endsWith('/beneficiaries')) return creates(request);
      beneficiaries += 1;
      const params = { 'kyc.idFileFront': 'is required' };
      return beneficiaries === 1 ? { status: 400, body: { message: 'not valid', params } } : creates(request);
    });
    const { found } = await survey(fake.target);
    expect(found?.accepts?.values.idFileFront).toMatch(/./);
  });

  test.each([
    ['far from ours', 4 * 86_400, expect.closeTo(4 * 86_400, -2)],
    ['about ours', 600, undefined],
  ])('finds the time of the target, which is %s', async (_, aheadSeconds, wanted) => {
    const createdTimestamp = Math.floor(Date.now() / 1_000) + aheadSeconds;
    await using fake = await startFakeTarget((request) => {
      const { body = {}, ...answer } = creates(request);
      return { ...answer, body: { ...Object(body), createdTimestamp } };
    });
    const { found } = await survey(fake.target);
    expect(found?.aheadSeconds).toEqual(wanted);
  });

  test('names afterWrite of the adapter where that has a mistake', async () => {
    await using fake = await startFakeTarget(creates);
    const afterWrite = () => Promise.reject(new Error('no such queue'));
    const { results } = await survey({ ...fake.target, afterWrite });
    expect(results).toMatchObject({
      verdict: 'error',
      code: 'CONFIGURATION_INVALID',
      reason: 'afterWrite of the adapter failed with Error: no such queue',
    });
  });

  test('is not made again where there is one', async () => {
    await using fake = await startFakeTarget(creates);
    const { found } = await survey(fake.target);
    const before = fake.requests.length;
    const again = await survey(fake.target, found);
    expect(again.found).toMatchObject({
      accepts: found?.accepts,
      surveyedAt: found?.surveyedAt,
      requests: 2,
    });
    const methods = fake.requests.slice(before).map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  test.each<[string, Partial<Survey>, RegExp]>([
    ['another address', { baseUrl: 'https://sandbox.example.com' }, /is of https:\/\/sandbox\.example\.com/],
    [
      'another adapter',
      { lines: [{ line: 'controls.drain', outcome: 'works', why: '' }] },
      /has other lines than the adapter: make it again/,
    ],
  ])('of %s is refused before anything is sent', async (_, change, says) => {
    await using fake = await startFakeTarget(creates);
    const { found } = await survey(fake.target);
    if (found === undefined) throw new Error('There is no survey.');
    const before = fake.requests.length;
    const { results } = await survey(fake.target, { ...found, ...change });
    expect(results).toMatchObject({ verdict: 'error', code: 'CONFIGURATION_INVALID' });
    expect(results.reason).toMatch(says);
    expect(fake.requests.length).toBe(before);
  });

  test('of a wrong adapter is shown, and ends the run', async () => {
    await using fake = await startFakeTarget(({ url = '', method }) =>
      url === '/drain' ? { status: 404 } : creates({ method }),
    );
    const controls: Target['controls'] = {
      drain: () => Promise.reject(new TypeError('business is not defined')),
    };
    const target = { ...fake.target, patience, controls };
    const { results, events } = await runAgainst(target, { checks, tries: 'lines' });
    expect(events.map(({ type }) => type)).toEqual(['run-started', 'target-surveyed', 'run-finished']);
    expect(results).toMatchObject({ verdict: 'error', code: 'CONFIGURATION_INVALID' });
    expect(results.survey?.lines).toMatchObject([{ line: 'controls.drain', outcome: 'wrong' }]);
  });
});

test('a target that cannot be opened ends the run like any other failure', async () => {
  await using fake = await startFakeTarget();
  const { credentials } = fake.target;
  const open = () => Promise.reject(new ConformanceError('TARGET_UNREACHABLE', 'No response: start it'));
  const opening = { summary: summarise(fake.target), credentials, open };
  const { events, results } = await runAgainst(opening, { checks });
  expect(events.map(({ type }) => type)).toEqual(['run-started', 'run-finished']);
  expect(results).toMatchObject({
    verdict: 'error',
    code: 'TARGET_UNREACHABLE',
    reason: 'No response: start it',
  });
});
