import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebhookReceiver } from './receiver.ts';
import { type RecordedDelivery, RecordReader } from './record.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const line = (body: string) =>
  `${JSON.stringify({ method: 'POST', headers: { 'Hook-Id': 'evt_1' }, body, time: 1_700_000_000.5 })}\n`;

test('reads what is written after its start, in whole lines', async () => {
  const file = join(folder, 'webhooks.ndjson');
  writeFileSync(file, line('of an earlier run'));
  const taken: RecordedDelivery[] = [];
  const reader = new RecordReader(file, (delivery) => taken.push(delivery));
  reader.start();
  const [begun, rest] = [line('{"größe": 1}').slice(0, 40), line('{"größe": 1}').slice(40)];
  appendFileSync(file, begun);
  appendFileSync(file, `${rest}${line('second')}`);
  await vi.waitUntil(() => taken.length === 2, { timeout: 60_000 });
  reader.stop();
  expect(taken.map(({ rawBody }) => rawBody.toString('utf8'))).toEqual(['{"größe": 1}', 'second']);
  expect(taken[0]).toMatchObject({
    method: 'POST',
    headers: { 'hook-id': 'evt_1' },
    receivedAt: 1_700_000_000.5,
    answered: 200,
  });
  expect(() => reader.check()).not.toThrow();
});

test('whoever looks at a channel sees all that has been written by then', async () => {
  const file = join(folder, 'looked-at.ndjson');
  const receiver = new WebhookReceiver({ record: file });
  await receiver.listen();
  const channel = receiver.openShared({ tenantKey: undefined, knows: () => false }, () => undefined);
  appendFileSync(file, line('{}'));
  expect(channel.deliveries.map(({ body }) => body)).toEqual(['{}']);
  await receiver.stop();
});

test.each(['no JSON', '{"method": "POST"}'])(
  'a line %j is an error that says what to write',
  async (text) => {
    const file = join(folder, 'broken.ndjson');
    writeFileSync(file, '');
    const reader = new RecordReader(file, () => undefined);
    reader.start();
    appendFileSync(file, `${text}\n`);
    await vi.waitUntil(
      () => {
        try {
          reader.check();
          return false;
        } catch (error) {
          expect(error).toMatchObject({ code: 'CONFIGURATION_INVALID' });
          expect(String(error)).toMatch(/broken\.ndjson has a line that is no webhook: write \{"method"/);
          return true;
        }
      },
      { timeout: 60_000 },
    );
    reader.stop();
  },
);

test('a folder is an error that names the option, and does not end the process', async () => {
  const reader = new RecordReader(folder, () => undefined);
  reader.start();
  // A folder may grow like a file.
  for (let name = 0; name < 300; name += 1) writeFileSync(join(folder, `${name}${'x'.repeat(200)}`), '');
  await vi.waitUntil(
    () => {
      try {
        reader.check();
        return false;
      } catch (error) {
        expect(String(error)).toMatch(/cannot be read: EISDIR.*--webhook-record/);
        return true;
      }
    },
    { timeout: 60_000 },
  );
  reader.stop();
});
