import { CaseEnded } from '../../../engine/outcome.ts';
import { type Scenario, show } from '../../../provider/scenario.ts';
import { envelopeOf } from '../../../webhooks/inspect.ts';
import {
  type DeliveryBelief,
  type DeliveryMove,
  type DeliveryState,
  type DeliveryWorld,
  nameOfRoute,
} from '../model.ts';
import { givenUpAfter } from '../schedule.ts';

async function statusesOf(
  scenario: Scenario,
  world: DeliveryWorld,
  belief: DeliveryBelief,
): Promise<readonly string[]> {
  const [first] = world.attempts.on(belief);
  if (first === undefined) return [];
  const id = String(envelopeOf(first.delivery).id);
  const logged = await scenario.control('listDeliveries')(scenario.controlSend, id);
  const endpoint = world.endpoints.get(belief.at)?.id;
  return logged.flatMap(({ endpointId, status }) => (endpointId === endpoint ? [status] : []));
}

/** Reads what the target's own log says of a delivery: it is marked failed when its last retry failed, and only then. */
export function consultLog(index: number): DeliveryMove {
  const pick = ({ deliveries }: Readonly<DeliveryState>) => deliveries[index % deliveries.length];
  return {
    name: `read the log(${index})`,
    possible: (state) => (pick(state)?.attempts ?? 0) > 0,
    describe: (state) => {
      const belief = pick(state);
      return `read the delivery log of ${belief === undefined ? '' : nameOfRoute(belief)}`;
    },
    act: async (scenario, state, world) => {
      const belief = pick(state);
      if (belief === undefined) throw new Error('There is no delivery to read about.');
      const statuses = await statusesOf(scenario, world, belief);
      const [first] = world.attempts.on(belief);
      const age = state.common.now - (first?.arrived.to ?? 0);
      const name = nameOfRoute(belief);
      // A log that has never known the delivery says nothing of it.
      if (statuses.length > 0) world.logged.add(name);
      if (!world.logged.has(name)) throw new CaseEnded(`The delivery log does not know ${name}.`);
      return (reading) => {
        const isFailed = statuses.length > 0 && statuses.every((status) => status === 'failed');
        // One that was never retried may have been given up, which is for other rules to judge.
        if (belief.phase === 'delivered' || (belief.phase === 'pending' && belief.attempts > 1)) {
          const early = `${name}, which is ${belief.phase}, not to be marked failed`;
          reading.require('RETRY-009', !statuses.includes('failed'), early, show(statuses));
        } else if (belief.phase === 'failed' && age >= givenUpAfter) {
          reading.require('RETRY-009', isFailed, `${name} to be marked failed`, show(statuses));
        }
      };
    },
  };
}
