/** Whether memory stays flat through many requests over data that does not grow. */
import autocannon from 'autocannon';
import { callsTo } from './calls.ts';
import { type Measurement, megabytes, memoryFigures, rounded } from './measurement.ts';
import { startReceiver, startServer } from './process.ts';

const requests = 200_000;
const readsPerWrite = 19;
const sampleMillis = 250;

export async function measureMemory(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  await using receiver = await startReceiver();
  const { call, savePayrolls } = callsTo(server);
  await call('POST', '/_control/webhook-endpoints', { url: receiver.ready.url });
  const payrolls = await savePayrolls(20);
  const reads = ['/v1/payrolls', '/v1/persons', '/v1/wallets', `/v1/payrolls/${payrolls[0]?.payrollId}`];
  // Every write is delivered, and there are so few that deliveries do not fall behind: the outstanding memory is data.
  const cycle = payrolls.flatMap(({ payrollId, body }) => [
    ...Array.from({ length: readsPerWrite }, (_, index) => ({
      method: 'GET' as const,
      path: reads[index % reads.length] ?? '',
    })),
    { method: 'POST' as const, path: `/v1/payrolls/${payrollId}/save`, body: JSON.stringify(body) },
  ]);
  const { url, keys } = server.ready;
  const samples: number[] = [];
  const sampling = setInterval(async () => {
    samples.push(megabytes(Number(await server.ask('rss'))));
  }, sampleMillis);
  const headers = { authorization: `Bearer ${keys.platformToken}`, 'content-type': 'application/json' };
  const result = await autocannon({ url, connections: 20, amount: requests, requests: cycle, headers });
  clearInterval(sampling);
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} requests were refused, ${result.errors} failed`);
  return memoryFigures(`memory through ${rounded(result.requests.total)} requests`, samples);
}
