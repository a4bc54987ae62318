import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allOperations, resolveSchema, type Schema } from '../../../openapi/description.ts';
import { inTransactions } from '../../../proof/faults/tools.ts';
import type { ReferenceServerOptions } from '../../server.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { startScenario } from '../../testing/scenario.ts';
import { createLog, type LogLevel, textLine } from './log.ts';

type Entry = Readonly<Record<string, unknown>>;

/** A server whose log the test reads. */
async function logging(level: LogLevel, options: ReferenceServerOptions = {}) {
  const lines: string[] = [];
  const observer = createLog({ level, base: {}, write: (line) => lines.push(line) });
  const scenario = await startScenario({ ...options, observer });
  const entries = (message: string): Entry[] =>
    lines.map((line): Entry => JSON.parse(line)).filter((entry) => entry.message === message);
  return { scenario, lines, entries, [Symbol.asyncDispose]: () => scenario.close() };
}

/** A word that can be found again wherever it went; each one is new. */
class Canaries {
  readonly all: string[] = [];

  next(): string {
    const canary = `Canary${randomBytes(9).toString('hex')}`;
    this.all.push(canary);
    return canary;
  }

  /** A value of a schema in which every text is a canary. */
  fill(given: Schema, depth = 0): unknown {
    const schema = resolveSchema(given);
    if (depth > 6) return this.next();
    if (schema.properties)
      return Object.fromEntries(
        Object.entries(schema.properties).map(([name, child]) => [name, this.fill(child, depth + 1)]),
      );
    if (typeof schema.items === 'object') return [this.fill(schema.items, depth + 1)];
    return schema.type === 'integer' || schema.type === 'number' ? 4_929_123_456 : this.next();
  }
}

test('nothing that a caller sends, in any place, is in the log', async () => {
  await using logged = await logging('trace');
  const { server } = logged.scenario;
  const canaries = new Canaries();
  for (const { method, path, requestBody, parameters } of allOperations) {
    const query = parameters.flatMap(({ in: place, name }) =>
      place === 'query' ? `${name}=${canaries.next()}` : [],
    );
    const target = path.replaceAll(/\{\w+\}/g, () => canaries.next());
    for (const token of [server.keys.platformToken, canaries.next()]) {
      const response = await fetch(`${server.url}${target}?${query.join('&')}`, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          cookie: `session=${canaries.next()}`,
          ...(token === server.keys.platformToken ? {} : { 'x-multitenantkey': canaries.next() }),
        },
        ...(requestBody && { body: JSON.stringify(canaries.fill(requestBody)) }),
      });
      await response.text();
    }
  }
  for (const path of ['/_control/tokens/', '/v1/', '/', '//'])
    await fetch(`${server.url}${path}${canaries.next()}`);
  await expect
    .poll(() => logged.entries('request').length, { interval: 5 })
    .toBe(allOperations.length * 2 + 4);
  const text = logged.lines.join('');
  expect(canaries.all.length).toBeGreaterThan(300);
  expect(canaries.all.filter((canary) => text.includes(canary))).toEqual([]);
  expect(text).not.toContain('4929123456');
  for (const key of Object.values(server.keys)) expect(text).not.toContain(key);
});

test('a delivery is logged without its endpoint, payload, secret and signature', async () => {
  await using logged = await logging('trace');
  const { scenario } = logged;
  const { platform } = scenario.server.businesses;
  await using receiver = await startReceiver();
  const endpoint = await scenario.control.register(
    `${receiver.url}?token=CanaryOfTheUrl`,
    platform.businessId,
  );
  await scenario.client.ok('createPerson', {
    body: { firstName: 'CanaryOfTheName', email: 'canary@example.com' },
  });
  await scenario.control.advance(platform.businessId, 0);
  expect(logged.entries('delivery')).toMatchObject([
    {
      level: 'info',
      eventType: 'person.created',
      businessId: platform.businessId,
      endpointId: endpoint.id,
      attempt: 1,
      outcome: 'acknowledged',
      isLast: true,
      status: 200,
    },
  ]);
  const text = logged.lines.join('');
  const signatures = receiver.received.map(({ headers }) => headers['hook-signature']);
  expect(signatures).toHaveLength(1);
  for (const secret of [
    endpoint.secret,
    platform.tenantKey,
    receiver.url,
    ...signatures,
    'Canary',
    'canary@',
  ])
    expect(text).not.toContain(secret);
});

describe('an internal error', () => {
  const details = {
    accountName: 'Canary Holder',
    accountNumber: '55779911',
    iban: 'GB33BUKB20201555555555',
    secret: 'whsec_CanaryCanaryCanary',
  };

  /** Like errors of databases: the row is in the message, and more of it in fields of their own. */
  const failing = inTransactions((transaction) => ({
    async put(collection, record) {
      if (collection !== 'persons') return transaction.put(collection, record);
      const row = JSON.stringify({ ...details, ...record });
      throw Object.assign(
        new Error(`Failing row contains ${row}, account 55779911 of GB33BUKB20201555555555`, {
          cause: new Error("invalid input: 'Canary Holder' at postgres://u:CanaryPassword@db/x"),
        }),
        { code: '23514', detail: row, parameters: [details] },
      );
    },
  }));

  test('is logged with its place in the code and the id returned to the caller, and without data', async () => {
    await using logged = await logging('warn', {
      fault: { id: 'failing', overrides: { wrapStore: failing } },
    });
    const { server } = logged.scenario;
    const response = await fetch(`${server.url}/v1/persons`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.keys.platformToken}`,
        'content-type': 'application/json',
        'x-request-id': 'mine-1',
      },
      body: JSON.stringify({ firstName: 'Canary' }),
    });
    expect([response.status, response.headers.get('x-request-id')]).toEqual([500, 'mine-1']);
    await expect
      .poll(() => logged.entries('request'), { interval: 5 })
      .toMatchObject([
        {
          level: 'error',
          requestId: 'mine-1',
          operation: 'createPerson',
          status: 500,
          error: { code: '23514', stack: expect.stringContaining('log.test.ts'), cause: { name: 'Error' } },
        },
      ]);
    const text = logged.lines.join('');
    for (const secret of ['Canary', ...Object.values(details)]) expect(text).not.toContain(secret);
  });
});

test.each<[header: string | undefined, want: RegExp]>([
  ['from-a-caller.1', /^from-a-caller\.1$/],
  [undefined, /^[\da-f]{8}-[\da-f-]{27}$/],
  ['with a space', /^[\da-f]{8}-[\da-f-]{27}$/],
  ['a'.repeat(65), /^[\da-f]{8}-[\da-f-]{27}$/],
])('a request with the id %j is answered with one', async (header, want) => {
  await using logged = await logging('info');
  const headers = header === undefined ? {} : { 'x-request-id': header };
  const response = await fetch(`${logged.scenario.server.url}/v1/persons`, { headers });
  expect(response.headers.get('x-request-id')).toMatch(want);
  await expect
    .poll(() => logged.entries('request'), { interval: 5 })
    .toMatchObject([
      { level: 'info', requestId: expect.stringMatching(want), status: 401, code: 'unauthorized' },
    ]);
});

test('a level omits the lower levels, and configured secrets are redacted', () => {
  const lines: string[] = [];
  const log = createLog({
    level: 'warn',
    base: {},
    secrets: ['chosen by me'],
    write: (line) => lines.push(line),
  });
  log.say('info', 'not this');
  log.workFailed?.(new Error('with chosen by me inside'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('work in the background failed');
  expect(lines[0]).not.toContain('chosen by me');
});

test('text lines have their fields in order, and no value can imitate another line', () => {
  const entry = { level: 'info', time: '2026-01-02T03:04:05.678Z', environment: 'sandbox', status: 200 };
  const line = JSON.stringify({ ...entry, userAgent: 'a\nERROR "b" \u001b[2J', message: 'request' });
  expect(textLine(line)).toBe(
    '03:04:05.678 INFO  request status=200 userAgent="a\\nERROR \\"b\\" \\u001b[2J"\n',
  );
});
