/** Section "Events, Delivery" of the interface document: retries. */

import fc from 'fast-check';
import { walk } from '../../engine/model.ts';
import { Violation } from '../../engine/outcome.ts';
import { part } from '../../provider/answers.ts';
import { type Check, type CheckDetails, example, property } from '../../provider/check.ts';
import type { Has } from '../../provider/model.ts';
import { modelCheck, modelOf, type Part } from '../../provider/part.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { createPerson } from '../persons/actions.ts';
import { Attempts } from './attempts.ts';
import { type DeliveryContext, type DeliveryState, listenAt, showDeliveries } from './model.ts';
import { look } from './observe.ts';
import { fittingRetries } from './schedule.ts';
import { canTravel, deliveryMoves, deliveryTours, hangingTour, toursWithoutDrain } from './tours.ts';

/** @param travels whether the clock is moved */
const partThat = (travels: (has: Has) => boolean): Part<DeliveryContext, DeliveryState> => ({
  open: async (scenario, { fixture, common }) => {
    scenario.endpoints.needOwnAnswers();
    scenario.setup('create a person to pay');
    const personId = await createPerson(scenario, fixture.tenant.caller);
    const isLive = !travels((need) => scenario.capabilities.includes(need));
    const context: DeliveryContext = {
      fixture,
      personId,
      registersMore: !scenario.endpoints.isShared,
      isOfPlatform: fixture.tenant.caller.token === scenario.target.credentials.platformToken,
      elsewhere: scenario.endpoints.openChannel(),
      endpoints: new Map(),
      inspected: new Map(),
      logged: new Set(),
      announced: [],
      attempts: isLive ? new Attempts() : new Attempts(common.now),
      mostRefusals: isLive ? fittingRetries(scenario) : Number.POSITIVE_INFINITY,
    };
    if (fixture.endpoint !== undefined) listenAt(context, 'business', fixture.endpoint);
    return { context, state: { common, deliveries: [], retried: [] } };
  },
  moves: deliveryMoves,
  tours: deliveryTours,
  look,
  show: showDeliveries,
  timesSeconds: true,
});

export const deliveryPart = partThat(canTravel);

const details: Pick<CheckDetails, 'covers' | 'needs'> = {
  covers: [
    ...requirementsOf('webhook-delivery'),
    'HOOK-001',
    'HOOK-002',
    'HOOK-003',
    'HOOK-004',
    'HOOK-005',
    'HOOK-006',
    'HOOK-007',
    'HOOK-008',
    'HOOK-009',
    'HOOK-010',
    'HOOK-013',
    'HOOK-014',
    'HOOK-015',
    'HOOK-016',
    'HOOK-017',
    'EVENT-001',
    'EVENT-002',
    'CONV-003',
    'PAYROLL-038',
  ],
  needs: ['create-payroll', 'webhooks'],
};

/** What is done, early or late, and may not be done at all. */
const isAboutDeeds = (id: string): boolean => id === 'HOOK-017';

/** What may only be late is a warning. */
async function warnOfViolation(scenario: Scenario, act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => {
    const rule = details.covers.find((id) => error instanceof Violation && error.requirement === id);
    if (rule === undefined || !(error instanceof Violation) || isAboutDeeds(rule)) throw error;
    const { expected, actual } = error.evidence;
    scenario.warn(
      rule,
      `Expected ${expected}, and got ${actual}; no control shows whether it only came late.`,
    );
  });
}

export const deliveryChecks: readonly Check[] = [
  modelCheck(deliveryPart, {
    ...details,
    id: 'webhook-delivery.model',
    title: 'Deliveries are retried on the documented schedule, depending on the responses of the receiver',
    // On a live clock every wait takes real time, so only the tours run.
    runs: ({ modelRuns }, has) => (canTravel(has) ? Math.ceil(modelRuns / 4) : 0),
  }),
  property({
    ...details,
    needs: [...details.needs, 'clock', 'drain'],
    id: 'webhook-delivery.hanging-receiver',
    title: 'A delivery without a response is retried like a rejected delivery',
    arbitrary: () => fc.constant(hangingTour),
    // It takes as long as the target's timeout for receivers.
    runs: ({ name }) => (name === 'smoke' ? 0 : 1),
    run: (scenario, tour) => walk(scenario, modelOf(deliveryPart), tour),
  }),
  example({
    ...details,
    needs: [...details.needs, 'clock'],
    unless: ['drain'],
    id: 'webhook-delivery.without-drain',
    title: 'Deliveries are retried on the documented schedule, as far as can be seen without drain',
    run: async (scenario) => {
      const travelling = modelOf(partThat((has) => has('clock')));
      for (const tour of toursWithoutDrain((need) => scenario.capabilities.includes(need)))
        await part(scenario, details.covers, () =>
          warnOfViolation(scenario, () => walk(scenario, travelling, tour)),
        );
    },
  }),
];
