/** Section "States and transitions, Person lifecycle" of the interface document. */
import fc from 'fast-check';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { dateAfter } from '../actions/payroll.ts';
import { addPerson } from '../actions/people.ts';
import { advance, drain, endpointFor, openTenant } from '../actions/tenant.ts';
import { type Check, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Scenario } from '../engine/scenario.ts';
import { envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';

const daySeconds = 86_400;

export const personLifecycleChecks: readonly Check[] = [
  property({
    id: 'persons.lifecycle',
    title: 'Every move of an offboarding is announced, and a cancelled one is not completed',
    covers: ['LIFECYCLE-001', 'LIFECYCLE-003', 'LIFECYCLE-005', 'LIFECYCLE-007', 'LIFECYCLE-009'],
    needs: ['create-person', 'schedule-offboarding', 'webhooks', 'drain'],
    examples: [{ cancelled: 1, completed: 2, days: 20 }],
    arbitrary: () =>
      fc.record({
        cancelled: fc.integer({ min: 0, max: 2 }),
        completed: fc.integer({ min: 0, max: 2 }),
        days: fc.integer({ min: 3, max: 90 }),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 4),
    run: async (scenario: Scenario, { cancelled, completed, days }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const endpoint = await endpointFor(scenario, tenant);
      const { id } = await addPerson(scenario, caller);
      const path = { personId: id };

      const count = async (event: string) => {
        await drain(scenario, tenant);
        const ids = new Set<unknown>();
        for (const delivery of endpoint.channel.deliveries) {
          const { eventType, id: eventId, data } = envelopeOf(delivery);
          if (eventType !== event) continue;
          if (!inspectDelivery(scenario, delivery, endpoint.secret))
            throw new CaseEnded('An event does not say what it is about.');
          if (data?.id === id) ids.add(eventId);
        }
        return ids.size;
      };
      const expectEvent = async (requirement: RequirementId, event: string, act: () => Promise<unknown>) => {
        const before = await count(event);
        await act();
        const after = await count(event);
        scenario.require(requirement, after > before, {
          expected: `${event} of the person ${id}`,
          actual: 'no such event',
        });
      };
      const schedule = async () => {
        const now = scenario.has('clock') ? await advance(scenario, tenant, 0) : Date.now() / 1_000;
        const exitDate = dateAfter(now, days);
        scenario.step(`schedule the exit for ${exitDate}`);
        await expectEvent('LIFECYCLE-001', 'person.offboarding.scheduled', () =>
          scenario.succeed('scheduleOffboarding', caller, {
            path,
            body: { exitDate, reason: 'Resignation' },
          }),
        );
        scenario.took('person/schedule-offboarding');
      };

      for (let round = 0; round < cancelled && scenario.has('cancel-offboarding'); round += 1) {
        await schedule();
        scenario.step('cancel the offboarding');
        await expectEvent('LIFECYCLE-003', 'person.offboarding.cancelled', () =>
          scenario.succeed('cancelOffboarding', caller, { path }),
        );
        scenario.took('person/cancel-offboarding');
        if (!scenario.has('clock')) continue;
        scenario.step(`advance the clock by ${days + 3} days`);
        await advance(scenario, tenant, (days + 3) * daySeconds);
        const events = await count('person.offboarding.completed');
        scenario.require('LIFECYCLE-009', events === 0, {
          expected: 'no person.offboarding.completed after the cancellation',
          actual: 'such an event',
        });
      }
      for (let round = 0; round < completed && scenario.has('complete-offboarding'); round += 1) {
        await schedule();
        scenario.step('complete the exit');
        await expectEvent('LIFECYCLE-005', 'person.offboarding.completed', () =>
          scenario.control('completeOffboarding')(scenario.controlSend, id),
        );
        scenario.took('person/complete-exit');
        if (!scenario.has('reinstate-person')) return;
        scenario.step('reinstate the person');
        await expectEvent('LIFECYCLE-007', 'person.reinstated', () =>
          scenario.succeed('reinstatePerson', caller, { path }),
        );
        scenario.took('person/reinstate');
      }
      if (completed === 0) await schedule();
    },
  }),
];
