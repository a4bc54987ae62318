/** How fast the contract checks are, and how much of their time is the suite's own. */
import { openEmbeddedTarget, openEmbeddedThread } from '../../src/targets/embedded-target.ts';
import { type BareLoop, sendBare } from './bare-loop.ts';
import { type Conversation, factsOf, record } from './conversation.ts';
import { type Measurement, rounded } from './measurement.ts';
import { startSuite } from './process.ts';
import { profileShares } from './profile.ts';
import { concurrency, runSuite, type SuiteRun } from './suite-run.ts';

/** Suite and loop take turns, and the best of each counts, because other work on the machine only adds time. */
const rounds = 3;

/** As many as the suite opens. */
const connections = Math.max(8, concurrency * 4);

async function runBare(conversation: Conversation): Promise<BareLoop> {
  const { target, close } = await openEmbeddedThread({ control: true });
  const loop = await sendBare(target.baseUrl, conversation, factsOf(target), {
    width: concurrency,
    connections,
  });
  await close();
  return loop;
}

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
  const [cold, warm, bare]: [SuiteRun[], SuiteRun[], BareLoop[]] = [[], [], []];
  let conversation: Conversation | undefined;
  await runSuite(async (target, run) => {
    conversation = await record(factsOf(target), run);
  });
  if (conversation === undefined) throw new Error('Nothing was recorded');
  await runBare(conversation);
  for (let round = 0; round < rounds; round += 1) {
    cold.push(await runCold());
    warm.push(await runSuite());
    bare.push(await runBare(conversation));
  }
  const [first, suite, loop] = [best(cold), best(warm), best(bare)];
  const least = (runs: readonly SuiteRun[]) => Math.min(...runs.map(({ cpuMillis }) => cpuMillis));
  // Processor time is compared, because other work on the machine would make either of them look slow.
  const [suiteCpu, bareCpu] = [least(warm), least(bare)];
  const overhead = suiteCpu - bareCpu;
  const same = ((loop.same / loop.requests) * 100).toFixed(1);
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
      what: `a bare loop of the same requests; ${same} % get the same status`,
      figure: `${rounded(perSecond(loop))} requests/s`,
    },
    {
      what: 'time of suite and bare loop',
      figure: `${rounded(suite.millis)} and ${rounded(loop.millis)} ms`,
    },
    {
      what: 'processor time of the bare loop, and what the suite takes more',
      figure: `${rounded(bareCpu)} and ${rounded(overhead)} ms`,
      target: `a ratio below 1: ${(overhead / bareCpu).toFixed(2)}`,
      met: overhead < bareCpu,
    },
    {
      what: 'processor time by whose code it is spent for',
      figure: await profileShares(async () => {
        await runSuite((_, run) => run(), openEmbeddedTarget);
      }),
    },
  ];
}
