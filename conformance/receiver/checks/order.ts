import { type Case, type ConsumerCheck, ordersOf } from '../check.ts';
import { describeAnswer } from '../courier.ts';
import type { Play, Stage } from '../play.ts';
import type { Sample } from '../sample-events.ts';
import { type Story, stories } from '../stories.ts';

/** Whether an event is acknowledged when everything has come that happens before it. */
async function isTakenInOrder(play: Play, { title, events }: Story, last: Sample): Promise<boolean> {
  play.step(`for comparison, ${title} in order, to ${last.eventType}`);
  for (const each of events.slice(0, events.indexOf(last))) {
    await play.deliver(() => play.parcel(play.event(each, 'in order')));
  }
  const event = play.event(last, 'in order');
  return (await play.deliver(() => play.parcel(event))).acknowledged;
}

/** Delivers events about one resource; each must be acknowledged whatever came before it. */
const orderCase = (story: Story, how: string, order: readonly Sample[]): Case => ({
  label: `${story.title}, ${how}`,
  async run(play) {
    for (const each of order) {
      const event = play.event(each, how);
      play.step(`deliver ${event.eventType}, ${how.replace(/ \(.*/, '')}`);
      const { acknowledged, answer } = await play.deliver(() => play.parcel(event));
      // What is refused in order too is not refused for its order.
      const suffersFromOrder = !acknowledged && (await isTakenInOrder(play, story, each));
      play.require('RECEIVER-006', !suffersFromOrder, () => ({
        expected: `2xx to ${event.eventType} at one of its attempts, although events before it have not arrived`,
        actual: `${describeAnswer(answer)}, and 2xx in order`,
      }));
    }
  },
});

/** What comes first in the shortest conversation: one event without those before it, since a delivery may be lost. */
const lostCases = (story: Story): Case[] =>
  story.events.slice(1).map((event) => orderCase(story, `alone (${event.eventType} ${event.name})`, [event]));

const storyCases = (stage: Stage): Case[] => [
  ...stories.flatMap(lostCases),
  ...stories.map((story) => orderCase(story, 'backwards', story.events.toReversed())),
  ...stories.flatMap((story) =>
    ordersOf(story.events, stage).map((order, index) => orderCase(story, `in disorder ${index + 1}`, order)),
  ),
];

export const orderChecks: readonly ConsumerCheck[] = [
  {
    id: 'receiver.order',
    title: 'Events are acknowledged out of order, and when earlier ones are lost',
    covers: ['RECEIVER-006'],
    cases: storyCases,
  },
];
