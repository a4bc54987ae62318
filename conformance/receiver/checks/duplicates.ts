import { type Case, type ConsumerCheck, noProbe, untracked } from '../check.ts';
import { describeAnswer } from '../courier.ts';
import type { Play } from '../play.ts';
import type { Sample, SampleEvent } from '../sample-events.ts';
import { type Story, stories } from '../stories.ts';

/** Evaluates that each event has had its effect, and that it had it once. */
export async function judgeEffects(play: Play, ids: readonly string[]): Promise<void> {
  if (play.stage.probe === undefined) {
    play.skip(noProbe, 'RECEIVER-004', 'RECEIVER-010');
    return;
  }
  const effects = await play.settledEffects(ids);
  for (const [id, count] of effects) {
    if (count === undefined) {
      play.skip(untracked, 'RECEIVER-004', 'RECEIVER-010');
      continue;
    }
    play.require('RECEIVER-004', count <= 1, () => ({
      expected: `one effect of the event ${id}`,
      actual: `the probe counts ${count}`,
    }));
    play.require('RECEIVER-010', count >= 1, () => ({
      expected: `an effect of the event ${id}, which was acknowledged, within ${play.stage.patienceSeconds} s`,
      actual: 'the probe counts 0',
    }));
  }
}

/** The same event again: as it was, and with the time of the new attempt in its envelope. The document allows both. */
const again = (play: Play, event: SampleEvent): readonly (readonly [what: string, event: SampleEvent])[] => [
  ['again', event],
  ['again, with the time of this attempt in the envelope', { ...event, timestamp: play.seconds }],
];

const duplicateCase = ({ title, events }: Story): Case => ({
  label: `${title}, its first event three times`,
  async run(play) {
    const [first] = events;
    if (first === undefined) return;
    // A second ago, so that what comes again has another signature, and nothing has one of the future.
    const before = play.seconds - 1;
    const event = { ...play.event(first), timestamp: before };
    play.step(`deliver ${event.eventType}`);
    const { acknowledged } = await play.deliver(() => play.parcel(event, { timestamp: String(before) }));
    // That it is not acknowledged at all is for another check to say.
    if (!acknowledged) return;
    for (const [what, repeated] of again(play, event)) {
      play.step(`deliver it ${what}`);
      const { acknowledged: taken, answer } = await play.deliver(() => play.parcel(repeated));
      play.require('RECEIVER-003', taken, () => ({
        expected:
          'the event acknowledged again, at one of its attempts: whatever was not is repeated to the end',
        actual: describeAnswer(answer),
      }));
    }
    await judgeEffects(play, [event.id]);
  },
});

/** Whether an event has an effect when it is the only one of its kind: what has none, or late, is not lost among others. */
async function hasEffectAlone(play: Play, given: Sample): Promise<boolean> {
  const event = play.event(given);
  play.step(`for comparison, deliver ${event.eventType} about something else`);
  const { acknowledged } = await play.deliver(() => play.parcel(event));
  return acknowledged && (await play.effectsOf(event.id)) === 1;
}

/** Events about one resource, all sent in the same second: nothing but the id tells their deliveries apart. */
const distinctCase = ({ title, events }: Story): Case => ({
  label: `${title}, every event in the same second`,
  async run(play) {
    if (play.stage.probe === undefined) {
      play.skip(noProbe, 'RECEIVER-005');
      return;
    }
    const timestamp = play.seconds;
    const acknowledged = new Map<string, Sample>();
    for (const given of events) {
      const event = { ...play.event(given, `${title} ${play.number}`), timestamp };
      play.step(`deliver ${event.eventType}`);
      const outcome = await play.deliver(() => play.parcel(event, { timestamp: String(timestamp) }));
      if (outcome.acknowledged) acknowledged.set(event.id, given);
    }
    const effects = await play.settledEffects([...acknowledged.keys()]);
    for (const [id, given] of acknowledged) {
      const count = effects.get(id);
      if (count === undefined) {
        play.skip(untracked, 'RECEIVER-005');
        continue;
      }
      const isLost = count === 0 && (await hasEffectAlone(play, given));
      play.require('RECEIVER-005', !isLost, () => ({
        expected: `an effect of the event ${id} as of the others about the same: ids alone tell events apart`,
        actual: 'the probe counts 0, and 1 where it is about something else',
      }));
    }
  },
});

export const duplicateChecks: readonly ConsumerCheck[] = [
  {
    id: 'receiver.duplicates',
    title: 'An event that comes again is acknowledged again, and has its effect once',
    covers: ['RECEIVER-003', 'RECEIVER-004', 'RECEIVER-010'],
    cases: () => stories.map(duplicateCase),
  },
  {
    id: 'receiver.distinct',
    title: 'Events that are alike are told apart by their ids',
    covers: ['RECEIVER-005'],
    cases: () => stories.map(distinctCase),
  },
];
