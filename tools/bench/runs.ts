/** Measures commands that take many runs, and a server after many runs. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { allChecks } from '../../conformance/all-checks.ts';
import type { RunEvent } from '../../conformance/engine/events.ts';
import { split, weigh } from '../../conformance/engine/shard.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { eventLine, readEvents } from '../../reports/ndjson.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import { type Measurement, mean, median, megabytes, rounded } from './measurement.ts';
import { startServer } from './process.ts';
import { referenceTarget } from './reference-target.ts';
import { concurrency } from './suite-run.ts';

const sizes = [10, 100, 1_000] as const;
/** The runs grow ten times; a cost that grows far more is worse than linear. */
const most = 15;
const runsOnOneServer = 24;
const megabytesOfCommand = 500;

const main = fileURLToPath(new URL('../../bin/main.ts', import.meta.url));
const preload = new URL('./processes/peak.ts', import.meta.url).href;

interface Taken {
  /** Processor time. */
  readonly millis: number;
  /** At the most. */
  readonly megabytes: number;
}

/** @throws Error when the command fails */
async function take(args: readonly string[]): Promise<Taken> {
  const child = spawn(process.execPath, ['--import', preload, main, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = await text(child.stdio[3] as NodeJS.ReadableStream);
  if ((await exited) !== 0) throw new Error(`conformance ${args[0]} has failed`);
  // The preloaded file has written it.
  return JSON.parse(said) as Taken;
}

const numbered = (count: number, folder: string) =>
  Array.from({ length: count }, (_, index) => join(folder, String(index + 1)));

/** As many runs as there are, each in its folder. */
function repeatRun(run: string, count: number, folder: string): readonly string[] {
  const folders = numbered(count, folder);
  for (const each of folders) {
    mkdirSync(each, { recursive: true });
    copyFileSync(join(run, 'results.json'), join(each, 'results.json'));
  }
  return folders;
}

/** A run, as this number of shards would have written it. */
function splitRun(run: string, count: number, folder: string): readonly string[] {
  const { events } = readEvents(readFileSync(join(run, 'results.ndjson'), 'utf8'));
  const [started, finished] = [events[0], events.at(-1)];
  if (started?.type !== 'run-started' || finished?.type !== 'run-finished')
    throw new Error('The run has no end');
  const plan = split(weigh(allChecks), count, concurrency);
  const shardOf = new Map(plan.map(({ check, shard }) => [check, shard]));
  const folders = numbered(count, folder);
  for (const [at, each] of folders.entries()) {
    const index = at + 1;
    const isMine = (check = '') => shardOf.get(check) === index;
    const written: RunEvent[] = [
      {
        ...started,
        run: { ...started.run, shard: { index, count } },
        checks: started.checks.filter(({ id }) => isMine(id)),
        plan,
      },
      ...events.slice(1, -1).filter((event) => isMine(checkOf(event))),
      finished,
    ];
    mkdirSync(each, { recursive: true });
    writeFileSync(join(each, 'results.ndjson'), written.map(eventLine).join(''));
  }
  return folders;
}

function checkOf(event: RunEvent): string | undefined {
  if (event.type === 'finding-reported') return event.finding.check;
  return 'check' in event ? event.check : undefined;
}

async function measureCommand(
  what: string,
  folder: string,
  make: (count: number, folder: string) => readonly string[],
  argsFor: (folders: readonly string[]) => readonly string[],
): Promise<readonly Measurement[]> {
  const taken: Taken[] = [];
  for (const size of sizes) taken.push(await take(argsFor(make(size, join(folder, String(size))))));
  const [few, many] = taken.slice(-2);
  const ratio = (many?.millis ?? 0) / (few?.millis ?? 1);
  const largest = Math.max(...taken.map((each) => each.megabytes));
  const of = sizes.map(rounded).join(', ');
  return [
    {
      what: `processor time of ${what}, ${of}`,
      figure: `${taken.map(({ millis }) => rounded(millis)).join(', ')} ms`,
      target: `the last two: ${ratio.toFixed(1)} times, at most ${most}`,
      met: ratio <= most,
    },
    {
      what: `memory of ${what}, ${of}`,
      figure: `${taken.map((each) => rounded(each.megabytes)).join(', ')} MB`,
      target: `under ${megabytesOfCommand} MB`,
      met: largest < megabytesOfCommand,
    },
  ];
}

/** Whether a server is slower for the next run the more runs it has seen. */
async function measureServer(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  const target = await referenceTarget(server.ready.url);
  const [cpu, memory]: [number[], number[]] = [[], []];
  const micros = async () => {
    // The process replies with this type.
    const { user, system } = (await server.ask('cpu')) as NodeJS.CpuUsage;
    return user + system;
  };
  for (let seed = 1; seed <= runsOnOneServer; seed += 1) {
    const before = await micros();
    const options = { target, checks: allChecks, seed, profile: 'smoke', concurrency, tool } as const;
    const { verdict, run } = await collectResults(runConformance(options));
    if (verdict !== 'conformant') throw new Error(`The verdict is ${verdict}`);
    cpu.push(((await micros()) - before) / run.requests);
    memory.push(megabytes(Number(await server.ask('rss'))));
  }
  const quarter = runsOnOneServer / 4;
  // The first runs are left out, because the server compiles its code in them.
  const ratio = median(cpu.slice(-quarter)) / median(cpu.slice(quarter, 2 * quarter));
  const growth = (mean(memory.slice(-quarter)) - mean(memory.slice(quarter, 2 * quarter))) / (2 * quarter);
  return [
    {
      what: `processor time of a server for a request, runs ${runsOnOneServer - quarter + 1} to ${runsOnOneServer} against runs ${quarter + 1} to ${2 * quarter}`,
      figure: `${ratio.toFixed(2)} times`,
      target: 'at most 1.5',
      met: ratio <= 1.5,
    },
    {
      what: 'what a server remembers of one more run, which deletes nothing',
      figure: `${growth.toFixed(1)} MB`,
    },
  ];
}

export async function measureRuns(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const run = join(folder, 'run');
  try {
    await take(['run', '--profile', 'smoke', '--seed', '1', '--quiet', '--format', 'json', '--out', run]);
    return [
      ...(await measureCommand(
        'conformance report, by number of runs',
        join(folder, 'repeated'),
        (count, inside) => repeatRun(run, count, inside),
        (folders) => ['report', ...folders, '--format', 'junit'],
      )),
      ...(await measureCommand(
        'conformance report merge, by number of shards',
        join(folder, 'split'),
        (count, inside) => splitRun(run, count, inside),
        (folders) => ['report', 'merge', ...folders, '--out', join(folder, 'merged')],
      )),
      ...(await measureServer()),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
