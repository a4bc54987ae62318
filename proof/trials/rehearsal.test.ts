import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Transport } from '../../conformance/http/transport.ts';
import { redactorFor } from '../../conformance/provider/redactor-for.ts';
import type { KnownOfTarget } from '../../conformance/provider/services.ts';
import { rehearse } from '../../conformance/provider/survey/rehearsal.ts';
import { openUnjudged } from '../../conformance/provider/survey/unjudged-scenario.ts';
import { capabilitiesOf, type OpenTarget, type Target } from '../../conformance/target/target.ts';
import { type GivenData, testDataCandidates } from '../../conformance/target/test-data.ts';
import { WebhookReceiver } from '../../conformance/webhooks/receiver.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { type ChangeAnswer, type FrontRequest, startFront } from '../benign/front.ts';

let server: OpenTarget;
beforeAll(async () => {
  server = await openEmbeddedTarget({ control: true });
});
afterAll(() => server.close());

interface Rehearsed {
  /** Changes to the target itself. */
  readonly target?: Partial<Target>;
  readonly given?: GivenData;
}

/** Rehearses with the server behind a front that changes its answers. */
async function rehearseBehind(answer: ChangeAnswer, { target: changed, given }: Rehearsed = {}) {
  const front = await startFront(server.target.baseUrl, { request: (request) => request, answer });
  const target: Target = { ...server.target, ...changed, baseUrl: front.url };
  const transport = new Transport(front.url, { connections: 4, timeoutMillis: 5_000, access: 'read-write' });
  const services = {
    target,
    transport,
    receiver: new WebhookReceiver(),
    capabilities: capabilitiesOf(target),
  };
  const context = {
    checkId: 'rehearsal',
    userAgent: 'test',
    redactor: redactorFor(target),
    signal: AbortSignal.timeout(600_000),
  };
  try {
    const open = (known: KnownOfTarget) => openUnjudged({ ...services, known }, context);
    const { accepts, lag } = await rehearse(open, testDataCandidates(given));
    return { data: accepts.values, lag };
  } finally {
    await transport.close();
    await front.close();
  }
}

/** A front that rejects some creations. */
const refusing =
  (path: string, isRefused: (body: Record<string, unknown>) => boolean, message: string): ChangeAnswer =>
  (answer, request) =>
    request.method === 'POST' && request.path === path && isRefused(request.json as Record<string, unknown>)
      ? {
          status: 400,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ code: 'invalid_request_body', message }),
        }
      : answer;

const phoneOf = (body: Record<string, unknown>) =>
  JSON.stringify(body.adminPhoneNumber ?? body.phoneNumber ?? {});

describe('a rehearsal', () => {
  test('keeps the first values where nothing is refused', async () => {
    const { data } = await rehearseBehind((answer) => answer);
    expect([data.country, data.currency, data.form]).toEqual(['US', 'USD', 'full']);
  });

  test('finds the country that a target accepts, with matching values', async () => {
    const answer = refusing(
      '/v1/platform/businesses',
      ({ country }) => country !== 'NG',
      'country is not served',
    );
    const { data } = await rehearseBehind(answer);
    expect([data.country, data.currency, data.address.countryCode]).toEqual(['NG', 'NGN', 'NG']);
  });

  test('finds how a calling code is written', async () => {
    const message = 'adminPhoneNumber.countryCode must be digits';
    const { data } = await rehearseBehind(
      refusing('/v1/platform/businesses', (body) => phoneOf(body).includes('+'), message),
    );
    expect([data.country, data.phoneNumber.countryCode]).toEqual(['US', '1']);
  });

  test('leaves out the fields that a target does not know', async () => {
    const isRefused = (body: Record<string, unknown>) => 'suppressWelcomeEmail' in body;
    const { data } = await rehearseBehind(refusing('/v1/platform/businesses', isRefused, 'unknown field'));
    expect([data.country, data.form]).toEqual(['US', 'lean']);
  });

  test('keeps configured values, whatever the target rejects', async () => {
    const answer = refusing('/v1/platform/businesses', () => true, 'country is not served');
    const { data } = await rehearseBehind(answer, { given: { country: 'GB', currency: 'EUR' } });
    expect([data.country, data.currency]).toEqual(['GB', 'EUR']);
  });

  test('measures how late a list shows what was created', async () => {
    let looks = 0;
    const isList = ({ method, path }: FrontRequest) => method === 'GET' && path.startsWith('/v1/persons');
    const { lag } = await rehearseBehind((answer, request) => {
      if (!isList(request)) return answer;
      looks += 1;
      return looks > 2 ? answer : { ...answer, body: '{"data":[]}' };
    });
    expect(looks).toBeGreaterThan(2);
    expect(lag.listMillis).toBeGreaterThan(0);
  });

  test('continues without an operation that the target does not have', async () => {
    const sent: string[] = [];
    const { data } = await rehearseBehind(
      (answer, { method, path }) => {
        sent.push(`${method} ${path}`);
        return answer;
      },
      { target: { absentOperations: ['createPerson'] } },
    );
    expect(data.country).toBe('US');
    expect(sent).not.toContain('POST /v1/persons');
    expect(sent).toContain('POST /v1/beneficiaries');
  });
});
