/**
 * `npm run task -- bench:peers [--install] [--cache FOLDER] [--tools a,b] [--configurations a,b] [--seeds 1,2]`: this suite and its peers
 * on the same faults. It goes on where it was interrupted. The site has a page of the results.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../measurement.ts';
import { installPeers } from './install.ts';
import { readMeasured, toolsIn, writeMeasured } from './results.ts';
import { runTrial, type TrialPlan } from './run-trial.ts';
import sample from './sample.json' with { type: 'json' };
import type { Tool } from './tool.ts';
import { configurations, isSameAttempt, type Measured, soundAgain, type Trial } from './trial.ts';
import { prepareWorkspace } from './workspace.ts';

const { values } = parseArgs({
  options: {
    install: { type: 'boolean' },
    cache: { type: 'string', default: 'node_modules/.cache/peers' },
    tools: { type: 'string' },
    configurations: { type: 'string', default: configurations.join() },
    seeds: { type: 'string', default: '1,2' },
  },
});

const cache = resolve(values.cache);
const tools = toolsIn(cache);
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
await compare();
