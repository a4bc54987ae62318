/** What the suite says to a sound server, case by case: traffic that can be had once more with a faulty one. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { allChecks } from '../../conformance/all-checks.ts';
import type { ProfileName } from '../../conformance/engine/events.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { Target } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { type Conversation, type Facts, record } from '../bench/conversation.ts';

/** One at a time, so that the record is in the order in which it is said again. */
const concurrency = 1;

/** Of each check, beside its examples and the tours of its model. */
const generated = Number(process.env.GEN ?? 2);

/** They wait for a receiver that hangs, in real time. */
const isSlow = ({ id }: Check) => id === 'webhook-delivery.hanging-receiver';

export const factsOf = ({ credentials, orgBusinessId = '', platformBusinessId = '' }: Target): Facts => ({
  ...credentials,
  orgBusinessId,
  platformBusinessId,
});

/** @throws Error when the sound server does not conform: what it said would be no measure */
export async function recordSuite(profile: ProfileName, seed: number): Promise<Conversation> {
  const running = new AsyncLocalStorage<string>();
  const checks = allChecks
    .filter((check) => !isSlow(check))
    .map((check): Check => {
      let number = 0;
      return {
        ...check,
        cases: (runCase, plan) => {
          const cases = check.cases((body) => {
            number += 1;
            return running.run(`${check.id} ${number}`, () => runCase(body));
          }, plan);
          if (cases.type !== 'generated') return cases;
          const runs = Math.min(
            cases.runs,
            (cases.examples?.length ?? 0) + (check.kind === 'model' ? 0 : generated),
          );
          return { ...cases, runs };
        },
      };
    });
  const { target, close } = await openEmbeddedTarget({ control: true, seedData: true });
  try {
    return await record(
      factsOf(target),
      async () => {
        const { verdict } = await collectResults(
          runConformance({ target, checks, seed, profile, concurrency, tool }),
        );
        if (verdict !== 'conformant' && verdict !== 'partial') throw new Error(`The verdict is ${verdict}`);
      },
      () => running.getStore() ?? 'rehearsal',
    );
  } finally {
    await close();
  }
}
