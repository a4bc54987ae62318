/**
 * An integrator's mistakes in an adapter, against a reference server whose controls are bound like those of any other
 * server. Each is a configuration error or makes its requirements not exercised, with the line to change; none is a
 * finding.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notOffered, textAt } from '../../conformance/adapter/helpers.ts';
import type { Send } from '../../conformance/adapter/send.ts';
import { allChecks } from '../../conformance/all-checks.ts';
import { type Check, needsOf } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { asSurveyed } from '../../conformance/provider/survey/apply.ts';
import { type Target, whyUnusable } from '../../conformance/target/target.ts';
import { surveyOf } from '../../conformance/testing/survey-of.ts';
import { capabilities } from '../../openapi/catalogue.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import { collectResults } from '../../src/collect-results.ts';
import { type Adapter, defineAdapter } from '../../src/config/adapter.ts';
import { parseAdapter } from '../../src/config/parse-config.ts';
import type { ConformanceConfig } from '../../src/config/schema.ts';
import { resolveTarget } from '../../src/config/settings.ts';
import { openTarget } from '../../src/targets/open-target.ts';
import { tool } from '../../src/tool.ts';

const signal = AbortSignal.timeout(600_000);
const variables = { OPS_KEY: 'ops-key' };

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ environment: 'sandbox', control: true, seedData: false });
});
afterAll(() => server.close());

const register = async (send: Send, url: string, businessId?: string) =>
  send({ method: 'POST', path: '/_control/webhook-endpoints', body: { url, businessId } });

/** A correct adapter for the server of these tests. */
const right = defineAdapter({
  operations: {
    createPerson: {},
    inviteUser: {},
    createPayroll: {},
    createPayout: {},
    listWallets: {},
    createReimbursement: {},
    linkExternalAccount: {},
  },
  controls: {
    advanceClock: { path: '/_control/clocks/{businessId}/advance', body: { seconds: '{seconds}' } },
    drain: { path: '/_control/clocks/{businessId}/advance', body: { seconds: 0 } },
    registerWebhookEndpoint: {
      path: '/_control/webhook-endpoints',
      body: { url: '{url}', businessId: '{businessId}' },
    },
    removeWebhookEndpoint: { method: 'DELETE', path: '/_control/webhook-endpoints/{endpointId}' },
    listDeliveries: { method: 'GET', path: '/_control/deliveries?eventId={eventId}' },
    issueToken: {
      path: '/_control/tokens',
      body: { type: '{type}', businessId: '{businessId}', userId: '{userId}' },
    },
    revokeToken: { method: 'DELETE', path: '/_control/tokens/{tokenId}' },
    moveFiling: { path: '/_control/filings/{filingId}/transition', body: { status: '{status}' } },
    reviewKyb: { path: '/_control/businesses/{businessId}/kyb/decision', body: { outcome: '{outcome}' } },
    restrictDirectDebits: {
      method: 'PUT',
      path: '/_control/businesses/{businessId}/direct-debit-restriction',
    },
    settleTransaction: { path: '/_control/transactions/{transactionId}/settlement' },
    failTransaction: {
      path: '/_control/transactions/{transactionId}/failure',
      body: { message: '{message}' },
    },
    createFiling: {
      path: '/_control/businesses/{businessId}/filings',
      body: { name: 'Return', countryCode: 'NG', dueDate: '2999-12-31', requirements: '{requirements}' },
    },
  },
});

/** The adapter that is right, with one line of it otherwise. */
function but(change: Adapter): Adapter {
  return {
    ...right,
    ...change,
    operations: { ...right.operations, ...change.operations },
    controls: { ...right.controls, ...change.controls },
  };
}

const open = async (adapter: unknown, config: ConformanceConfig = {}) => {
  const parsed = parseAdapter(adapter, 'adapter.ts');
  const given = { ...config, adapter: parsed, target: 'live' as const };
  const settings = resolveTarget({ control: true, baseUrl: server.url }, given, {
    ...variables,
    CONFORMANCE_PLATFORM_TOKEN: server.keys.platformToken,
    CONFORMANCE_ORG_TOKEN: server.keys.orgToken,
  });
  return (await openTarget({ ...settings, patience: { seconds: 0.3, pauseMillis: 20 } }, signal)).target;
};

const surveyed = (target: Target) => surveyOf(target, 'lines');

const triedLines = async (target: Target) => (await surveyed(target)).lines ?? [];

/** Tries an adapter. @returns the target without the lines that cannot be used. @throws ConformanceError for a wrong line */
async function tried(adapter: Adapter) {
  const target = await open(adapter);
  return asSurveyed(target, await surveyed(target));
}

test('a correct adapter has no problems', async () => {
  const target = await open(right);
  const survey = await surveyed(target);
  const { lines = [] } = survey;
  expect(lines.filter(({ outcome }) => outcome === 'wrong' || outcome === 'unusable')).toEqual([]);
  expect(lines.filter(({ outcome }) => outcome === 'works').length).toBeGreaterThan(11);
  expect(survey).toMatchObject({
    clock: 'of each business',
    webhooks: 'signed',
    operations: { keyless: [] },
  });
  expect(asSurveyed(target, survey)).toMatchObject({ unusable: {}, controls: target.controls });
});

test('a control that is not offered in this case does not prevent the run', async () => {
  const target = await open(but({ controls: { issueToken: () => notOffered('There are no user tokens.') } }));
  const survey = await surveyed(target);
  const refused = survey.lines?.find(({ line }) => line === 'controls.issueToken');
  expect(refused).toMatchObject({ outcome: 'refused' });
  expect(asSurveyed(target, survey)).toMatchObject({ unusable: {}, controls: target.controls });
});

test('a rejected verification of an account names the lines that decide how it is verified', async () => {
  const known = { path: '/v1/external-accounts/{externalAccountId}/verify' };
  const target = await open(
    but({ operations: { verifyExternalAccount: { ...known, omit: ['descriptorCode', 'amounts'] } } }),
  );
  const checks = allChecks.filter(({ id }) => id === 'external-account.model');
  const options = { seed: 3, profile: 'standard', concurrency: 2, tool, signal } as const;
  const results = await collectResults(runConformance({ target, ...options, checks }));
  const reasons = results.requirements.flatMap(({ reason }) => reason ?? []);
  expect(reasons).toContainEqual(
    expect.stringMatching(
      /^The verification of an account \(by code\) was rejected with 4\d\d: .*operations\.linkExternalAccount.*operations\.verifyExternalAccount/,
    ),
  );
});

test('a wrong path of an action is named with its line, and not put down to shared businesses', async () => {
  const target = await open(
    but({ operations: { approvePayroll: { path: '/v1/payrolls/{payrollId}/aprove' } } }),
  );
  const checks = allChecks.filter(({ id }) => id === 'payroll.model');
  const options = { seed: 3, profile: 'smoke', concurrency: 2, maxBusinesses: 2, tool, signal } as const;
  const results = await collectResults(runConformance({ target, ...options, checks }));
  const obstacles = results.requirements.flatMap(({ obstacle }) => obstacle ?? []);
  expect(obstacles).toContainEqual({
    operation: 'approvePayroll',
    status: 404,
    said: expect.any(String),
    boundTo: 'POST /v1/payrolls/{payrollId}/aprove',
  });
});

test('controls may have their own base address', async () => {
  const controlBaseUrl = `${server.url.replace('127.0.0.1', 'localhost')}/_control/`;
  const controls = { drain: { path: '/clocks/{businessId}/advance', body: { seconds: 0 } } };
  const lines = await triedLines(await open({ controls, controlBaseUrl }));
  expect(lines.find(({ line }) => line === 'controls.drain')?.outcome).toBe('works');
});

describe('the configuration rejects', () => {
  test.each<[string, unknown, RegExp, ConformanceConfig?]>([
    [
      'an operation that there is not',
      { operations: { createPersn: {} } },
      /operations\.createPersn\. Did you mean createPerson/,
    ],
    [
      'a control that there is not',
      { controls: { advanceClok: { path: '/x' } } },
      /controls\.advanceClok.*advanceClock/,
    ],
    [
      'a key that there is not',
      { operation: {} },
      /unknown key operation\. Did you mean one of .*operations/,
    ],
    [
      'a key of a binding that there is not',
      { operations: { createPerson: { bdy: {} } } },
      /createPerson\.bdy\. Did you mean body/,
    ],
    [
      'a path without a slash',
      { operations: { createPerson: { path: 'v1/x' } } },
      /operations\.createPerson\.path must begin with a slash/,
    ],
    [
      'a path without its parameter',
      { operations: { approvePayroll: { path: '/v1/go' } } },
      /approvePayroll\.path must contain \{payrollId\}/,
    ],
    [
      'a parameter that there is not',
      { operations: { approvePayroll: { path: '/v1/{id}/{payrollId}' } } },
      /there is no parameter \{id\}/,
    ],
    [
      'a field of a body that there is not',
      { operations: { createPerson: { body: { fistName: 'a' } } } },
      /createPerson\.body\.fistName.*firstName/,
    ],
    [
      'a field of an answer that there is not',
      { operations: { createPayroll: { answer: { id: 'a' } } } },
      /createPayroll\.answer\.id is not in the description/,
    ],
    [
      'two fields under one name',
      { operations: { createPerson: { body: { firstName: 'n', lastName: 'n' } } } },
      /firstName and body\.lastName are both bound to n/,
    ],
    [
      'a documented field under another name',
      { operations: { createBeneficiary: { body: { name: 'n' } } } },
      /createBeneficiary\.body\.name is a name of the interface document/,
    ],
    [
      'a documented operation elsewhere',
      { operations: { savePayroll: { path: '/v1/{payrollId}' } } },
      /savePayroll\.path: the interface document defines this operation/,
    ],
    [
      'a documented operation with another key',
      { operations: { savePayroll: { key: 'platform' } } },
      /savePayroll\.key: the interface document defines/,
    ],
    [
      'a status that there is not',
      { operations: { createPerson: { status: 99 } } },
      /operations\.createPerson\.status/,
    ],
    [
      'a control that takes what it is not given',
      { controls: { drain: { path: '/x/{tenant}' } } },
      /controls\.drain\.\{tenant\} is not an argument of this control/,
    ],
    [
      'a control that answers what nobody asks',
      { controls: { advanceClock: { path: '/x', answer: { time: 'a' } } } },
      /advanceClock\.answer\.time/,
    ],
    [
      'words of a field that there is not',
      { values: { maritalState: { married: 'M' } } },
      /values\.maritalState.*Did you mean maritalStatus/,
    ],
    [
      'a documented word',
      { values: { 'listPayouts.data.status': { failed: 'F' } } },
      /failed is a value that the interface document names/,
    ],
    [
      'two words for one',
      { values: { maritalStatus: { married: 'M', widowed: 'M' } } },
      /married and widowed are both translated to M/,
    ],
    [
      'a word in two lists',
      { values: { maritalStatus: { married: ['M', 'C'], widowed: ['W', 'C'] } } },
      /married and widowed are both translated to C/,
    ],
    [
      'a secret in the place of its name',
      { secrets: ['sk-live-123'] },
      /secrets\.0 must be the name of an environment variable/,
    ],
    ['a variable that is not set', { secrets: ['OTHER_KEY'] }, /OTHER_KEY, which is not set/],
    [
      'controls at no address',
      { controlBaseUrl: '/ops' },
      /controlBaseUrl of the adapter "\/ops" is not a URL: give an address/,
    ],
    [
      'a key of controls that is not set',
      { controlKey: { env: 'OTHER_KEY' } },
      /OTHER_KEY, which is not set/,
    ],
    [
      'an operation that is absent too',
      { operations: { createPerson: {} }, absentOperations: ['createPerson'] },
      /operations\.createPerson is in both the adapter and absentOperations/,
    ],
    [
      'an operation that is bound too',
      { operations: { createPerson: {} } },
      /operations\.createPerson is in both the adapter and bindings/,
      { bindings: { createPerson: {} } },
    ],
    [
      'a control that is bound too',
      { controls: { drain: { path: '/x' } } },
      /controls\.drain is in both the adapter and the configuration/,
      { controls: { drain: { path: '/y' } } },
    ],
    [
      'a documented operation as absent',
      { absentOperations: ['listPersons'] },
      /absentOperations\.0 must be one of/,
    ],
  ])('%s', async (_, adapter, said, config) => {
    await expect(open(adapter, config)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringMatching(said),
    });
  });
});

test('an endpoint that was registered for a business stays, so that events of others at it are a finding', async () => {
  const target = await open(
    but({
      controls: {
        registerWebhookEndpoint: async (send, { url, businessId }) => {
          // This server ignores the business that the request names.
          const made = await send({
            method: 'POST',
            path: `/_control/webhook-endpoints?for=${businessId}`,
            body: { url },
          });
          return { id: textAt(made, 'id'), secret: textAt(made, 'secret') };
        },
      },
    }),
  );
  const survey = await surveyed(target);
  expect(survey.lines?.find(({ line }) => line === 'controls.registerWebhookEndpoint')).toMatchObject({
    outcome: 'works',
  });
  const checks = allChecks.filter(({ covers }) => covers.includes('HOOK-007'));
  const options = { seed: 3, profile: 'smoke', concurrency: 2, tool, signal } as const;
  const results = await collectResults(runConformance({ target, survey, ...options, checks }));
  expect(results.findings.map(({ requirement }) => requirement)).toContain('HOOK-007');
});

const clock = '/_control/clocks/{businessId}';

describe('the trial reports', () => {
  test.each<[string, Adapter, RegExp]>([
    [
      'a path',
      { operations: { createPerson: { path: '/v1/people' } } },
      /operations\.createPerson: POST \/v1\/people does not exist/,
    ],
    [
      'a method',
      { operations: { createPerson: { method: 'PUT' } } },
      /operations\.createPerson: PUT \S+ does not exist/,
    ],
    [
      'the place of an id',
      { operations: { createPerson: { answer: { id: 'person.id' } } } },
      /operations\.createPerson: it returned no id/,
    ],
    [
      'a header that is not there',
      { operations: { createPayroll: { answer: { payrollId: '@location' } } } },
      /operations\.createPayroll: it returned no payrollId/,
    ],
    [
      'a list in another place',
      { operations: { listWallets: { answer: { data: 'wallets' } } } },
      /operations\.listWallets: it returned no data/,
    ],
    [
      'a slip in a function',
      {
        operations: {
          createPerson: async (_, { send }) => ({
            id: textAt(await send({ method: 'GET', path: '/v1/persons' }), 'persons.first'),
          }),
        },
      },
      /operations\.createPerson: the answer \(200, an object of data, meta\) holds no text at persons\.first/,
    ],
    [
      'a documented operation that goes elsewhere',
      {
        operations: {
          createReimbursement: async ({ body }, { send }) => ({
            id: textAt(await send({ method: 'POST', path: '/v1/persons', body }), 'id'),
          }),
        },
      },
      /operations\.createReimbursement never sends POST \/v1\/reimbursements/,
    ],
    [
      'a documented operation with a key of its own',
      {
        operations: {
          createReimbursement: async ({ body }, { send }) => ({
            id: textAt(await send({ method: 'POST', path: '/v1/reimbursements', body, key: 'case' }), 'id'),
          }),
        },
      },
      /operations\.createReimbursement sends another key/,
    ],
    [
      'a secret that is not listed',
      {
        controls: {
          drain: async (send) =>
            void (await send({ method: 'GET', path: '/v1/persons', key: { env: 'OPS_KEY' } })),
        },
      },
      /controls\.drain: The adapter sends OPS_KEY, which it does not list/,
    ],
    [
      'the path of a control',
      { controls: { drain: { path: '/_control/clock/{businessId}' } } },
      /controls\.drain: .* was rejected with 404/,
    ],
    [
      'the method of a control',
      { controls: { drain: { method: 'PATCH', path: `${clock}/advance` } } },
      /controls\.drain: .* was rejected with 40[45]/,
    ],
    [
      'where a control answers the time',
      {
        controls: {
          advanceClock: {
            path: `${clock}/advance`,
            body: { seconds: '{seconds}' },
            answer: { now: 'clock.now' },
          },
        },
      },
      /set controls\.advanceClock\.answer\.now/,
    ],
    [
      'a clock that stands',
      { controls: { advanceClock: { path: `${clock}/advance`, body: { seconds: 0 } } } },
      /controls\.advanceClock: it was asked to move the clock by 3600 s, and returned the same time/,
    ],
    [
      'a clock that counts minutes',
      {
        controls: {
          advanceClock: async (send, id, seconds) =>
            Number(
              textAt(
                await send({
                  method: 'POST',
                  path: `/_control/clocks/${id}/advance`,
                  body: { seconds: seconds * 60 },
                }),
                'now',
              ),
            ),
        },
      },
      /moved by 216000 s: look at the unit/,
    ],
    [
      'a time in milliseconds',
      {
        controls: {
          advanceClock: async (send, id, seconds) =>
            Number(
              textAt(
                await send({ method: 'POST', path: `/_control/clocks/${id}/advance`, body: { seconds } }),
                'now',
              ),
            ) * 1_000,
        },
      },
      /which counts milliseconds: return Unix seconds/,
    ],
    [
      'a time that is none',
      { controls: { advanceClock: async () => Number.NaN } },
      /controls\.advanceClock: it returned null and no time/,
    ],
    [
      'an endpoint without a secret',
      {
        controls: {
          registerWebhookEndpoint: async (send, { url, businessId }) => ({
            id: textAt(await register(send, url, businessId), 'id'),
            secret: '',
          }),
        },
      },
      / {2}controls\.registerWebhookEndpoint returned no secret: return \{ id, secret \}/,
    ],
    [
      'an id for the secret',
      {
        controls: {
          registerWebhookEndpoint: async (send, { url, businessId }) => {
            const id = textAt(await register(send, url, businessId), 'id');
            return { id, secret: id };
          },
        },
      },
      /it returned the same text as id and as secret/,
    ],
    [
      'another text for the secret',
      {
        controls: {
          registerWebhookEndpoint: {
            path: '/_control/webhook-endpoints',
            body: { url: '{url}', businessId: '{businessId}' },
            answer: { secret: 'url' },
          },
        },
      },
      /controls\.registerWebhookEndpoint: another text of the answer verifies the signature/,
    ],
    [
      'a secret that fits nothing',
      {
        controls: {
          registerWebhookEndpoint: async (send, { url, businessId }) => ({
            id: textAt(await register(send, url, businessId), 'id'),
            secret: 'whsec_other',
          }),
        },
      },
      /another text of the answer verifies the signature/,
    ],
    [
      'deliveries that are no list',
      { controls: { listDeliveries: async () => ({ deliveries: [] }) as never } },
      /controls\.listDeliveries: it returned no list/,
    ],
    [
      'other words for a delivery',
      {
        controls: {
          listDeliveries: async (_, eventId) => [{ eventId, endpointId: 'e', status: 'SENT' as never }],
        },
      },
      /controls\.listDeliveries: it returned the status "SENT": return pending, delivered, failed/,
    ],
    [
      'a token without its id',
      { controls: { issueToken: async () => ({ token: 'abc-def' }) as never } },
      / {2}controls\.issueToken returned no id: return \{ id, token \}, each as text$/,
    ],
    [
      'a function without a method',
      {
        operations: {
          createPayroll: async (_, { send }) => (await send({ path: '/v1/runs' })).json as never,
        },
      },
      / {2}operations\.createPayroll: GET \/v1\/runs does not exist: 404 with \{/,
    ],
    [
      'a rejected request that is read as a success',
      {
        controls: {
          issueToken: async (send) => {
            const { json } = await send({ path: '/_control/tokens' });
            return json as never;
          },
          createFiling: async (send, businessId) => {
            const { json } = await send({ path: `/_control/businesses/${businessId}/filings` });
            return (json as { data: { id: string } }).data.id;
          },
        },
      },
      /^ {2}controls\.issueToken returned no id, after GET \/_control\/tokens was rejected: 404 with \{.*\};\n {2}controls\.createFiling: it threw Cannot read .*'id'\), after GET \/\S+ was rejected: 404 with \{.*\}$/m,
    ],
    [
      'an object for an id',
      { controls: { createFiling: async () => ({ filing: 'f' }) as never } },
      / {2}controls\.createFiling returned an object of filing as id: return it as text$/,
    ],
    [
      'a filing without an id',
      { controls: { createFiling: async () => undefined as never } },
      / {2}controls\.createFiling returned no id: return it as text$/,
    ],
    [
      'a drain that moves the clock',
      { controls: { drain: { path: '/_control/clocks/{businessId}/advance', body: { seconds: 86_400 } } } },
      /^ {2}controls\.drain: it moved the clock by 86400 s: it may only wait/m,
    ],
  ])('%s', async (_, change, said) => {
    await expect(tried(but(change))).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringMatching(said),
    });
  });
});

describe('requirements that are not exercised, with a reason that names the line', () => {
  test.each<[string, Adapter, RegExp]>([
    [
      'the id of a business for that of a person',
      {
        operations: {
          createPerson: async ({ body }, { send, businessId }) => {
            await send({ method: 'POST', path: '/v1/persons', body });
            return { id: String(businessId) };
          },
        },
      },
      /^operations\.createPerson: it returned id ".*", which the target does not know as a personId/,
    ],
    [
      'the id of a person for that of a user',
      { operations: { inviteUser: { answer: { id: 'personId' } } } },
      /^operations\.inviteUser: it returned id ".*", which the target does not know as a userId/,
    ],
    [
      'the id of a beneficiary for that of a payout',
      { operations: { createPayout: { answer: { id: 'beneficiaryId' } } } },
      /^operations\.createPayout: it returned id ".*", which the target does not know as a payoutId/,
    ],
    [
      'an endpoint of another business',
      {
        controls: {
          registerWebhookEndpoint: async (send, { url }) => {
            const made = await register(send, url, server.businesses.org.businessId);
            return { id: textAt(made, 'id'), secret: textAt(made, 'secret') };
          },
        },
      },
      /^controls\.registerWebhookEndpoint: no event arrived at the endpoint/,
    ],
    [
      'an endpoint of the platform',
      {
        controls: {
          registerWebhookEndpoint: { path: '/_control/webhook-endpoints', body: { url: '{url}' } },
        },
      },
      /^controls\.registerWebhookEndpoint: it registers an endpoint of the platform, .*\{businessId\}.*key: 'case'/,
    ],
    [
      'a log without the event',
      { controls: { listDeliveries: async () => [] } },
      /^controls\.listDeliveries: it returned no delivery of the event/,
    ],
    [
      'the id of a token for the token',
      {
        controls: {
          issueToken: {
            path: '/_control/tokens',
            body: { type: '{type}', businessId: '{businessId}', userId: '{userId}' },
            answer: { token: 'id' },
          },
        },
      },
      /^controls\.issueToken: the target rejects the token/,
    ],
    [
      'a token that is not revoked',
      { controls: { revokeToken: async () => {} } },
      /^controls\.revokeToken: the target still accepts the revoked token/,
    ],
    ...(
      ['moveFiling', 'reviewKyb', 'restrictDirectDebits', 'settleTransaction', 'failTransaction'] as const
    ).map((name): [string, Adapter, RegExp] => [
      `a control that does nothing: ${name}`,
      { controls: { [name]: async () => {} } },
      new RegExp(`^controls\\.${name}: it returned, but its effect is not visible`),
    ]),
  ])('%s', async (_, change, said) => {
    const opened = await open(but(change));
    const survey = await surveyed(opened);
    const target = asSurveyed(opened, survey);
    const [[line, why] = []] = Object.entries(target.unusable ?? {});
    expect(`${line}: ${why}`).toMatch(said);
    const gone = capabilities.filter((each) => whyUnusable(target, each) !== undefined);
    const isAbout = (check: Check) =>
      check.id === 'tokens.revoked' ||
      check.covers.some((id) => needsOf(check, id).some((need) => gone.includes(need)));
    const checks = allChecks.filter(isAbout).slice(0, 20);
    const options = { seed: 3, profile: 'standard', concurrency: 4, tool, signal } as const;
    const results = await collectResults(runConformance({ target: opened, survey, ...options, checks }));
    expect(
      results.findings.filter(({ level }) => level === 'documented').map(({ id, actual }) => [id, actual]),
    ).toEqual([]);
    const reasons = results.requirements.flatMap(({ reason }) => reason ?? []);
    expect(reasons.filter((reason) => said.test(reason))).not.toEqual([]);
  });
});
