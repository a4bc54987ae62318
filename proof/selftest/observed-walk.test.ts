/** A walk of any requests in any order, through the proxy of `watch`: the sound server is not accused, and its client is. */
import { expect, test } from 'vitest';
import { startProxy } from '../../conformance/traffic/proxy.ts';
import { openJudge } from '../../conformance/traffic/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import { walk } from '../walk/walk.ts';

/** `WALK=10000` for a longer one. */
const requests = Number(process.env.WALK ?? 2_000);

test('the responses of a sound server to random requests have no finding', async () => {
  const options = { baseUrl: 'http://127.0.0.1:1', tool };
  const judges = [openJudge('observed', options), openJudge('clients', options)] as const;
  const results = Promise.all(judges.map(({ events }) => collectResults(events)));
  await using proxies = new AsyncDisposableStack();
  const front = async (baseUrl: string) =>
    proxies.use(await startProxy({ baseUrl, port: 0, judges: [...judges] })).url;
  await walk({ seed: 7, requests, front });
  for (const judge of judges) judge.end();
  const [server, clients] = await results;
  expect(server?.run.requests).toBeGreaterThan(requests * 0.6);
  expect(server?.findings.map(({ id, expected, actual }) => [id, expected, actual])).toEqual([]);
  expect(clients?.findings.length).toBeGreaterThan(5);
});
