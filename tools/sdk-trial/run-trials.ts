/**
 * The trials that the packed SDK has to pass in every runtime. They use no test runner and nothing of Node.js, so that
 * they run in all of them.
 */
import { clientTrials } from './client-trials.ts';
import type { Surroundings } from './trial.ts';
import { webhookTrials } from './webhook-trials.ts';

/**
 * @returns how many there are
 * @throws Error that names the first one that failed
 */
export async function runTrials(surroundings: Surroundings): Promise<number> {
  const trials = Object.entries({ ...clientTrials, ...webhookTrials });
  for (const [name, trial] of trials) {
    await trial(surroundings).catch((cause) => {
      throw new Error(`${name}: ${cause}`, { cause });
    });
  }
  return trials.length;
}
