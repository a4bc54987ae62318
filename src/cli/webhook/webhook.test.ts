import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../../../reference-server/server.ts';
import { verify } from '../../../sdk/webhooks/index.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';

/** A receiver that verifies, and responds with 500 to the first delivery of the given type. */
async function startReceiver(failsFirst?: string) {
  const events: { readonly id: string; readonly eventType: string }[] = [];
  const server = createServer(async (request, response) => {
    const { event } = await verify(await buffer(request), request.headers, secret);
    const isFirst = !events.some(({ id }) => id === event.id);
    events.push(event);
    response.writeHead(isFirst && event.eventType === failsFirst ? 500 : 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo as its address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, events, [Symbol.asyncDispose]: async () => void server.close() };
}

describe.concurrent('conformance webhook', () => {
  it('forwards the events of a server, sends one again on request, and prints a summary', async () => {
    using folder = temporaryFolder();
    await using receiver = await startReceiver('person.created');
    const server = await startReferenceServer({ port: 0, control: true, mode: 'manual' });
    const at = ['--base-url', server.url];
    const { child, ended, printed } = folder.start(
      ['webhook', 'listen', '--forward-to', receiver.url, ...at],
      {
        CONFORMANCE_WEBHOOK_SECRET: secret,
      },
    );
    await printed(/signs them with yours/);
    const created = await fetch(`${server.url}/v1/persons`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.keys.platformToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        firstName: 'Amara',
        lastName: 'Diallo',
        email: 'a@example.com',
        type: 'EMPLOYEE',
      }),
    });
    expect(created.ok).toBe(true);
    const [, id = ''] = await printed(/person\.created +(evt_\S+) +attempt 1 +verified +500 in/);
    // Its clock stands still, so the server never retries unless asked.
    const resent = await folder.run(['webhook', 'resend', id, ...at]);
    expect(resent).toMatchObject({ code: 0, stderr: '' });
    expect(resent.stdout).toMatch(/^person\.created +to \S+ +attempt 2 +204 acknowledged\n$/);
    await printed(/attempt 2 +verified +204 in/);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/1 event in 2 deliveries: 1 acknowledged, 1 not\n +person\.created +1\n$/);
    expect(stdout).not.toContain('whsec_');
    const endpoints = await fetch(`${server.url}/_control/webhook-endpoints`);
    expect(await endpoints.json()).toEqual({ data: [] });
    await server.close();
    expect(receiver.events.map((event) => event.id)).toEqual([id, id]);
  });

  it('sends a receiver one signed event with the given payload', async () => {
    using folder = temporaryFolder();
    await using receiver = await startReceiver('payroll.created');
    folder.write('payload.yaml', 'type: OFF_CYCLE');
    const args = ['payroll.created', '--url', receiver.url, '--id', 'evt_1', '--data', 'payload.yaml'];
    const variables = { CONFORMANCE_WEBHOOK_SECRET: secret };
    const first = await folder.run(['webhook', 'trigger', ...args], variables);
    const again = await folder.run(['webhook', 'trigger', ...args], variables);
    expect([first.code, again.code]).toEqual([1, 0]);
    expect(first.stdout).toMatch(/^payroll\.created +evt_1 +500 in \d+ ms\n$/);
    expect(again.stdout).toMatch(/^payroll\.created +evt_1 +204 in \d+ ms\n$/);
    expect(receiver.events).toMatchObject([
      { id: 'evt_1', data: { type: 'OFF_CYCLE', workerType: 'EMPLOYEE' } },
      { id: 'evt_1' },
    ]);
  });

  it.each([
    ['an event that there is not', ['trigger', 'pyroll.created'], 2, /Did you mean payroll\.created\?/],
    ['no secret', ['trigger', 'payroll.created'], 2, /signing secret is missing.*CONFORMANCE_WEBHOOK_SECRET/],
    ['a secret that is none', ['trigger', 'payroll.created', '--secret', 'mine!'], 2, /not base64/],
    [
      'data that is no object',
      ['trigger', 'payroll.created', '--data', 'absent.json'],
      2,
      /--data is neither/,
    ],
    ['an option that there is not', ['listen', '--nope'], 2, /unknown option '--nope'/],
    ['an address that is none', ['listen', '--forward-to', 'here'], 2, /address such as http/],
    [
      'no server',
      ['listen', '--base-url', 'http://127.0.0.1:9'],
      3,
      /start a server with `conformance serve`/,
    ],
  ])('says in one message what is wrong with %s', async (_, args, code, says) => {
    using folder = temporaryFolder();
    const ended = await folder.run(['webhook', ...args]);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toContain('mine!');
  });
});
