/**
 * What goes wrong only after a restart. The document offers no restart and neither does the control plane: the state
 * of an embedded server is its process, so a control would only try itself. These faults are therefore none of the
 * catalogue that the suite is tried with; these tests restart a server that keeps its state in a file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRequirement } from '../../openapi/catalogue.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import type { Transaction } from '../../reference-server/store/store.ts';
import { createClient } from '../../reference-server/testing/client.ts';
import { createControlClient, issueToken } from '../../reference-server/testing/control-client.ts';
import { startReceiver } from '../../reference-server/testing/receiver.ts';
import type { Fault } from './fault.ts';
import { faults } from './index.ts';

/** Keeps something in memory only: it is gone when the store is opened again. */
const forgetting = (forget: (transaction: Transaction) => Promise<void>): FaultOverrides => ({
  wrapStore(store) {
    let isFirst = true;
    return {
      transaction: (work) =>
        store.transaction(async (transaction) => {
          if (isFirst) await forget(transaction);
          isFirst = false;
          return work(transaction);
        }),
      close: () => store.close(),
    };
  },
});

const restartFaults: readonly Fault[] = [
  {
    id: 'retries-forgotten-in-a-restart',
    title: 'A receiver that is down while the service is restarted loses its events.',
    area: 'retry',
    breaks: ['RETRY-001', 'HOOK-012'],
    overrides: forgetting(async (transaction) => {
      for (const { id, attempts, status } of await transaction.list('deliveries', {}))
        if (status === 'pending' && attempts.length > 0) await transaction.delete('deliveries', id);
    }),
  },
  {
    id: 'idempotency-keys-forgotten-in-a-restart',
    title: 'A request that is repeated after a restart creates the business a second time.',
    area: 'business',
    breaks: ['PLATFORM-002'],
    overrides: forgetting(async (transaction) => {
      for (const { idempotencyKey: _, ...business } of await transaction.list('businesses', {}))
        await transaction.put('businesses', business);
    }),
  },
  {
    id: 'user-tokens-forgotten-in-a-restart',
    title: 'Everybody is logged out whenever the service is restarted.',
    area: 'authentication',
    breaks: ['LIMIT-001', 'AUTH-016'],
    overrides: forgetting(async (transaction) => {
      for (const { id, type } of await transaction.list('tokens', {}))
        if (type === 'user') await transaction.delete('tokens', id);
    }),
  },
  {
    id: 'expiry-stages-repeated-after-a-restart',
    title: 'A user gets every reminder of an expiring document again after a restart.',
    area: 'verification',
    breaks: ['EXPIRY-005'],
    overrides: forgetting(async (transaction) => {
      for (const record of await transaction.list('kycRecords', {}))
        if (record.document)
          await transaction.put('kycRecords', {
            ...record,
            document: { ...record.document, stage: 'valid' },
          });
    }),
  },
];

const asDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** What is left of a business after the server was closed and started again with the same file. */
async function restarted(fault?: Fault) {
  const folder = mkdtempSync(join(tmpdir(), 'restart-'));
  const options = { state: join(folder, 'state.db'), control: true, mode: 'manual' } as const;
  let isUp = false;
  await using receiver = await startReceiver(() => (isUp ? 200 : 503));
  const start = async () => {
    const server = await startReferenceServer({ ...options, ...(fault && { fault }) });
    return { server, client: createClient(server), control: createControlClient(server) };
  };
  try {
    const before = await start();
    const { ok } = before.client;
    const creation = { body: { businessName: 'One', idempotencyKey: 'key-1' } };
    const { businessId, tenantKey } = await ok('createBusiness', creation);
    await before.control.register(receiver.url, businessId);
    const { id: personId = '' } = await ok('createPerson', { tenantKey, body: { firstName: 'Ada' } });
    await ok('inviteUser', { tenantKey, body: { personId } });
    const { data = [] } = await ok('listUsers', { tenantKey });
    const userId = data[0]?.id ?? '';
    const { now } = await before.control.advance(businessId, 0);
    const expirationDate = asDate(now + 10 * 86_400);
    const idDetails = { type: 'passport', number: 'auto-approve', expirationDate };
    await ok('submitKyc', { tenantKey, path: { userId }, body: { idDetails } });
    await before.control.advance(businessId, 0);
    const { token } = await issueToken(before, { type: 'user', businessId, userId });
    await before.server.close();

    const after = await start();
    isUp = true;
    const repeated = await after.client.ok('createBusiness', creation);
    const read = await after.client.send('readKyc', { token, path: { userId } });
    await after.control.advance(businessId, 10);
    await after.server.close();
    const arrived = receiver.received.map(({ event }) => event);
    const ids = (eventType: string) =>
      new Set(arrived.filter((event) => event.eventType === eventType).map(({ id }) => id)).size;
    const retried = receiver.received.filter(({ event }) => event.eventType === 'person.created').length;
    return {
      isSameBusiness: repeated.businessId === businessId,
      userTokenOpens: read.status === 200,
      isRetried: retried === 2,
      warnings: ids('user.kyc.expiry'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sound = { isSameBusiness: true, userTokenOpens: true, isRetried: true, warnings: 1 };

test('the sound server loses nothing in a restart', async () => {
  expect(await restarted()).toEqual(sound);
});

test.each([
  ['retries-forgotten-in-a-restart', { ...sound, isRetried: false }],
  ['idempotency-keys-forgotten-in-a-restart', { ...sound, isSameBusiness: false }],
  ['user-tokens-forgotten-in-a-restart', { ...sound, userTokenOpens: false }],
  ['expiry-stages-repeated-after-a-restart', { ...sound, warnings: 2 }],
])('%s shows after a restart', async (id, wanted) => {
  expect(await restarted(restartFaults.find((fault) => fault.id === id))).toEqual(wanted);
});

test('faults that show only after a restart are not in the catalogue of the self-test', () => {
  for (const fault of restartFaults) {
    expect(faults).not.toContain(fault);
    for (const requirement of fault.breaks) expect(findRequirement(requirement)).toBeDefined();
  }
});
