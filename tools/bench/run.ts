/**
 * `npm run bench [-- name … | --record]`: measures how fast and how small the reference server is, and how fast the suite
 * and the command line. Ratios are of one run. Benches that take minutes (`thorough`, `watching-memory`) are left
 * out unless they are named. `--record` measures everything and keeps the figures for the page of the site.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { measureBusinesses } from './businesses.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureFarAway } from './far-away.ts';
import { measureHistories } from './histories.ts';
import { measureJudgedMemory } from './judged-memory.ts';
import { type Measurement, machine } from './measurement.ts';
import { measureMemory } from './memory.ts';
import type { BenchResult, Performance } from './performance-page.ts';
import { measureRequests } from './reference-server.ts';
import { measureRetrySchedule } from './retry-schedule.ts';
import { measureStartUp } from './start-up.ts';
import { measureSuite } from './suite.ts';
import { measureTelemetry } from './telemetry.ts';
import { measureThorough } from './thorough.ts';
import { measureWatching } from './watching.ts';

const benches: Readonly<Record<string, () => Promise<readonly Measurement[]>>> = {
  'reference-server': measureRequests,
  deliveries: measureDeliveries,
  businesses: measureBusinesses,
  'retry-schedule': measureRetrySchedule,
  memory: measureMemory,
  telemetry: measureTelemetry,
  'start-up': measureStartUp,
  suite: measureSuite,
  'far-away': measureFarAway,
  histories: measureHistories,
  thorough: measureThorough,
  watching: measureWatching,
  'watching-memory': measureJudgedMemory,
};

/** Benches that take minutes run if they are named, and for the page. */
const long = ['thorough', 'watching-memory'];

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
});
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
if (values.record && named.length > 0) throw new Error('The page has all benches: leave out the names');

const results: BenchResult[] = [];
for (const [name, measure] of Object.entries(benches)) {
  const isWanted = named.length > 0 ? named.includes(name) : values.record || !long.includes(name);
  if (!isWanted) continue;
  process.stderr.write(`${name} …\n`);
  results.push({ name, measured: await measure() });
}
const measured = results.flatMap((result) => result.measured);

const widthOf = (cells: readonly string[]) => Math.max(...cells.map((cell) => cell.length));
const widths = [widthOf(measured.map(({ what }) => what)), widthOf(measured.map(({ figure }) => figure))];
console.log(`${machine}\n`);
for (const { what, figure, target, met } of measured) {
  const verdict = met === undefined ? '' : styleText(met ? 'green' : 'red', met ? 'met' : 'NOT MET');
  const cells = [what.padEnd(widths[0] ?? 0), figure.padStart(widths[1] ?? 0), target ?? '', verdict];
  console.log(cells.filter(Boolean).join('  '));
}
if (measured.some(({ met }) => met === false)) process.exitCode = 1;
if (values.record) {
  const date = new Date().toISOString().slice(0, 10);
  const kept: Performance = { date, machine, results };
  writeFileSync(
    new URL('../site/records/performance.json', import.meta.url),
    `${JSON.stringify(kept, null, 2)}\n`,
  );
}
