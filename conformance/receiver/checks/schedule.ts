import { retryDelaysSeconds, retryHorizonSeconds } from '../../../sdk/webhooks/index.ts';
import { type Case, type ReceiverCheck, receiverCheck } from '../check.ts';
import { describeAnswer, isAcknowledged } from '../courier.ts';
import { sample } from '../sample-events.ts';
import { judgeEffects } from './duplicates.ts';

function sinceFirst(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
}

/**
 * The whole schedule of one event whose attempts are all lost. A receiver uses its own clock, which we cannot move, so
 * the last attempt is now, and the first one was 41 hours ago. Every attempt is signed when it is made
 * (`hook-timestamp`). The envelope may show the time of the first attempt or of the current one (interpretations 9 and
 * 183), so both are tested.
 */
const scheduleCase = (
  envelope: 'of each attempt' | 'of the first attempt',
  requirement: 'RECEIVER-031' | 'RECEIVER-032',
): Case => ({
  label: `every retry, with the time ${envelope} in the envelope`,
  async run(scenario) {
    const event = scenario.event(sample('payroll.status.updated', 'completed'));
    const first = scenario.seconds - retryHorizonSeconds;
    let passed = 0;
    for (const delay of [0, ...retryDelaysSeconds]) {
      passed += delay;
      if (delay > 0) await scenario.passTime(delay);
      scenario.step(passed === 0 ? 'the first attempt' : `the retry ${sinceFirst(passed)} later`);
      const timestamp = envelope === 'of each attempt' ? scenario.seconds : first;
      // The first is signed one second earlier, so that another one has another signature.
      const earlier = passed === 0 ? 1 : 0;
      const send = () =>
        scenario.attemptInTime(() =>
          scenario.sign({ ...event, timestamp }, { timestamp: String(scenario.seconds - earlier) }),
        );
      const answer = await send();
      // One rejection may have another reason; a repeated one does not.
      const settled = isAcknowledged(answer) ? answer : await send();
      scenario.mustHold(
        requirement,
        isAcknowledged(settled),
        `2xx to the attempt ${sinceFirst(passed)} after the first, signed when it is made, with the time ${envelope} in the envelope`,
        describeAnswer(settled),
      );
    }
    await judgeEffects(scenario, [event.id]);
  },
});

export const scheduleChecks: readonly ReceiverCheck[] = [
  receiverCheck({
    id: 'receiver.schedule',
    title: 'Every retry of the schedule is acknowledged and has no second effect',
    covers: ['RECEIVER-031', 'RECEIVER-032', 'RECEIVER-004', 'RECEIVER-010'],
    cases: () => [
      scheduleCase('of each attempt', 'RECEIVER-031'),
      scheduleCase('of the first attempt', 'RECEIVER-032'),
    ],
  }),
];
