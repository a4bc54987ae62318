import type { Service } from '../service/service.ts';
import { readSnapshot, takeSnapshot } from '../store/snapshot.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

/** The state of the server as a whole. */
export function stateLevers(
  service: Service,
): Pick<ControlHandlers, 'takeSnapshot' | 'restoreSnapshot' | 'reset'> {
  return {
    async takeSnapshot() {
      return { status: 200, body: await service.store.transaction(takeSnapshot, reading) };
    },

    async restoreSnapshot({ body }) {
      await service.restore(readSnapshot(body));
      return { status: 204 };
    },

    async reset() {
      await service.reset();
      return { status: 204 };
    },
  };
}
