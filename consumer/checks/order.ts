import { type Case, type ConsumerCheck, ordersOf } from '../check.ts';
import type { Stage } from '../play.ts';
import type { Sample } from '../sample-events.ts';
import { type Story, stories } from '../stories.ts';

/** Delivers events about one resource; each must be acknowledged whatever came before it. */
const orderCase = (title: string, how: string, events: readonly Sample[]): Case => ({
  label: `${title}, ${how}`,
  async run(play) {
    for (const each of events) {
      const event = play.event(each, `${title} ${how}`);
      play.step(`deliver ${event.eventType}, ${how}`);
      await play.mustAcknowledge('RECEIVER-006', event, {
        expected: `2xx to ${event.eventType} although events before it have not arrived`,
      });
    }
  },
});

/** What comes first in the shortest conversation: one event without those before it, since a delivery may be lost. */
const lostCases = ({ title, events }: Story): Case[] =>
  events.slice(1).map((event) => orderCase(`${title}, ${event.eventType} (${event.name})`, 'alone', [event]));

const storyCases = (stage: Stage): Case[] => [
  ...stories.flatMap(lostCases),
  ...stories.map(({ title, events }) => orderCase(title, 'backwards', events.toReversed())),
  ...stories.flatMap(({ title, events }) =>
    ordersOf(events, stage).map((order, index) => orderCase(title, `in disorder ${index + 1}`, order)),
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
