import type { DeliveryMove } from '../model.ts';
import { listenAt } from '../places.ts';

/** Registers an endpoint of the platform, where the events of all businesses are to arrive. */
export const registerPlatform: DeliveryMove = {
  name: 'register the platform',
  possible: (_, { endpoints }) => !endpoints.has('platform'),
  describe: () => 'register an endpoint of the platform',
  act: async (scenario, _, world) => {
    listenAt(world, 'platform', await scenario.registerEndpoint());
    return () => undefined;
  },
};
