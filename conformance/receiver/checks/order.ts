import type { CasePlan } from '../../engine/check.ts';
import { type Case, ordersOf, type ReceiverCheck, receiverCheck } from '../check.ts';
import { describeAnswer } from '../courier.ts';
import type { Sample } from '../sample-events.ts';
import type { ReceiverScenario } from '../scenario.ts';
import { type Story, stories } from '../stories.ts';

/** Whether an event is acknowledged after all events before it. */
async function isTakenInOrder(
  scenario: ReceiverScenario,
  { title, events }: Story,
  last: Sample,
): Promise<boolean> {
  scenario.step(`for comparison, ${title} in order, to ${last.eventType}`);
  for (const each of events.slice(0, events.indexOf(last))) {
    await scenario.deliver(() => scenario.sign(scenario.event(each, 'in order')));
  }
  const event = scenario.event(last, 'in order');
  return (await scenario.deliver(() => scenario.sign(event))).acknowledged;
}

/** Delivers events about one resource; each must be acknowledged whatever came before it. */
const orderCase = (story: Story, how: string, order: readonly Sample[]): Case => ({
  label: `${story.title}, ${how}`,
  async run(scenario) {
    for (const each of order) {
      const event = scenario.event(each, how);
      scenario.step(`deliver ${event.eventType}, ${how.replace(/ \(.*/, '')}`);
      const { acknowledged, answer } = await scenario.deliver(() => scenario.sign(event));
      // An event that is also rejected in order is not rejected because of its order.
      const suffersFromOrder = !acknowledged && (await isTakenInOrder(scenario, story, each));
      scenario.require(
        'RECEIVER-006',
        !suffersFromOrder,
        `2xx to ${event.eventType} at one of its attempts, although events before it have not arrived`,
        () => `${describeAnswer(answer)}, and 2xx in order`,
      );
    }
  },
});

/** The shortest conversations come first: one event without those before it, since a delivery may be lost. */
const lostCases = (story: Story): Case[] =>
  story.events.slice(1).map((event) => orderCase(story, `alone (${event.eventType} ${event.name})`, [event]));

const storyCases = (plan: CasePlan): Case[] => [
  ...stories.flatMap(lostCases),
  ...stories.map((story) => orderCase(story, 'backwards', story.events.toReversed())),
  ...stories.flatMap((story) =>
    ordersOf(story.events, plan).map((order, index) => orderCase(story, `in disorder ${index + 1}`, order)),
  ),
];

export const orderChecks: readonly ReceiverCheck[] = [
  receiverCheck({
    id: 'receiver.order',
    title: 'Events are acknowledged out of order, and even if earlier events are lost',
    covers: ['RECEIVER-006'],
    cases: storyCases,
  }),
];
