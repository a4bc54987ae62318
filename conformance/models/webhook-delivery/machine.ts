/** Ties the delivery model to the transitions of openapi/state-machines/webhook-delivery.yaml. */
import { createPerson } from '../../actions/payroll.ts';
import type { Check } from '../../engine/check.ts';
import { modelOf, type Part } from '../part.ts';
import { requirementsOf } from '../ways.ts';
import { Attempts } from './attempts.ts';
import { deliveryMoves, deliveryWays } from './commands.ts';
import { type DeliveryState, type DeliveryWorld, showDeliveries } from './model.ts';
import { look } from './observe.ts';
import { listenAt } from './places.ts';

export const deliveryPart: Part<DeliveryWorld, DeliveryState> = {
  open: async (scenario, { ground, common }) => {
    scenario.setup('create a person to pay');
    const personId = await createPerson(scenario, ground.tenant.caller);
    const world: DeliveryWorld = {
      ground,
      personId,
      elsewhere: scenario.openChannel(),
      endpoints: new Map(),
      inspected: new Map(),
      logged: new Set(),
      announced: [],
      attempts: new Attempts(common.now),
    };
    if (ground.endpoint !== undefined) listenAt(world, 'business', ground.endpoint);
    return { world, state: { common, deliveries: [], retried: [] } };
  },
  moves: deliveryMoves,
  ways: deliveryWays,
  look,
  show: showDeliveries,
};

export const deliveryModel: Check = modelOf(deliveryPart, {
  id: 'webhook-delivery.model',
  title: 'Deliveries that receivers answer as they like are repeated on the documented schedule',
  covers: [
    ...requirementsOf('webhook-delivery'),
    'HOOK-004',
    'HOOK-005',
    'HOOK-006',
    'HOOK-007',
    'HOOK-009',
    'HOOK-013',
    'HOOK-014',
    'HOOK-015',
    'HOOK-017',
  ],
  needs: ['create-payroll', 'create-person', 'webhooks', 'clock', 'drain'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
