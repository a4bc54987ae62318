/** The cost of the metrics and of the log of every request. The servers take turns in one run. */
import { callsTo } from './calls.ts';
import { type Measurement, rounded } from './measurement.ts';
import { startServer } from './process.ts';
import { Tally } from './reference-server.ts';

const rounds = 4;
const items = 20;

export async function measureTelemetry(): Promise<readonly Measurement[]> {
  await using plain = await startServer();
  await using measured = await startServer('', 'metrics');
  await using logged = await startServer('', 'log-and-metrics');
  const servers = [plain, measured, logged].map((server) => ({ server, tally: new Tally() }));
  for (const { server } of servers) {
    await callsTo(server).savePayrolls(items);
    await new Tally().addRound(server, server.ready.keys.platformToken);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { server, tally } of servers) await tally.addRound(server, server.ready.keys.platformToken);
  const [base] = servers;
  const names = ['nothing', 'metrics', 'metrics and the log of every request'];
  return servers.map(({ tally }, index) => {
    const share = base === undefined ? 1 : tally.microsEach / base.tally.microsEach;
    return {
      what: `GET /v1/payrolls with ${names[index]}`,
      figure: `${rounded(tally.perSecond)} requests/s, ${rounded(tally.microsEach)} µs of processor time`,
      ...(index > 0 && { target: `${share.toFixed(2)} times the processor time of nothing` }),
    };
  });
}
