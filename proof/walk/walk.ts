/** A generated walk over a real server: any request in any order must leave everything as the document has it. */
import { Client } from 'undici';
import { type ReferenceServerOptions, startReferenceServer } from '../../reference-server/server.ts';
import { createClient } from '../../reference-server/testing/client.ts';
import { createControlClient } from '../../reference-server/testing/control-client.ts';
import { type Receiver, startReceiver } from '../../reference-server/testing/receiver.ts';
import { announcedBy, announcementFaults } from './announcements.ts';
import { createDraw } from './draw.ts';
import { faultOf, send, type WalkAnswer } from './exchange.ts';
import { type Balance, type Entry, moneyFaults, type Payment } from './money.ts';
import { Observer } from './observer.ts';
import { nextRequest, type WalkRequest } from './requests.ts';
import { type WalkTenant, World } from './world.ts';

export interface Walk {
  readonly seed: number;
  readonly requests: number;
  /** A deliberate deviation of the server, to see that it is noticed. */
  readonly fault?: ReferenceServerOptions['fault'];
  /** Puts something in front of the server, and returns its address. */
  readonly front?: (url: string) => Promise<string>;
}

export interface WalkSummary {
  /** How often each operation was answered with each status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly events: number;
}

const createdBusinesses = 2;
/** When every walk begins, so that it is the same on any day. */
const begin = Date.parse('2100-01-04T08:00:00Z') / 1000;
const requestsBetweenChecks = 500;
const longestShown = 2000;

const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > longestShown ? `${text.slice(0, longestShown)} … (${text.length} characters)` : text;
};

/** Everything that is needed to see a fault and to meet it again. */
function describe(
  { seed }: Walk,
  number: number,
  fault: string,
  request?: WalkRequest,
  answer?: WalkAnswer,
): string {
  const lines = [`The walk with seed ${seed} met at request ${number}: ${fault}`];
  if (request) {
    const { method, path, headers, body, operation } = request;
    lines.push(`${operation.id}: ${method} ${shown(path)}`, `headers ${shown(headers)}`);
    if (body !== undefined) lines.push(`body ${shown(body.toString())}`);
  }
  if (answer) lines.push(`answered ${answer.status} ${shown(answer.body)}`);
  return lines.join('\n');
}

/**
 * Walks through a server of its own.
 *
 * @throws Error that names the seed, the request and the exchange at the first violation.
 */
export async function walk(plan: Walk): Promise<WalkSummary> {
  const server = await startReferenceServer({
    control: true,
    mode: 'manual',
    ...(plan.fault && { fault: plan.fault }),
  });
  const receivers: Receiver[] = [];
  const connection = new Client((await plan.front?.(server.url)) ?? server.url, { pipelining: 1 });
  try {
    const api = createClient(server);
    const control = createControlClient(server);
    const { platform, org } = server.businesses;
    const { platformToken, orgToken } = server.keys;
    const tenants: WalkTenant[] = [
      { ...platform, token: platformToken, isSelected: false, now: 0 },
      { ...org, token: orgToken, isSelected: false, now: 0 },
    ];
    while (tenants.length < 2 + createdBusinesses) {
      const created = await api.ok('createBusiness', { body: {} });
      tenants.push({ ...created, token: platformToken, isSelected: true, now: 0 });
    }
    // One receiver for the whole platform and one for the business that is not of it.
    for (const businessId of [undefined, org.businessId]) {
      const receiver = await startReceiver();
      receivers.push(receiver);
      await control.register(receiver.url, businessId);
    }
    for (const tenant of tenants) {
      const { now } = await control.advance(tenant.businessId, 0);
      tenant.now = (await control.advance(tenant.businessId, begin - now)).now;
    }

    const world = new World(tenants);
    const observer = new Observer(world);
    const draw = createDraw(plan.seed);
    const statuses = new Map<string, Map<number, number>>();
    const tenantKeys = new Set(tenants.map(({ tenantKey }) => tenantKey));

    const paymentsOf = async (tenant: WalkTenant): Promise<Payment[]> => {
      const { body } = await api.send('listTransactions', {
        token: tenant.token,
        ...(tenant.isSelected && { tenantKey: tenant.tenantKey }),
        query: { limit: '100000' },
      });
      return (body as { data: Payment[] }).data;
    };

    const check = async (number: number) => {
      const fail = (faults: readonly string[]) => {
        if (faults.length > 0) throw new Error(describe(plan, number, faults.join('\n')));
      };
      for (const tenant of tenants) {
        const { businessId, token, isSelected, tenantKey } = tenant;
        tenant.now = (await control.advance(businessId, 0)).now;
        const ledger = await control.send('GET', `/businesses/${businessId}/ledger`);
        const { data = [] } = await api.ok('listWallets', { token, ...(isSelected && { tenantKey }) });
        const balances = data.flatMap(({ balance }): Balance[] => (balance ? [balance] : []));
        const { data: entries } = ledger.body as { data: Entry[] };
        fail(
          moneyFaults(entries, balances, await paymentsOf(tenant)).map((fault) => `${businessId}: ${fault}`),
        );
      }
      const events = receivers.flatMap(({ received }) => received.map(({ event }) => event));
      fail(announcementFaults(events, tenantKeys));
      for (const [operation, eventType] of Object.entries(announcedBy)) {
        const changes = [...(statuses.get(operation) ?? [])].filter(([status]) => status < 300);
        const caused = changes.reduce((sum, [, count]) => sum + count, 0);
        const announced = events.filter((event) => event.eventType === eventType).length;
        if (caused !== announced)
          fail([`${operation} succeeded ${caused} times, ${eventType} came ${announced} times`]);
      }
    };

    for (let number = 1; number <= plan.requests; number += 1) {
      const request = nextRequest(draw, world, server.keys);
      const answer = await send(connection, request).catch((cause: unknown) => {
        throw new Error(describe(plan, number, 'the connection broke', request), { cause });
      });
      const counts = statuses.get(request.operation.id) ?? new Map<number, number>();
      statuses.set(request.operation.id, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
      const fault = faultOf(request, answer) ?? observer.observe(request, answer);
      if (fault !== undefined) throw new Error(describe(plan, number, fault, request, answer));
      if (number % requestsBetweenChecks === 0 || number === plan.requests) await check(number);
    }
    const events = receivers.reduce((sum, { received }) => sum + received.length, 0);
    return { statuses, events };
  } finally {
    await connection.close();
    await server.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}
