/** How many webhooks a second reach a receiver on this machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsTo } from './calls.ts';
import { type Measurement, rounded } from './measurement.ts';
import { startReceiver, startServer } from './process.ts';

const events = 2_000;

/** Deliveries per second out of a backlog, for one endpoint of one business: nothing goes out side by side. */
async function rateWith(state?: string): Promise<number> {
  await using server = await startServer(state);
  await using receiver = await startReceiver();
  const { call, savePayrolls, advance } = callsTo(server);
  const [payroll] = await savePayrolls(1);
  await call('POST', '/_control/webhook-endpoints', { url: receiver.ready.url });
  // Rejected at first, so that all of them are due at one time later.
  await receiver.ask('answerWith', 503);
  await advance(0);
  for (let sent = 0; sent < events; sent += 1)
    await call('POST', `/v1/payrolls/${payroll?.payrollId}/save`, payroll?.body);
  await advance(0);
  await receiver.ask('answerWith', 204);
  const before = Number(await receiver.ask('count'));
  const begun = performance.now();
  await advance(5);
  const seconds = (performance.now() - begun) / 1000;
  const delivered = Number(await receiver.ask('count')) - before;
  if (delivered !== events) throw new Error(`${delivered} instead of ${events} were delivered`);
  return delivered / seconds;
}

export async function measureDeliveries(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const inMemory = await rateWith();
    const inFile = await rateWith(join(folder, 'state.db'));
    const what = 'webhooks to one endpoint';
    const target = 'at least 1,000';
    return [
      { what, figure: `${rounded(inMemory)} a second`, target, met: inMemory >= 1000 },
      {
        what: `${what}, with a state file`,
        figure: `${rounded(inFile)} a second`,
        target,
        met: inFile >= 1000,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
