import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runAgainst, startFakeTarget } from '../../testing/fake-target.ts';
import { deliveryChecks } from './checks.ts';

const secret = 'secret-of-the-endpoint';
const tenantKey = 'tenant-of-the-test';

interface Behaviour {
  readonly patience: number;
  /** Seconds after which a refused event is sent again; absent: never. */
  readonly retryAfter?: number;
  readonly sendsNothing?: true;
  readonly newIdEachTime?: true;
  readonly followsRedirects?: true;
  readonly repeatsAcknowledged?: true;
}

/** Sends one event, and once more when it is refused. */
async function send(url: string, eventType: string, data: object, behaviour: Behaviour): Promise<void> {
  const { retryAfter, newIdEachTime, followsRedirects, repeatsAcknowledged } = behaviour;
  let id = randomUUID();
  const attempt = async () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({ eventType, id, version: '1.0', timestamp, data: { ...data, tenantKey } });
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    const { ok } = await fetch(url, {
      method: 'POST',
      body,
      redirect: followsRedirects ? 'follow' : 'manual',
      headers: {
        'content-type': 'application/json',
        'hook-id': id,
        'hook-timestamp': String(timestamp),
        'hook-signature': `v1,${digest}`,
      },
    });
    return ok;
  };
  const acknowledged = await attempt();
  if ((acknowledged && !repeatsAcknowledged) || retryAfter === undefined) return;
  setTimeout(() => {
    if (newIdEachTime) id = randomUUID();
    attempt().catch(() => undefined);
  }, retryAfter * 1_000);
}

/** A payroll service with a clock that goes its way, which is told of endpoints by a control. */
async function run(behaviour: Behaviour) {
  const payrollId = randomUUID();
  let hook = '';
  const post = (eventType: string, data: object) => {
    if (!behaviour.sendsNothing) send(hook, eventType, data, behaviour).catch(() => undefined);
  };
  await using fake = await startFakeTarget(({ url = '', method }) => {
    if (url === '/v1/platform/businesses') return { body: { businessId: randomUUID(), tenantKey } };
    if (url === '/v1/persons') return { body: { id: randomUUID() } };
    if (url === '/v1/payrolls' && method === 'POST') {
      post('payroll.created', { id: payrollId, workerType: 'EMPLOYEE', type: 'ONE_OFF' });
      return { body: { payrollId } };
    }
    if (url.endsWith('/save')) post('payroll.status.updated', { id: payrollId, status: 'saved' });
    return {};
  });
  const target = {
    ...fake.target,
    absentOperations: ['listWallets'] as const,
    patience: { seconds: behaviour.patience, pauseMillis: 20 },
    controls: {
      registerWebhookEndpoint: async (_: unknown, { url }: { readonly url: string }) => {
        hook = url;
        return { id: 'endpoint', secret };
      },
    },
  };
  const { results, status } = await runAgainst(target, { checks: deliveryChecks });
  const reasonOf = (id: string) => results.requirements.find((entry) => entry.id === id)?.reason;
  const found = results.findings.map(({ requirement }) => requirement);
  return { found, status, reasonOf, errors: results.checks.flatMap(({ error }) => error ?? []) };
}

describe.concurrent('webhooks on a clock that nobody moves', () => {
  it('are judged on arrival, and name the patience that a retry would need', async () => {
    const { found, status, reasonOf, errors } = await run({ patience: 1, retryAfter: 0.1 });
    expect({ found, errors }).toEqual({ found: [], errors: [] });
    expect(['HOOK-001', 'HOOK-007', 'HOOK-010', 'EVENT-002'].map((id) => status(id as 'HOOK-001'))).toEqual(
      Array.from({ length: 4 }, () => 'passed'),
    );
    expect(reasonOf('RETRY-001')).toBe(
      'The retry after 5 s does not fit in the patience of 1 s: --patience 18.',
    );
    expect(reasonOf('RETRY-002')).toMatch(/^The retry after 5 min does not fit .*: --patience \d+\.$/);
  });

  it('that do not arrive are not a violation', async () => {
    const { found, status, reasonOf, errors } = await run({ patience: 0.3, sendsNothing: true });
    expect({ found, errors }).toEqual({ found: [], errors: [] });
    expect(status('HOOK-001')).toBe('not-exercised');
    expect(reasonOf('HOOK-001')).toMatch(/^No payroll\.status\.updated arrived in 0\.3 s/);
  });

  it('are followed up to the last retry within the patience', async () => {
    const { found, status, reasonOf, errors } = await run({ patience: 20, retryAfter: 3.2 });
    expect({ found, errors }).toEqual({ found: [], errors: [] });
    for (const id of ['RETRY-001', 'HOOK-005', 'HOOK-011', 'HOOK-012', 'HOOK-017'] as const) {
      expect([id, status(id)]).toEqual([id, 'passed']);
    }
    expect(reasonOf('RETRY-002')).toMatch(/^The retry after 5 min does not fit in the patience of 20 s/);
  });

  it.each([
    ['a retry that comes too early', { retryAfter: 0.5 }, ['RETRY-001']],
    ['another id on the retry', { retryAfter: 3.2, newIdEachTime: true }, ['HOOK-005']],
    ['a redirect that is followed', { retryAfter: 3.2, followsRedirects: true }, ['HOOK-017']],
    ['what was acknowledged and is repeated', { retryAfter: 3.1, repeatsAcknowledged: true }, ['HOOK-011']],
  ] as const)('%s is found', async (_, behaviour, wanted) => {
    expect((await run({ patience: 20, ...behaviour })).found).toEqual(wanted);
  });
});
