/**
 * `npm run task -- bench:peers [--install] [--cache FOLDER] [--tools a,b] [--configurations a,b] [--seeds 1,2] [--docs]`: this suite and
 * its peers on the same faults. It goes on where it was interrupted; `--docs` only writes the page.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../measurement.ts';
import { comparisonPage } from './comparison-page.ts';
import { installPeers } from './install.ts';
import { runTrial, type TrialPlan } from './run-trial.ts';
import sample from './sample.json' with { type: 'json' };
import type { Tool } from './tool.ts';
import { dredd } from './tools/dredd.ts';
import { portman } from './tools/portman.ts';
import { prism } from './tools/prism.ts';
import { schemathesis } from './tools/schemathesis.ts';
import { specmatic } from './tools/specmatic.ts';
import { suite } from './tools/suite.ts';
import {
  configurations,
  isSameAttempt,
  type Measured,
  type Sampled,
  soundAgain,
  type Trial,
} from './trial.ts';
import { prepareWorkspace } from './workspace.ts';

const fileOf = (tool: string) => new URL(`./results/${tool}.json`, import.meta.url);

/**
 * Each tool has a file, trial by trial, so that an interrupted run goes on where it was.
 *
 * @returns undefined when the tool has never been run
 */
function readMeasured(tool: string): Measured | undefined {
  const file = fileOf(tool);
  // Written below.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured) : undefined;
}

/** One trial per line, so that changes can be read. */
function writeMeasured({ trials, ...rest }: Measured): void {
  mkdirSync(new URL('./results/', import.meta.url), { recursive: true });
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  const lines = trials.map((trial) => `    ${JSON.stringify(trial)}`);
  writeFileSync(fileOf(rest.tool), `${head},\n  "trials": [\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** @param cache the folder that the peers are installed in */
const toolsIn = (cache: string): readonly Tool[] => [
  suite,
  portman(cache),
  dredd(cache),
  prism,
  schemathesis(cache),
  specmatic(cache),
];

const { values } = parseArgs({
  options: {
    install: { type: 'boolean' },
    docs: { type: 'boolean' },
    cache: { type: 'string', default: 'node_modules/.cache/peers' },
    tools: { type: 'string' },
    configurations: { type: 'string', default: configurations.join() },
    seeds: { type: 'string', default: '1,2' },
  },
});

const cache = resolve(values.cache);
const tools = toolsIn(cache);
const page = fileURLToPath(new URL('../../../docs/comparison.md', import.meta.url));
const binaries = [
  join(dirname(process.execPath)),
  resolve('node_modules/.bin'),
  join(cache, 'npm/node_modules/.bin'),
];
process.env.PATH = [...binaries, process.env.PATH].join(delimiter);

const emptyOf = ({ id, version }: Tool): Measured => ({ tool: id, version, machine, trials: [] });
const measured = new Map(tools.map((tool) => [tool.id, readMeasured(tool.id) ?? emptyOf(tool)]));

function keep(tool: Tool, trial: Trial): void {
  const { trials } = measured.get(tool.id) ?? emptyOf(tool);
  const next = { ...emptyOf(tool), trials: [...trials, trial] };
  measured.set(tool.id, next);
  writeMeasured(next);
}

const trialOf = (plan: TrialPlan) =>
  measured.get(plan.tool)?.trials.find((trial) => isSameAttempt(trial, plan) && trial.fault === plan.fault);

/** The least is learned last: first every tool at its best, once; then as a newcomer; then with other seeds. */
function* plans(): Generator<TrialPlan> {
  const wanted = values.tools?.split(',');
  const chosen = tools.filter(({ id }) => wanted?.includes(id) ?? true);
  const faults = [undefined, soundAgain, ...sample.map(({ fault }) => fault)];
  for (const seed of values.seeds.split(',').map(Number))
    for (const configuration of [...configurations].toReversed()) {
      if (!values.configurations.split(',').includes(configuration)) continue;
      for (const fault of faults)
        for (const { id, seeds } of chosen)
          if (seeds[configuration].includes(seed))
            yield { tool: id, configuration, seed, ...(fault !== undefined && { fault }) };
    }
}

async function compare(): Promise<void> {
  const workspace = await prepareWorkspace(join(cache, 'workspace'), cache);
  for (const plan of plans()) {
    const tool = tools.find(({ id }) => id === plan.tool);
    if (tool === undefined || trialOf(plan) !== undefined) continue;
    if (tool.binaries.some((file) => !existsSync(file))) continue;
    const { fault: _, ...attempt } = plan;
    const sound = trialOf(attempt);
    // A tool that sends nothing to the sound server sends nothing to a faulty one either.
    if (plan.fault !== undefined && sound?.requests === 0) continue;
    // A failure that only the second run on the sound server shows is not a find either.
    const again = trialOf({ ...attempt, fault: soundAgain });
    const onSound = sound && [...sound.failures, ...(again?.failures ?? [])];
    const trial = await runTrial(tool, plan, workspace, onSound);
    keep(tool, trial);
    const { fault = 'sound', failures, requests, seconds } = trial;
    process.stderr.write(
      `${plan.tool} ${plan.configuration} ${plan.seed} ${fault}: ${failures.length}, ${requests}, ${seconds} s\n`,
    );
  }
}

mkdirSync(cache, { recursive: true });
if (values.install) installPeers(cache);
if (!values.docs) await compare();
writeFileSync(page, comparisonPage({ tools, sample: sample as Sampled[], measured: [...measured.values()] }));
