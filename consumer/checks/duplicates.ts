import { type Case, type ConsumerCheck, noProbe, untracked } from '../check.ts';
import { describeAnswer } from '../courier.ts';
import type { Play } from '../play.ts';
import type { SampleEvent } from '../sample-events.ts';
import { type Story, stories } from '../stories.ts';

/** Evaluates that each event has had its effect, and that it had it once. */
export async function judgeEffects(
  play: Play,
  ids: readonly string[],
  {
    once,
    each,
  }: { readonly once: 'RECEIVER-004' | 'RECEIVER-011'; readonly each: 'RECEIVER-005' | 'RECEIVER-010' },
): Promise<void> {
  if (play.stage.probe === undefined) {
    play.skip(noProbe, once, each);
    return;
  }
  const effects = await play.settledEffects(ids);
  for (const [id, count] of effects) {
    if (count === undefined) {
      play.skip(untracked, once, each);
      continue;
    }
    play.require(once, count <= 1, () => ({
      expected: `one effect of the event ${id}`,
      actual: `the probe counts ${count}`,
    }));
    play.require(each, count >= 1, () => ({
      expected: `an effect of the event ${id}, which was acknowledged, within ${play.stage.patienceSeconds} s`,
      actual: 'the probe counts 0',
    }));
  }
}

/** The same event again: as it was, and with the time of the new attempt in its envelope. The document allows both. */
const again = (play: Play, event: SampleEvent): readonly (readonly [what: string, event: SampleEvent])[] => [
  ['again', event],
  ['again, with the time of this attempt in the envelope', { ...event, timestamp: play.seconds + 1 }],
];

const duplicateCase = ({ title, events }: Story): Case => ({
  label: `${title}, its first event three times`,
  async run(play) {
    const [first] = events;
    if (first === undefined) return;
    const event = play.event(first);
    play.step(`deliver ${event.eventType}`);
    const { acknowledged } = await play.deliver(() => play.parcel(event));
    // That it is not acknowledged at all is for another check to say.
    if (!acknowledged) return;
    for (const [what, repeated] of again(play, event)) {
      play.step(`deliver it ${what}`);
      // A second later, so that the signature is another.
      const timestamp = String(play.seconds + 1);
      const { acknowledged: taken, answer } = await play.deliver(() => play.parcel(repeated, { timestamp }));
      play.require('RECEIVER-003', taken, () => ({
        expected:
          'the event acknowledged again, at one of its attempts: whatever was not is repeated to the end',
        actual: describeAnswer(answer),
      }));
    }
    await judgeEffects(play, [event.id], { once: 'RECEIVER-004', each: 'RECEIVER-010' });
  },
});

/** Events about one resource, all sent in the same second: nothing but the id tells their deliveries apart. */
const distinctCase = ({ title, events }: Story): Case => ({
  label: `${title}, every event in the same second`,
  async run(play) {
    const timestamp = play.seconds;
    const sent = events.map((each) => ({ ...play.event(each, title), timestamp }));
    const acknowledged: string[] = [];
    for (const event of sent) {
      play.step(`deliver ${event.eventType}`);
      const outcome = await play.deliver(() => play.parcel(event, { timestamp: String(timestamp) }));
      if (outcome.acknowledged) acknowledged.push(event.id);
    }
    await judgeEffects(play, acknowledged, { once: 'RECEIVER-004', each: 'RECEIVER-005' });
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
    covers: ['RECEIVER-004', 'RECEIVER-005'],
    cases: () => stories.map(distinctCase),
  },
];
