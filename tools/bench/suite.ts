/** How fast the contract checks are, and how much of their time is the suite's own. */
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { type Measurement, rounded } from './measurement.ts';
import { startSuite } from './process.ts';
import { profileShares } from './profile.ts';
import { runSuite, type SuiteRun } from './suite-run.ts';

/** The best of these counts, because other work on the machine only adds time. */
const rounds = 3;

/** A run as a user starts it, in a new process. */
async function runCold(): Promise<SuiteRun> {
  await using suite = await startSuite();
  // The process replies with this type.
  return (await suite.ask('run')) as SuiteRun;
}

const perSecond = ({ requests, millis }: SuiteRun) => (requests / millis) * 1000;
const best = <Run extends SuiteRun>(runs: readonly Run[]): Run =>
  runs.reduce((fast, run) => (run.millis < fast.millis ? run : fast));

/** The server has a thread of its own in every case, as `conformance run` gives it one; only the profile has it in the same. */
export async function measureSuite(): Promise<readonly Measurement[]> {
  const [cold, warm]: [SuiteRun[], SuiteRun[]] = [[], []];
  await runSuite();
  for (let round = 0; round < rounds; round += 1) {
    cold.push(await runCold());
    warm.push(await runSuite());
  }
  const [first, suite] = [best(cold), best(warm)];
  return [
    {
      what: `contract checks, ${rounded(first.requests)} requests, in a new process`,
      figure: `${rounded(perSecond(first))} requests/s`,
      target: 'at least 1,500',
      met: perSecond(first) >= 1500,
    },
    {
      what: 'the same, in a process that has run them before',
      figure: `${rounded(perSecond(suite))} requests/s`,
    },
    {
      what: 'processor time by whose code it is spent for',
      figure: await profileShares(async () => {
        await runSuite(openEmbeddedTarget);
      }),
    },
  ];
}
