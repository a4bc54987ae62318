import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { verifySignature } from '../../conformance/webhooks/signature.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { fieldsOf, textOf } from './json.ts';
import { startRelay } from './relay.ts';
import { answers, events } from './steps.ts';
import type { Hooks } from './trait.ts';

async function relayWith(hooks: Hooks) {
  const server = await startReferenceServer({ control: true });
  const trait = { legal: 'a test', hooks: () => hooks };
  const relay = await startRelay(server.url, new Map([['trait', trait]]));
  onTestFinished(async () => {
    await relay.close();
    await server.close();
  });
  const ask = async (path: string, json?: unknown) => {
    const answer = await fetch(`${relay.url}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${server.keys.orgToken}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: answer.status, json: fieldsOf(await answer.json()) };
  };
  return { relay, ask };
}

const person = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', type: 'EMPLOYEE' };

test('a relay passes on what no trait changes', async () => {
  const { relay, ask } = await relayWith({});
  expect((await ask('/v1/persons', person)).json).toMatchObject(person);
  expect((await ask('/v1/persons?limit=0')).status).toBe(400);
  expect(relay.idle()).toEqual(['trait']);
});

test('a trait changes responses', async () => {
  const { relay, ask } = await relayWith(answers('GET /v1/persons', () => ({ data: 'changed' })));
  expect((await ask('/v1/persons')).json).toEqual({ data: 'changed' });
  expect(relay.idle()).toEqual([]);
});

test('a changed webhook is signed again, and its receiver keeps its address', async () => {
  const received = createServer().listen(0, '127.0.0.1');
  await once(received, 'listening');
  onTestFinished(() => void received.close());
  const address = received.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks`;
  const { ask } = await relayWith(events(() => ({ changed: true })));
  const { businessId } = fieldsOf(fieldsOf((await ask('/_control')).json.businesses).org);
  const { secret, url: shown } = (await ask('/_control/webhook-endpoints', { url, businessId })).json;
  expect(shown).toBe(url);
  const arrived = once(received, 'request');
  await ask('/v1/persons', person);
  const [incoming, outgoing] = await arrived;
  const rawBody = Buffer.concat(await incoming.toArray());
  outgoing.end();
  expect(rawBody.toString()).toBe('{"changed":true}');
  const { 'hook-id': id, 'hook-timestamp': timestamp, 'hook-signature': signature } = incoming.headers;
  expect(verifySignature({ id, timestamp, signature, rawBody }, textOf(secret))).toBe('standard-webhooks');
});
