import { type Case, noProbe, type ReceiverCheck, receiverCheck, untracked } from '../check.ts';
import { describeAnswer } from '../courier.ts';
import type { Sample, SampleEvent } from '../sample-events.ts';
import type { ReceiverScenario } from '../scenario.ts';
import { type Story, stories } from '../stories.ts';

/** Evaluates that each event has had its effect exactly once. */
export async function judgeEffects(scenario: ReceiverScenario, ids: readonly string[]): Promise<void> {
  if (scenario.session.probe === undefined) {
    scenario.skipAll(noProbe, 'RECEIVER-004', 'RECEIVER-010');
    return;
  }
  const effects = await scenario.settledEffects(ids);
  for (const [id, count] of effects) {
    if (count === undefined) {
      scenario.skipAll(untracked, 'RECEIVER-004', 'RECEIVER-010');
      continue;
    }
    scenario.require(
      'RECEIVER-004',
      count <= 1,
      `one effect of the event ${id}`,
      `the probe counts ${count}`,
    );
    scenario.require(
      'RECEIVER-010',
      count >= 1,
      `an effect of the event ${id}, which was acknowledged, within ${scenario.patience.seconds} s`,
      'the probe counts 0',
    );
  }
}

/** The same event again: unchanged, and with the time of the new attempt in its envelope. The document allows both. */
const again = (
  scenario: ReceiverScenario,
  event: SampleEvent,
): readonly (readonly [what: string, event: SampleEvent])[] => [
  ['again', event],
  ['again, with the time of this attempt in the envelope', { ...event, timestamp: scenario.seconds }],
];

const duplicateCase = ({ title, events }: Story): Case => ({
  label: `${title}, its first event three times`,
  async run(scenario) {
    const [first] = events;
    if (first === undefined) return;
    // One second earlier, so that the repetition has another signature and no timestamp is in the future.
    const before = scenario.seconds - 1;
    const event = { ...scenario.event(first), timestamp: before };
    scenario.step(`deliver ${event.eventType}`);
    const { acknowledged } = await scenario.deliver(() =>
      scenario.sign(event, { timestamp: String(before) }),
    );
    // Another check reports a missing acknowledgement.
    if (!acknowledged) return;
    for (const [what, repeated] of again(scenario, event)) {
      scenario.step(`deliver it ${what}`);
      const { acknowledged: taken, answer } = await scenario.deliver(() => scenario.sign(repeated));
      scenario.require(
        'RECEIVER-003',
        taken,
        'the event acknowledged again, at one of its attempts: whatever was not is repeated to the end',
        () => describeAnswer(answer),
      );
    }
    await judgeEffects(scenario, [event.id]);
  },
});

/** Whether an event has an effect when it is delivered alone, so that a lost effect is told from a missing or late one. */
async function hasEffectAlone(scenario: ReceiverScenario, given: Sample): Promise<boolean> {
  const event = scenario.event(given);
  scenario.step(`for comparison, deliver ${event.eventType} about something else`);
  const { acknowledged } = await scenario.deliver(() => scenario.sign(event));
  return acknowledged && (await scenario.effectsOf(event.id)) === 1;
}

/** Events about one resource, all sent in the same second, so that only the id distinguishes their deliveries. */
const distinctCase = ({ title, events }: Story): Case => ({
  label: `${title}, every event in the same second`,
  async run(scenario) {
    if (scenario.session.probe === undefined) {
      scenario.skipAll(noProbe, 'RECEIVER-005');
      return;
    }
    const timestamp = scenario.seconds;
    const acknowledged = new Map<string, Sample>();
    for (const given of events) {
      const event = { ...scenario.event(given, `${title} ${scenario.caseNumber}`), timestamp };
      scenario.step(`deliver ${event.eventType}`);
      const outcome = await scenario.deliver(() => scenario.sign(event, { timestamp: String(timestamp) }));
      if (outcome.acknowledged) acknowledged.set(event.id, given);
    }
    const effects = await scenario.settledEffects([...acknowledged.keys()]);
    for (const [id, given] of acknowledged) {
      const count = effects.get(id);
      if (count === undefined) {
        scenario.skipAll(untracked, 'RECEIVER-005');
        continue;
      }
      const isLost = count === 0 && (await hasEffectAlone(scenario, given));
      scenario.require(
        'RECEIVER-005',
        !isLost,
        `an effect of the event ${id} as of the others about the same: ids alone tell events apart`,
        'the probe counts 0, and 1 where it is about something else',
      );
    }
  },
});

export const duplicateChecks: readonly ReceiverCheck[] = [
  receiverCheck({
    id: 'receiver.duplicates',
    title: 'A repeated event is acknowledged again and takes effect once',
    covers: ['RECEIVER-003', 'RECEIVER-004', 'RECEIVER-010'],
    cases: () => stories.map(duplicateCase),
  }),
  receiverCheck({
    id: 'receiver.distinct',
    title: 'Events with equal payloads and different ids are different events',
    covers: ['RECEIVER-005'],
    cases: () => stories.map(distinctCase),
  }),
];
