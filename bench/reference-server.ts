/** How fast the reference server answers GET /v1/payrolls, and how much faster than a mock made by Prism. */
import autocannon from 'autocannon';
import { callsTo } from './calls.ts';
import { type Measurement, rounded } from './measurement.ts';
import { startPrism, startServer } from './process.ts';

const connections = 20;
const items = 20;

/** They take turns, so that whatever else the machine does meets both. */
const rounds = 3;
const roundSeconds = 3;

/** Answers in one round. @throws Error when any request fails. */
async function answersOf(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const result = await autocannon({
    url: `${url}/v1/payrolls`,
    connections,
    duration: roundSeconds,
    headers,
  });
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} errors, ${result.timeouts} without answer`);
  return result.requests.total;
}

export async function measureRequests(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  const { call, savePayrolls } = callsTo(server);
  await savePayrolls(items);
  // Both send the same answer.
  await using prism = await startPrism(await call('GET', '/v1/payrolls'));
  const token = server.ready.keys.platformToken;
  await answersOf(server.ready.url, token);
  await answersOf(prism.ready.url, token);
  let [ours, theirs] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    ours += (await answersOf(server.ready.url, token)) / (rounds * roundSeconds);
    theirs += (await answersOf(prism.ready.url, token)) / (rounds * roundSeconds);
  }
  const ratio = ours / theirs;
  return [
    {
      what: `GET /v1/payrolls, ${items} items, ${connections} connections`,
      figure: `${rounded(ours)} requests/s`,
      target: 'at least 3,000',
      met: ours >= 3000,
    },
    { what: 'the same answer from Prism', figure: `${rounded(theirs)} requests/s` },
    { what: 'ours to Prism', figure: `${ratio.toFixed(1)} times`, target: 'at least 8', met: ratio >= 8 },
  ];
}
