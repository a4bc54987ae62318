/** npm run servers: runs the suite against each of these servers, with keys only and connected. */
import { parseArgs } from 'node:util';
import type { Results } from '../../conformance/engine/results.ts';
import { profileNames } from '../../src/config/values.ts';
import { costOf, keepCosts, type RunCost } from './cost.ts';
import { modes as allModes, lineOf, type Mode, shortfallsOf } from './judge.ts';
import { runOnce } from './run-once.ts';
import { serverNames, whySkipped } from './start.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    'connected-only': { type: 'boolean', default: false },
    'keys-only': { type: 'boolean', default: false },
    profile: { type: 'string', default: 'standard' },
    quotas: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

/** A connected run of this one takes ten minutes, most of which it waits: it runs only where it is named. */
const patient = 'metered';

/** Runs side by side; where their time is kept, one after the other. */
const atOnce = values.record ? 1 : 3;

const seeds = Number(values.seeds);
const names = serverNames.filter((name) =>
  values.server === undefined ? name !== patient : values.server === name,
);
const profile = profileNames.find((name) => name === values.profile);
if (!Number.isInteger(seeds) || seeds < 1 || names.length === 0 || profile === undefined) {
  console.error(
    `Usage: npm run servers -- [--server ${serverNames.join('|')}] [--seeds N] [--connected-only|--keys-only] [--profile ${profileNames.join('|')}] [--quotas] [--record]`,
  );
  process.exit(2);
}
const modes = allModes.filter((mode) => !values[mode === 'connected' ? 'keys-only' : 'connected-only']);

function report(title: string, mode: Mode, results: Results): boolean {
  console.log(lineOf(title, results));
  for (const { level, requirement, check, expected, actual } of results.findings) {
    if (level === 'documented')
      console.log(`  ${requirement} in ${check}: expected ${expected}; actual ${actual}`);
  }
  const reasons = new Map<string, number>();
  for (const { level, status, reason = '' } of results.requirements) {
    if (level === 'documented' && ['not-exercised', 'errored'].includes(status))
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (mode === 'connected')
    for (const [reason, count] of reasons) console.log(`  ${count} not exercised: ${reason}`);
  // The others are not meant to exercise everything.
  const shortfalls =
    results.run.profile === 'standard' ? shortfallsOf(mode, results.totals.documented, values.quotas) : [];
  for (const shortfall of shortfalls) console.log(`  ${shortfall}`);
  return shortfalls.length === 0;
}

const present = names.filter((name) => {
  const reason = whySkipped(name);
  if (reason !== undefined) console.log(`${name}: skipped, ${reason}`);
  return reason === undefined;
});
const runs = present.flatMap((name) =>
  modes.flatMap((mode) => Array.from({ length: seeds }, (_, index) => ({ name, mode, seed: index + 1 }))),
);

const done = runs.length;
let failed = 0;
const costs: RunCost[] = [];
const takeTurns = async () => {
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    const { name, mode, seed } = run;
    const results = await runOnce({ ...run, profile, traits: [], withinQuotas: values.quotas });
    costs.push(costOf(name, mode, results));
    if (!report(`${name}, ${mode}, seed ${seed}`, mode, results)) failed += 1;
  }
};
// The last server mostly waits, so that it is begun with, and others run beside it.
await Promise.all(Array.from({ length: atOnce }, takeTurns));
if (values.record) keepCosts(costs);
console.log(
  failed === 0
    ? `All of ${done} runs are as they must be.`
    : `${failed} of ${done} runs are not as they must be.`,
);
process.exitCode = failed === 0 ? 0 : 1;
