/** Ties the delivery model to the transitions of openapi/state-machines/webhook-delivery.yaml. */

import fc from 'fast-check';
import { walk } from '../../engine/model.ts';
import { type Check, type CheckDetails, property } from '../../provider/check.ts';
import { modelCheck, modelOf, type Part } from '../../provider/part.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { createPerson } from '../persons/actions.ts';
import { Attempts } from './attempts.ts';
import { type DeliveryContext, type DeliveryState, listenAt, showDeliveries } from './model.ts';
import { look } from './observe.ts';
import { fittingRetries } from './schedule.ts';
import { canTravel, deliveryMoves, deliveryTours, hangingTour } from './tours.ts';

export const deliveryPart: Part<DeliveryContext, DeliveryState> = {
  open: async (scenario, { fixture, common }) => {
    scenario.setup('create a person to pay');
    const personId = await createPerson(scenario, fixture.tenant.caller);
    const isLive = !canTravel((need) => scenario.capabilities.includes(need));
    const context: DeliveryContext = {
      fixture,
      personId,
      elsewhere: scenario.openChannel(),
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
};

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
  needs: ['create-payroll', 'create-person', 'webhooks'],
};

export const deliveryChecks: readonly Check[] = [
  modelCheck(deliveryPart, {
    ...details,
    id: 'webhook-delivery.model',
    title: 'Deliveries that receivers answer as they like are repeated on the documented schedule',
    // On a live clock every wait takes its time: the tours say it all.
    runs: ({ modelRuns }, has) => (canTravel(has) ? Math.ceil(modelRuns / 4) : 0),
  }),
  property({
    ...details,
    needs: [...details.needs, 'clock', 'drain'],
    id: 'webhook-delivery.hanging-receiver',
    title: 'A delivery that is never answered is repeated like one that is refused',
    arbitrary: () => fc.constant(hangingTour),
    // It takes as much time of our own as the target gives a receiver.
    runs: ({ name }) => (name === 'smoke' ? 0 : 1),
    run: (scenario, tour) => walk(scenario, modelOf(deliveryPart), tour),
  }),
];
