/**
 * `npm run task -- replicas:histories [--seconds 60 --seed 1]`: histories of several clients against three reference servers on
 * one Postgres, of which a random one is killed every second. Fails when no order of the requests explains what the
 * clients and the webhooks show.
 */
import { parseArgs, styleText } from 'node:util';
import { runConformance } from '../../../conformance/provider/run.ts';
import { historyChecks } from '../../../conformance/resources/histories/checks.ts';
import { limited } from '../../../proof/benign/run-variant.ts';
import { collectResults } from '../../../src/collect-results.ts';
import { resolveRun } from '../../../src/config/settings.ts';
import { openingOf } from '../../../src/targets/open-target.ts';
import { tool } from '../../../src/tool.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { killAtRandom } from './kills.ts';
import { startProxy } from './proxy.ts';
import { startReplicas } from './replica-set.ts';
import { createDice } from './writers.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const [seconds, firstSeed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0) || !Number.isSafeInteger(firstSeed))
  throw new Error('Give --seconds and --seed as numbers from 1');

/** Fewer histories of each check, so that more seeds are tried. */
const mostHistories = 6;
const checks = historyChecks.map((check) => limited(check, (runs) => Math.min(runs, mostHistories)));

await using postgres = await startPostgres();
await using replicas = await startReplicas(postgres.newState(), 3, {
  attemptTimeoutMillis: 2_000,
  spares: 4,
});
await using proxy = await startProxy(replicas.balancer);

/** @returns what counts against the servers, or against the trial */
async function play(seed: number): Promise<readonly string[]> {
  const { target, profile, concurrency } = resolveRun(
    { baseUrl: proxy.url, profile: 'thorough', seed, control: true },
    {},
    {},
    () => seed,
  );
  const results = await collectResults(
    runConformance({ target: await openingOf(target), checks, seed, profile, concurrency, tool }),
  );
  histories += results.checks.reduce((sum, { runs }) => sum + runs, 0);
  requests += results.run.requests;
  return [
    ...results.findings.map(
      ({ requirement, check, level, actual }) => `${requirement} (${level}) in ${check}: ${actual}`,
    ),
    ...results.checks.flatMap(({ id, error }) => (error === undefined ? [] : [`${id}: ${error}`])),
  ].map((problem) => `seed ${seed}: ${problem}`);
}

let [histories, requests, seeds] = [0, 0, 0];
const problems: string[] = [];
const ended = new AbortController();
const killing = killAtRandom(replicas, createDice(firstSeed), ended.signal);
const begun = performance.now();
for (; seeds === 0 || performance.now() - begun < seconds * 1_000; seeds += 1)
  problems.push(...(await play(firstSeed + seeds)));
ended.abort();
const kills = await killing;

console.log(`${seeds} seeds, ${histories} histories, ${requests} requests, ${kills} replicas killed`);
for (const problem of problems) console.error(styleText('red', problem));
if (problems.length > 0 || histories === 0 || kills === 0) process.exitCode = 1;
