/** How long the suite takes to follow one unacknowledged delivery through its whole retry schedule. */
import fc from 'fast-check';
import { walk } from '../../conformance/engine/model.ts';
import { property } from '../../conformance/provider/check.ts';
import { modelOf } from '../../conformance/provider/part.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { deliveryPart } from '../../conformance/resources/webhooks/checks.ts';
import { refusedToTheEnd } from '../../conformance/resources/webhooks/tours.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { cpuMillisSince, type Measurement, mean } from './measurement.ts';

const deliveries = 300;
/** Before anything is measured, so that the code is compiled. */
const warmingUp = 50;
const mostMillis = 50;

/** The time spent on each delivery, in the order in which they were made. */
interface Spent {
  readonly millis: number;
  readonly cpuMillis: number;
}

export async function measureRetrySchedule(): Promise<readonly Measurement[]> {
  const spent: Spent[] = [];
  const machine = modelOf(deliveryPart);
  const check = property({
    id: 'webhook-delivery.schedule',
    title: 'A delivery that nobody acknowledges goes through the whole schedule',
    covers: ['RETRY-007', 'RETRY-008'],
    needs: ['clock', 'drain', 'webhooks'],
    arbitrary: () => fc.constant(refusedToTheEnd),
    runs: () => warmingUp + deliveries,
    run: async (scenario, moves) => {
      const [begun, before] = [performance.now(), process.cpuUsage()];
      await walk(scenario, machine, moves);
      spent.push({ millis: performance.now() - begun, cpuMillis: cpuMillisSince(before) });
    },
  });
  const { target, close } = await openEmbeddedTarget({ control: true });
  const options = { target, checks: [check], seed: 1, profile: 'standard', concurrency: 1, tool } as const;
  const { coverage } = await collectResults(runConformance(options));
  await close();
  const givenUp = coverage.transitions['webhook-delivery/give-up'];
  if (givenUp !== warmingUp + deliveries) throw new Error(`${givenUp} deliveries were given up`);
  const measured = spent.slice(warmingUp);
  const millis = mean(measured.map((each) => each.millis));
  const cpuMillis = mean(measured.map((each) => each.cpuMillis));
  return [
    {
      what: 'a retry schedule of 41 hours, processor time of the suite and the server',
      figure: `${cpuMillis.toFixed(1)} ms`,
      target: `under ${mostMillis} ms`,
      met: cpuMillis < mostMillis,
    },
    // With other work on the machine it is longer.
    { what: 'the same by the clock on the wall', figure: `${millis.toFixed(1)} ms` },
  ];
}
