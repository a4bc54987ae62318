import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allChecks } from '../../../conformance/all-checks.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { Transport } from '../../../conformance/http/transport.ts';
import { example } from '../../../conformance/provider/check.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { lookForOperations } from '../../../conformance/provider/survey/absent-operations.ts';
import { orgCaller } from '../../../conformance/provider/tenant.ts';
import type { Target } from '../../../conformance/target/target.ts';
import { collectResults } from '../../collect-results.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { tool } from '../../tool.ts';
import { diagnose } from '../connect/diagnose.ts';

const keys = { CONFORMANCE_PLATFORM_TOKEN: 'platform-key-of-the-test', CONFORMANCE_ORG_TOKEN: 'org-key' };
const signal = AbortSignal.timeout(600_000);

/** Stands before a server and writes down with which methods it is asked. */
async function startWitness(server: string) {
  const methods = new Set<string>();
  const witness = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    methods.add(method);
    const passed = forward(server + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await once(witness.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an AddressInfo as its address.
  const { port } = witness.address() as AddressInfo;
  const stop = async () => {
    const closed = once(witness, 'close');
    witness.close();
    witness.closeAllConnections();
    await closed;
  };
  return { methods, baseUrl: `http://127.0.0.1:${port}`, stop };
}

/** A production environment that has something to read. */
const folder = temporaryFolder();
const serve = folder.start(
  ['serve', '--port', '0', '--environment', 'production', '--seed-data', '--no-control'],
  keys,
);
let witness: Awaited<ReturnType<typeof startWitness>>;
let target: Target;
beforeAll(async () => {
  const [, url = ''] = await serve.printed(/Reference server, production: (\S+)\s.*Ctrl-C/s);
  witness = await startWitness(url);
  target = {
    baseUrl: witness.baseUrl,
    kind: 'live',
    environment: 'production',
    credentials: {
      platformToken: keys.CONFORMANCE_PLATFORM_TOKEN,
      orgToken: keys.CONFORMANCE_ORG_TOKEN,
      otherEnvironmentToken: 'key-of-another-environment',
    },
    // A control must never be called.
    controls: {
      advanceClock: () => Promise.reject(new Error('A control was called')),
      registerWebhookEndpoint: () => Promise.reject(new Error('A control was called')),
      issueToken: () => Promise.reject(new Error('A control was called')),
    },
    absentOperations: [],
    operations: { listPayouts: {}, listBeneficiaries: {}, listUsers: {} },
  };
});
afterAll(async () => {
  await witness.stop();
  serve.child.kill('SIGINT');
  await serve.ended;
  folder[Symbol.dispose]();
});

const run = (on: Target, checks = allChecks): Promise<Results> =>
  collectResults(
    runConformance({ target: on, checks, seed: 11, profile: 'smoke', concurrency: 4, tool, signal }),
  );

describe('a target in production', () => {
  it('receives only reads, and many requirements are still exercised', async () => {
    const { checks, findings, requirements, target: summary } = await run(target);
    expect([...witness.methods]).toEqual(['GET']);
    expect(summary.access).toBe('read-only');
    expect(findings.map(({ id, actual }) => [id, actual])).toEqual([]);
    expect(checks.flatMap(({ id, error }) => (error === undefined ? [] : [[id, error]]))).toEqual([]);
    const ran = checks.filter(({ status }) => status === 'passed').map(({ id }) => id);
    const reading = allChecks.filter(({ reads }) => reads !== undefined).map(({ id }) => id);
    // No verification of a user is known.
    const idle = ['existing.users', 'production.users'];
    expect(ran.toSorted()).toEqual(reading.filter((id) => !idle.includes(id)).toSorted());
    const passed = requirements.filter(({ status }) => status === 'passed').map(({ id }) => id);
    expect(passed).toEqual(
      expect.arrayContaining([
        'AUTH-001',
        'AUTH-003',
        'PERSON-007',
        'PERSON-015',
        'PAYROLL-011',
        'INVOICE-014',
      ]),
    );
    const reasons = requirements.filter(({ id }) => id === 'PLATFORM-001' || id === 'RETRY-003');
    expect(reasons.map(({ reason }) => reason)).toEqual(
      Array.from(
        { length: 2 },
        () => "Access is read-only. Allow writes with --allow-writes or access: 'read-write'.",
      ),
    );
  });

  it('is inspected without a write, and the report shows what writes would add', async () => {
    const transport = new Transport(target.baseUrl, {
      connections: 1,
      timeoutMillis: 5_000,
      access: 'read-only',
    });
    await lookForOperations(target, transport, signal);
    await transport.close();
    expect([...witness.methods]).toEqual(['GET']);
    const { exercisable, next, reasons } = diagnose(target);
    expect(exercisable).toEqual(expect.arrayContaining(['PERSON-015', 'INVOICE-014']));
    expect(exercisable).not.toContain('PLATFORM-001');
    const unwritten = reasons.find(({ reason }) => reason.startsWith('Access is read-only'));
    expect(unwritten?.requirements.length).toBeGreaterThan(200);
    expect(next.flatMap(({ needs }) => needs.map(({ name }) => name))).toContain('known-user');
  });

  it('is read by the configured ids, and a wrong id is not a finding', async () => {
    const checks = allChecks.filter(({ id }) =>
      ['existing.users', 'existing.invoices', 'production.users'].includes(id),
    );
    const headers = { authorization: `Bearer ${keys.CONFORMANCE_PLATFORM_TOKEN}` };
    const response = await fetch(`${target.baseUrl}/v1/users?limit=100`, { headers });
    const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
    const fixtures = {
      users: data.map(({ id }) => id),
      invoices: ['0d9a1f6e-7c3b-4e52-8a64-2b1f5c7d9e30'],
    };
    const { findings, requirements } = await run(
      { ...target, fixtures, absentOperations: ['listInvoices'] },
      checks,
    );
    expect(findings).toEqual([]);
    const of = (wanted: string) => requirements.find(({ id }) => id === wanted);
    expect(of('KYC-034')?.status).toBe('passed');
    expect(of('KYC-003')?.status).toBe('passed');
    expect(of('INVOICE-014')?.reason).toMatch(
      /^The id 0d9a1f6e.* in fixtures\.invoices was rejected with 404/,
    );
  });

  it('receives no write, even from a check that tries to send one', async () => {
    const transport = new Transport(target.baseUrl, {
      connections: 1,
      timeoutMillis: 5_000,
      access: 'read-only',
    });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'get']) {
      const sent = transport.send({ method, path: '/v1/persons', headers: {} }, signal);
      await expect(sent).rejects.toMatchObject({ code: 'WRITE_REFUSED' });
    }
    await transport.close();
    const writing = example({
      id: 'test.writing',
      title: 'Writes all the same',
      covers: ['PERSON-008'],
      needs: [],
      reads: true,
      run: async (scenario) => {
        await scenario.send('updatePersonalInfo', orgCaller(scenario), {
          path: { personId: 'one' },
          body: {},
        });
      },
    });
    const { checks } = await run(target, [writing]);
    expect(checks.map(({ status }) => status)).toEqual(['errored']);
    expect([...witness.methods]).toEqual(['GET']);
  });
});
