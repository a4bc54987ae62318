import type { OpenSharedUse, SharedUseParts } from '../service/shared-use.ts';
import { type AgendaWatch, watchAgenda } from './agenda-watch.ts';
import { type GrowthLimits, LimitedGrowth } from './growth.ts';
import { type Coordination, replicasOf } from './replicas.ts';
import { Retention } from './retention.ts';

export interface SharedUseOptions {
  /** Absent when no other server uses the store. */
  readonly coordination: Coordination | undefined;
  /** Milliseconds of real time for which other servers leave an attempt to the one that has begun it. */
  readonly leaseMillis: number;
  /** Those that differ from `growthLimits`. */
  readonly growthLimits: Partial<GrowthLimits> | undefined;
  /** How long an unused business is kept, in milliseconds of real time; without it forever. */
  readonly keptBusinessMillis: number | undefined;
}

export function openSharedUse(options: SharedUseOptions, parts: SharedUseParts): OpenSharedUse {
  const { coordination, keptBusinessMillis: keptMillis } = options;
  const { store, clock, removed: onRemoved, onError } = parts;
  const retention =
    keptMillis === undefined ? undefined : new Retention({ store, clock, keptMillis, onRemoved, onError });
  let agenda: AgendaWatch | undefined;
  return {
    replicas: replicasOf(coordination, clock, options.leaseMillis),
    growth: new LimitedGrowth(options.growthLimits),
    used: (business) => retention?.used(business),
    takesUpWork: coordination !== undefined,
    begin() {
      agenda = coordination && watchAgenda(coordination, parts.wake, onError);
      retention?.watch();
    },
    async close() {
      await agenda?.close();
      await retention?.close();
    },
  };
}
