/** Kills replicas while others use them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplicaSet } from './replica-set.ts';

/**
 * Kills a random replica every second, as long as one is left, and starts another in its place.
 *
 * @returns the number of kills, once the signal is aborted and all replicas serve again
 */
export async function killAtRandom(
  replicas: ReplicaSet,
  dice: (sides: number) => number,
  signal: AbortSignal,
): Promise<number> {
  const restarting = new Map<number, Promise<void>>();
  let kills = 0;
  while (!signal.aborted) {
    await pause(1_000);
    const running = Array.from({ length: replicas.size }, (_, index) => index).filter(
      (index) => !restarting.has(index),
    );
    const index = running[dice(Math.max(1, running.length))];
    // The last serving server stays until another is ready: the time to start is not under test.
    if (index === undefined || signal.aborted || replicas.balancer.size < 2) continue;
    kills += 1;
    restarting.set(
      index,
      replicas.replace(index).finally(() => restarting.delete(index)),
    );
  }
  await Promise.all(restarting.values());
  return kills;
}
