/**
 * `npm run task -- benchmark --tool "command with {url} {spec} {key}"`: runs any tool against sound, faulty and benign servers,
 * and scores it. Without `--tool`, runs those of tools.ts; `--record` keeps their figures for the page of the site.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { readRecord, writeRecord } from './record.ts';
import { type Score, score, type Trial } from './score.ts';
import { type BenchmarkServer, benignServers, faultyServers, poolSizes, soundServers } from './servers.ts';
import { type Tool, tools } from './tools.ts';
import { tryTool } from './trial.ts';

const root = join(import.meta.dirname, '../..');
const machine = `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}`;

const { values } = parseArgs({
  options: {
    tool: { type: 'string' },
    faults: { type: 'string', default: '16' },
    variants: { type: 'string', default: '4' },
    sound: { type: 'string', default: '1' },
    baseline: { type: 'string', default: '3' },
    limit: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const number = (
  name: 'faults' | 'variants' | 'sound' | 'baseline' | 'limit' | 'seed' | 'jobs',
  least = 0,
) => {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= least) return value;
  console.error(`--${name} takes a whole number from ${least} on, not ${values[name]}.`);
  process.exit(2);
};

const [seed, limitSeconds, baseline] = [number('seed'), number('limit', 1), number('baseline', 1)];
const sample = [
  ...soundServers(number('sound')),
  ...faultyServers(number('faults'), seed),
  ...benignServers(number('variants'), seed),
];

// The tools are in groups of their own, which Ctrl-C does not reach.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));

async function tryAll(command: string): Promise<Score> {
  const plan: (readonly [BenchmarkServer, runSeed: number, of: Trial[]])[] = [];
  const [ofBaseline, others]: [Trial[], Trial[]] = [[], []];
  // The baseline has other seeds too, so that it has more of what a tool reports by chance.
  for (const [index, server] of soundServers(baseline).entries())
    plan.push([server, seed + index, ofBaseline]);
  for (const server of sample) plan.push([server, seed, others]);
  const takeTurns = async () => {
    for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
      const [server, runSeed, of] = next;
      const { output, ...trial } = await tryTool(command, server, { seed: runSeed, limitSeconds });
      of.push(trial);
      const { reports, seconds, isCut } = trial;
      console.log(
        `  ${server.kind} ${server.id}: ${reports.length} reports, ${seconds.toFixed(0)} s${isCut ? ', cut' : ''}`,
      );
      if (values.verbose) console.log(`${reports.map((each) => `    ${each}\n`).join('')}${output}`);
    }
  };
  await Promise.all(Array.from({ length: number('jobs', 1) }, takeTurns));
  return score(ofBaseline, others);
}

function print({ found, shown, falseAlarms, onSound, cut }: Score): void {
  const faults = sample.filter(({ kind }) => kind === 'faulty').length;
  console.log(`found         ${found.length} of ${faults} faults; ${shown} showed themselves`);
  console.log(
    `false alarms  ${falseAlarms.length} of ${sample.length - shown} servers that behaved as sound ones do`,
  );
  console.log(
    `baseline      ${onSound} kinds of reports on sound servers, which count for nothing elsewhere`,
  );
  if (cut > 0) console.log(`cut           ${cut} runs after ${limitSeconds} s`);
}

/** @returns undefined where the tool is missing */
function versionOf({ version }: Tool): string | undefined {
  const { status, stdout } = spawnSync(version.replace('{root}', root), { shell: true, encoding: 'utf8' });
  return status === 0 ? /\d+(\.\d+)+/.exec(stdout)?.[0] : undefined;
}

if (values.tool !== undefined) print(await tryAll(values.tool));
else {
  const idsOf = (kind: BenchmarkServer['kind']) =>
    sample.filter((each) => each.kind === kind).map(({ id }) => id);
  const drawn = {
    seed,
    limitSeconds,
    baseline,
    sound: idsOf('sound').length,
    faulty: idsOf('faulty'),
    benign: idsOf('benign'),
  };
  // Figures of another sample are of no use beside these.
  const before = readRecord();
  const isSame = isDeepStrictEqual(before.drawn, drawn);
  const measured = new Map(isSame ? before.tools.map((each) => [each.name, each]) : []);
  const chosen = tools.filter(({ name }) => values.only === undefined || values.only === name);
  if (chosen.length === 0) {
    console.error(
      `There is no tool ${values.only}: name one of ${tools.map(({ name }) => name).join(', ')}.`,
    );
    process.exit(2);
  }
  for (const tool of chosen) {
    const version = versionOf(tool);
    console.log(
      version === undefined ? `${tool.name}: skipped, as it is missing: ${tool.install}` : tool.name,
    );
    if (version === undefined) continue;
    const scored = await tryAll(tool.command);
    print(scored);
    measured.set(tool.name, { name: tool.name, version, ...scored });
  }
  if (values.record) writeRecord({ drawn, pools: poolSizes, machine, tools: [...measured.values()] });
}
