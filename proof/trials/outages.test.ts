/**
 * An outage is not non-conformance: the messages of a run, and of commands that look at a target first, about a server
 * that is unreachable.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import type { Recovery } from '../../conformance/provider/outage-watch.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import { lookAtTarget } from '../../src/cli/connect/look-at-target.ts';
import { exitCodeOf } from '../../src/cli/exit-codes.ts';
import { collectResults } from '../../src/collect-results.ts';
import { resolveTarget } from '../../src/config/settings.ts';
import { openTarget } from '../../src/targets/open-target.ts';
import {
  gatewayPage,
  login,
  nothing,
  type Outage,
  portal,
  refusal,
  startOutage,
  unavailable,
} from '../../src/testing/outages.ts';
import { tool } from '../../src/tool.ts';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ environment: 'sandbox', control: true, seedData: false });
});
afterAll(() => server.close());

const signal = AbortSignal.timeout(600_000);
const checks = allChecks.filter(({ id }) => /^(persons|authentication)\./.test(id));

const settingsFor = (baseUrl: string) => ({
  ...resolveTarget(
    { control: true, baseUrl },
    { target: 'live' },
    {
      CONFORMANCE_PLATFORM_TOKEN: server.keys.platformToken,
      CONFORMANCE_ORG_TOKEN: server.keys.orgToken,
    },
  ),
  patience: { seconds: 0.2, pauseMillis: 20 },
});

const brief: Recovery = { seconds: 0.2, pauseMillis: 20 };

async function run(baseUrl: string, recovery = brief) {
  const { target } = await openTarget(settingsFor(baseUrl), signal);
  const options = {
    target,
    checks,
    seed: 7,
    profile: 'standard',
    concurrency: 4,
    tool,
    signal,
    recovery,
  } as const;
  const results = await collectResults(runConformance(options));
  return { results, code: exitCodeOf(results, undefined) };
}

/** The error message of `doctor` and `init` before they show or write anything. */
const complaintOf = async (baseUrl: string): Promise<string> =>
  lookAtTarget(
    settingsFor(baseUrl),
    () => 'nothing',
    signal,
    () => {},
  ).then(
    () => 'nothing',
    (error: unknown) => (error instanceof ConformanceError ? error.message : `thrown: ${error}`),
  );

interface Row {
  readonly outage: Outage;
  /** @defaultValue as it is */
  readonly address?: (url: string) => string;
  readonly says: RegExp;
}

/** From the first request on. */
const always: Readonly<Record<string, Row>> = {
  'resets every connection': { outage: () => 'reset', says: /No response from .*ECONNRESET/ },
  'is away behind a gateway (502)': {
    outage: () => gatewayPage(502),
    says: /returned 502 with the HTML page "502" to every request, .*Is the server running/,
  },
  'is away behind a gateway (503)': {
    outage: () => gatewayPage(503),
    says: /returned 503 with the HTML page/,
  },
  'is away behind a gateway (504)': {
    outage: () => gatewayPage(504),
    says: /returned 504 with the HTML page/,
  },
  'says itself that it is not available': {
    outage: () => unavailable,
    says: /returned 503 to every request, such as GET/,
  },
  'has nothing at any path': {
    outage: () => nothing,
    says: /^Every path at \S+ returned 404.*Check the base URL/,
  },
  'refuses the keys': { outage: () => refusal, says: /returns 401 .*check that the key is valid/ },
  'sends everybody to a login page': {
    outage: () => login,
    says: /redirects every request.*302 to https:\/\/login\.example\.com\. That is a login page/,
  },
  'is behind a captive portal': {
    outage: () => portal,
    says: /200 with the HTML page "Welcome".*captive portal/,
  },
  'has its version in the base URL': {
    outage: () => 'pass',
    address: (url) => `${url}/v1`,
    says: /returned 404.*The interface is at http:\/\/127\.0\.0\.1:\d+: use that as the base URL/,
  },
  'has another path in the base URL': {
    outage: () => 'pass',
    address: (url) => `${url}/api`,
    says: /returned 404.*The interface is at http:\/\/127\.0\.0\.1:\d+: use that/,
  },
  'speaks plain HTTP where TLS was expected': {
    outage: () => 'pass',
    address: (url) => url.replace('http:', 'https:'),
    says: /the port speaks plain HTTP and not TLS: write http:\/\/127/,
  },
};

describe.concurrent('a server that', () => {
  it.each(Object.entries(always))('%s is not tried', async (_, { outage, address = (url) => url, says }) => {
    await using front = await startOutage(server.url, outage);
    const baseUrl = address(front.url);
    const { results, code } = await run(baseUrl);
    const { verdict, reason, findings } = results;
    expect({ verdict, code, reason, findings }).toEqual({
      verdict: 'error',
      code: 3,
      reason: expect.stringMatching(says),
      findings: [],
    });
    expect(await complaintOf(baseUrl)).toMatch(says);
  });

  it('speaks TLS instead of plain HTTP is not tested', async () => {
    const secure = createTlsServer().listen(0, '127.0.0.1');
    secure.on('tlsClientError', () => {});
    await once(secure, 'listening');
    // A server that listens on a port has an AddressInfo as its address.
    const { port } = secure.address() as AddressInfo;
    const { results, code } = await run(`http://127.0.0.1:${port}`);
    secure.close();
    expect({ verdict: results.verdict, code }).toEqual({ verdict: 'error', code: 3 });
    expect(results.reason).toMatch(/the port speaks TLS: write https:\/\/127/);
  });

  it('is unreachable is not tested', async () => {
    const front = await startOutage(server.url, () => 'pass');
    await front[Symbol.asyncDispose]();
    const { results, code } = await run(front.url);
    expect({ verdict: results.verdict, code }).toEqual({ verdict: 'error', code: 3 });
    expect(results.reason).toContain('ECONNREFUSED');
  });
});

/** In the middle of the run. */
const from = 64;
const endless: Readonly<Record<string, readonly [Outage, RegExp]>> = {
  'is away behind a gateway': [
    (count) => (count < from ? 'pass' : gatewayPage(503)),
    /every read returns 503/,
  ],
  'resets every connection': [(count) => (count < from ? 'pass' : 'reset'), /stopped answering.*ECONNRESET/],
  'has nothing at any path': [(count) => (count < from ? 'pass' : nothing), /every read returns 404/],
  'takes the keys no more': [(count) => (count < from ? 'pass' : refusal), /every read returns 401/],
  'is behind a captive portal': [
    (count) => (count < from ? 'pass' : portal),
    /200 with the HTML page "Welcome"/,
  ],
};

describe.concurrent('a run whose server', () => {
  it.each(Object.entries(endless))('%s ends incomplete', async (_, [outage, says]) => {
    await using front = await startOutage(server.url, outage);
    const { results, code } = await run(front.url);
    const { verdict, reason, findings } = results;
    expect({ verdict, code, findings }).toEqual({ verdict: 'incomplete', code: 4, findings: [] });
    expect(reason).toMatch(says);
  });

  it('comes back continues without a finding', async () => {
    await using front = await startOutage(server.url, (count) =>
      count < from || count >= from + 80 ? 'pass' : gatewayPage(502),
    );
    const { results, code } = await run(front.url, { seconds: 10, pauseMillis: 5 });
    expect(results.verdict).toBe('partial');
    expect(results.findings).toEqual([]);
    expect([0, 4]).toContain(code);
    expect(results.checks.map(({ id }) => id).toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
    expect(front.count).toBeGreaterThan(from + 200);
  });

  it('drops one request in fifty ends without a finding', async () => {
    await using front = await startOutage(server.url, (count) =>
      count % 50 === 49 ? gatewayPage(503) : 'pass',
    );
    const { results, code } = await run(front.url);
    expect({ verdict: results.verdict, findings: results.findings }).toEqual({
      verdict: 'partial',
      findings: [],
    });
    expect([0, 4]).toContain(code);
  });
});

it.concurrent.each([
  ['the documented list of contracts', '/v1/contracts'],
  ['the very list that is asked for first', '/v1/persons'],
])('a server that answers 503 to %s alone does not conform', async (_, path) => {
  await using front = await startOutage(server.url, (_count, url, method) =>
    method === 'GET' && url.split('?')[0] === path ? unavailable : 'pass',
  );
  const { results, code } = await run(front.url);
  expect({ verdict: results.verdict, code }).toEqual({ verdict: 'non-conformant', code: 1 });
  expect(results.findings.map(({ actual }) => actual).join()).toContain('503');
});
