import { type Case, noProbe, type ReceiverCheck, receiverCheck, untracked } from '../check.ts';
import { describeAnswer, isAcknowledged } from '../courier.ts';
import { sample, samples } from '../sample-events.ts';

const together = 20;

const burstCase: Case = {
  label: `${together} events at the same time`,
  async run(scenario) {
    scenario.step(`deliver ${together} events at the same time`);
    const events = samples.slice(0, together).map((each) => scenario.event(each));
    const answers = await Promise.all(events.map((event) => scenario.attempt(scenario.sign(event))));
    for (const answer of answers) {
      scenario.require(
        'RECEIVER-012',
        isAcknowledged(answer),
        `2xx to each of ${together} events that arrive at the same time`,
        () => describeAnswer(answer),
      );
    }
  },
};

const sameIdCase = (attempts: number): Case => ({
  label: `${attempts} attempts of one event at the same time`,
  async run(scenario) {
    if (scenario.session.probe === undefined) {
      scenario.skipAll(noProbe, 'RECEIVER-011');
      return;
    }
    scenario.step(`deliver payroll.status.updated in ${attempts} attempts at the same time`);
    const event = scenario.event(sample('payroll.status.updated', 'completed'));
    const answers = await Promise.all(
      Array.from({ length: attempts }, (_, index) =>
        // Each has its own signature.
        scenario.attempt(scenario.sign(event, { timestamp: String(scenario.seconds - index) })),
      ),
    );
    if (!answers.some(isAcknowledged)) return;
    const count = (await scenario.settledEffects([event.id])).get(event.id);
    if (count === undefined) {
      scenario.skipAll(untracked, 'RECEIVER-011');
      return;
    }
    scenario.require(
      'RECEIVER-011',
      count <= 1,
      'one effect: an attempt that was given up may still be under way when the next one comes',
      `the probe counts ${count}`,
    );
  },
});

export const burstChecks: readonly ReceiverCheck[] = [
  receiverCheck({
    id: 'receiver.bursts',
    title: 'Simultaneous events are acknowledged, and each event takes effect once',
    covers: ['RECEIVER-011', 'RECEIVER-012'],
    cases: () => [burstCase, sameIdCase(2), sameIdCase(8)],
  }),
];
