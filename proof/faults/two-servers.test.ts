import { describe, expect, test } from 'vitest';
import { startReferenceServer } from '../../reference-server/server.ts';
import { createClient } from '../../reference-server/testing/client.ts';
import { createControlClient } from '../../reference-server/testing/control-client.ts';
import { startReceiver } from '../../reference-server/testing/receiver.ts';
import type { Fault } from './fault.ts';
import { faults } from './index.ts';

/** What two businesses of a new server see, and what is delivered of them, in words that are the same on each server. */
async function conversation(fault: Fault) {
  let isUp = false;
  await using receiver = await startReceiver(() => (isUp ? 200 : 503));
  const server = await startReferenceServer({ control: true, mode: 'manual', fault });
  const [client, control] = [createClient(server), createControlClient(server)];
  await control.register(receiver.url);
  const names = new Map<string, string>();
  const seen: string[] = [];
  for (const name of ['first', 'second']) {
    const body = { businessName: name, idempotencyKey: name };
    const { businessId, tenantKey } = await client.ok('createBusiness', { body });
    names.set(tenantKey, name);
    // Never in the same second as the other business: some faults look at the time.
    if (name === 'second') await control.advance(businessId, 60);
    const email = 'ada@example.com';
    const person = await client.ok('createPerson', { tenantKey, body: { firstName: 'Ada', email } });
    const invitation = { tenantKey, body: { personId: person.id ?? '' } };
    await client.ok('inviteUser', invitation);
    const { data: found = [] } = await client.ok('listPersons', { tenantKey, query: { email } });
    const { data: users = [] } = await client.ok('listUsers', { tenantKey });
    const path = { userId: users[0]?.id ?? '' };
    const submission = { idDetails: { type: 'passport', number: 'A1234567' } };
    await client.ok('submitKyc', { tenantKey, path, body: submission });
    const again = await client.send('resubmitKyc', { tenantKey, path, body: submission });
    const reviewed = await client.send('reviewKyc', {
      tenantKey,
      path,
      body: { action: 'reject', type: 'identity' },
    });
    seen.push(`${name}: finds ${found.length}, ${again.status}, ${reviewed.status}`);
    isUp = false;
    await control.advance(businessId, 0);
    isUp = true;
    await control.advance(businessId, 10);
  }
  await server.close();
  const delivered = receiver.received.map(
    ({ event }) =>
      `${names.get(event.data.tenantKey) ?? 'nobody'}: ${event.eventType} ${event.data.status ?? ''}`,
  );
  return { seen, delivered: delivered.toSorted() };
}

const remembering = faults.filter(({ overrides }) => typeof overrides === 'function');

describe('a fault with a memory', () => {
  test.each(remembering)('starts without memory on a second server: $id', async (fault) => {
    expect(await conversation(fault)).toEqual(await conversation(fault));
  });
});
