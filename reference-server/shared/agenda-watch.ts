/** Polls for overdue work, so that servers that share a store take over the work of a dead one. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Coordination } from './replicas.ts';

/** How often each server asks; their businesses are looked at by themselves long before. */
const askEveryMillis = 500;

export interface AgendaWatch {
  /** Claims nothing more. */
  close(): Promise<void>;
}

/**
 * Carries out due work on the agenda: work that a server planned which is gone now, and work for which no server has
 * set a timer since the start.
 *
 * @param onError called once when the agenda cannot be read, and not again until it could be.
 */
export function watchAgenda(
  coordination: Pick<Coordination, 'claimDue'>,
  wake: (businessId: string) => void,
  onError: (error: unknown) => void,
): AgendaWatch {
  const ending = new AbortController();
  let isAway = false;
  const ask = async () => {
    try {
      for (const businessId of await coordination.claimDue()) wake(businessId);
      isAway = false;
    } catch (error) {
      if (!isAway) onError(error);
      isAway = true;
    }
  };
  const watch = async () => {
    while (!ending.signal.aborted) {
      await ask();
      // Random, so that servers do not all run at the same time.
      const pause = askEveryMillis * (0.75 + Math.random() / 2);
      await delay(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    async close() {
      ending.abort();
      await watching;
    },
  };
}
