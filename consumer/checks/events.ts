import type { Case, ConsumerCheck } from '../check.ts';
import { describeAnswer } from '../courier.ts';
import { onlyDocumented, type Sample, samples } from '../sample-events.ts';

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * Delivers an example. Where a receiver does not take it, it is given the same event with nothing but what the document
 * says of it: the rest of an example is our choice, and nobody has to take it.
 */
const eventCase = (given: Sample): Case => ({
  label: `deliver ${given.eventType} (${given.name})`,
  async run(play) {
    play.step(`deliver ${given.eventType}`);
    const full = play.event(given);
    const bare = onlyDocumented(full);
    const outcome = await play.deliver(() => play.parcel(full));
    if (outcome.acknowledged || same(full, bare)) {
      play.judgeManner(outcome);
      play.require('RECEIVER-001', outcome.acknowledged, () => ({
        expected: `2xx to ${given.eventType}, at one of its attempts`,
        actual: describeAnswer(outcome.answer),
      }));
      return;
    }
    play.step(`deliver ${given.eventType} with the fields that the document names`);
    const { id } = play.event(given);
    const second = await play.deliver(() => play.parcel({ ...bare, id }));
    play.judgeManner(second);
    play.require('RECEIVER-001', second.acknowledged, () => ({
      expected: `2xx to ${given.eventType}, at one of its attempts`,
      actual: describeAnswer(second.answer),
    }));
    play.require('RECEIVER-014', false, () => ({
      expected: `2xx to ${given.eventType} with fields that the document does not show`,
      actual: describeAnswer(outcome.answer),
    }));
  },
});

export const eventChecks: readonly ConsumerCheck[] = [
  {
    id: 'receiver.events',
    title: 'Every event that the document names is acknowledged',
    covers: ['RECEIVER-001', 'RECEIVER-002', 'RECEIVER-009', 'RECEIVER-014', 'RECEIVER-016'],
    cases: () => samples.map(eventCase),
  },
  {
    id: 'receiver.tenants',
    title: 'The events of every business of a platform are acknowledged',
    covers: ['RECEIVER-007'],
    cases: ({ tenantKeys }) => [
      {
        label: 'deliver an event of each business',
        async run(play) {
          if (tenantKeys.length < 2) {
            play.skip(
              'One business is known: --tenant-key says which other businesses of the platform the receiver is for.',
              'RECEIVER-007',
            );
            return;
          }
          for (const tenantKey of tenantKeys) {
            play.fresh(`deliver an event of ${tenantKey}`);
            const event = play.event(samples[0] as Sample);
            const theirs = { ...event, data: { ...event.data, tenantKey } };
            await play.mustAcknowledge('RECEIVER-007', theirs, {
              expected: `2xx to an event of ${tenantKey}`,
            });
          }
        },
      },
    ],
  },
];
