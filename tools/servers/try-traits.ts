/** npm run task -- servers:traits: runs the suite against each of these servers, behind a relay that gives it legal traits. */
import { parseArgs } from 'node:util';
import { linesOf, rowOf, sampleOf } from '../../proof/traits/report.ts';
import type { Trait } from '../../proof/traits/trait.ts';
import { outcomeOf } from '../../proof/traits/try-traits.ts';
import { runOnce } from './run-once.ts';
import { serverNames, whySkipped } from './start.ts';

const { values } = parseArgs({
  options: { sample: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});

let outside = 0;
for (const [index, name] of serverNames.entries()) {
  const reason = whySkipped(name);
  if (reason !== undefined) {
    console.log(`${name}: skipped, ${reason}`);
    continue;
  }
  const common = { name, mode: 'connected', seed: 1, profile: 'smoke' } as const;
  const without = outcomeOf(await runOnce({ ...common, traits: [] }), []);
  const isFit = ({ refusesData }: Trait) => refusesData === undefined;
  for (const id of sampleOf(Number(values.seed) + index, Number(values.sample), isFit)) {
    const outcome = outcomeOf(await runOnce({ ...common, traits: [id] }), []);
    const row = rowOf({ ids: [id] }, outcome, without);
    if (!row.isWithin) outside += 1;
    console.log(linesOf(name, row));
  }
}
process.exitCode = outside === 0 ? 0 : 1;
