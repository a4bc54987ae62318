import { type Case, type ReceiverCheck, receiverCheck } from '../check.ts';
import { describeAnswer, isRedirect } from '../courier.ts';
import { onlyDocumented, type Sample, type SampleEvent, sample, samples } from '../sample-events.ts';
import type { DeliveryOutcome } from '../scenario.ts';

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * If the examples of a transaction do not include `transaction.initiated`, the event that comes first for every
 * transaction (section "Transaction").
 */
function beforehand({ eventType, event }: Sample): Sample | undefined {
  if (!eventType.startsWith('transaction.') || eventType === 'transaction.initiated') return undefined;
  const opener = sample('transaction.initiated');
  if (samples.some((each) => each.eventType === opener.eventType && each.event.data.id === event.data.id))
    return undefined;
  const known = Object.entries(opener.event.data).map(([name, value]) => [name, event.data[name] ?? value]);
  return { ...opener, event: { ...opener.event, data: Object.fromEntries(known) } };
}

/** All examples share the resources of one business, so that the events before an event are delivered too. */
const oneBusiness = 'one business';

/**
 * Delivers an example. If the receiver rejects it, delivers the same event with documented fields only: the other fields
 * of an example are our choice, and a receiver need not accept them.
 */
const eventCase = (given: Sample): Case => ({
  label: `deliver ${given.eventType} (${given.name})`,
  async run(scenario) {
    const before = beforehand(given);
    if (before !== undefined) {
      scenario.step(`deliver ${before.eventType}`);
      await scenario.deliver(() => scenario.sign(scenario.event(before, oneBusiness)));
    }
    const acknowledge = async (event: SampleEvent, how: string): Promise<DeliveryOutcome> => {
      scenario.step(`deliver ${event.eventType}${how}`);
      return scenario.deliver(() => scenario.sign(event));
    };
    const full = scenario.event(given, oneBusiness);
    const bare = onlyDocumented(full);
    const first = await acknowledge(full, '');
    const isWhole = first.acknowledged || same(full, bare);
    const { id } = scenario.event(given);
    const outcome = isWhole
      ? first
      : await acknowledge({ ...bare, id }, ' with the fields that the document names');
    scenario.judgeManner(outcome);
    // The redirect was already reported.
    if (isRedirect(outcome.answer)) return;
    scenario.require(
      'RECEIVER-001',
      outcome.acknowledged,
      `2xx to ${given.eventType}, at one of its attempts`,
      () => describeAnswer(outcome.answer),
    );
    // If both forms are rejected, the fields are not the reason.
    scenario.require(
      'RECEIVER-014',
      isWhole || !outcome.acknowledged,
      `2xx to ${given.eventType} with fields that the document does not show`,
      () => describeAnswer(first.answer),
    );
  },
});

export const eventChecks: readonly ReceiverCheck[] = [
  receiverCheck({
    id: 'receiver.events',
    title: 'Every documented event is acknowledged',
    covers: ['RECEIVER-001', 'RECEIVER-002', 'RECEIVER-009', 'RECEIVER-014', 'RECEIVER-016'],
    cases: () => samples.map(eventCase),
  }),
  receiverCheck({
    id: 'receiver.tenants',
    title: 'The events of every business of a platform are acknowledged',
    covers: ['RECEIVER-007'],
    cases: () => [
      {
        label: 'deliver an event of each business',
        async run(scenario) {
          const { tenantKeys } = scenario.session;
          if (tenantKeys.length < 2) {
            scenario.skipAll('Without --tenant-key, only one business is known.', 'RECEIVER-007');
            return;
          }
          for (const tenantKey of tenantKeys) {
            scenario.independentStep(`deliver an event of ${tenantKey}`);
            const event = scenario.event(samples[0] as Sample);
            const theirs = { ...event, data: { ...event.data, tenantKey } };
            await scenario.mustAcknowledge('RECEIVER-007', theirs, {
              expected: `2xx to an event of ${tenantKey}`,
            });
          }
        },
      },
    ],
  }),
];
