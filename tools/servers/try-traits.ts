/**
 * npm run task -- servers:traits [-- --server NAME] [--sample N] [--combinations N] [--seed N]: runs the suite against each of
 * these servers, behind a relay that gives it legal traits: some alone, and three at once.
 */
import { parseArgs } from 'node:util';
import { combinationsOf, linesOf, rowOf, sampleOf } from '../../proof/traits/report.ts';
import type { Trait } from '../../proof/traits/trait.ts';
import { outcomeOf } from '../../proof/traits/try-traits.ts';
import { runOnce } from './run-once.ts';
import { serverNames, whySkipped } from './start.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    sample: { type: 'string', default: '5' },
    combinations: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});

let outside = 0;
for (const [index, name] of serverNames.entries()) {
  if (values.server !== undefined && values.server !== name) continue;
  const reason = whySkipped(name);
  if (reason !== undefined) {
    console.log(`${name}: skipped, ${reason}`);
    continue;
  }
  const common = { name, mode: 'connected', seed: 1, profile: 'smoke' } as const;
  const without = outcomeOf(await runOnce({ ...common, traits: [] }), []);
  const isFit = ({ notElsewhere }: Trait) => notElsewhere === undefined;
  const seed = Number(values.seed) + index;
  const alone = sampleOf(seed, Number(values.sample), isFit).map((id) => [id]);
  for (const ids of [...alone, ...combinationsOf(seed, Number(values.combinations), isFit)]) {
    const outcome = outcomeOf(await runOnce({ ...common, traits: ids }), []);
    const row = rowOf({ ids }, outcome, without);
    if (!row.isWithin) outside += 1;
    console.log(linesOf(name, row));
  }
}
process.exitCode = outside === 0 ? 0 : 1;
