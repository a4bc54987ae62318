/** What a run will send, estimated from what its checks sent to the embedded server. */
import { type Profile, profiles } from '../../conformance/engine/check.ts';
import type { ProfileName, TargetSummary } from '../../conformance/engine/events.ts';
import { type Limits, withinLimits } from '../../conformance/provider/budget.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { costs } from './costs.ts';

export const costNames = ['requests', 'writes', 'businesses', 'persons', 'deposits', 'webhooks'] as const;

export type Cost = Record<(typeof costNames)[number], number>;

/** As measured: `limited` is standard within the limits of a server of others, `double` standard with twice the cases. */
export const levels = ['smoke', 'limited', 'standard', 'double'] as const;
export type CostLevel = (typeof levels)[number];

/** The cost of one check, or of the survey. */
interface CheckCost {
  readonly id: string;
  readonly cost: Cost;
}

export interface Plan {
  readonly profile: ProfileName;
  readonly total: Cost;
  /** The one that sends most first. */
  readonly parts: readonly CheckCost[];
}

const costOf = (of: (name: keyof Cost) => number): Cost => ({
  requests: of('requests'),
  writes: of('writes'),
  businesses: of('businesses'),
  persons: of('persons'),
  deposits: of('deposits'),
  webhooks: of('webhooks'),
});

const nothing = costOf(() => 0);

function measured(id: string, isConnected: boolean, level: CostLevel): Cost {
  const text = costs[id]?.split(' ')[levels.indexOf(level) + (isConnected ? levels.length : 0)] ?? '-';
  const counts = text === '-' ? [] : text.split('/').map(Number);
  return costOf((name) => counts[costNames.indexOf(name)] ?? 0);
}

/** The cost at a profile: that of a thorough run goes on as from the standard to the double one. */
function costAt(id: string, isConnected: boolean, profile: Profile): Cost {
  const { standard, thorough } = profiles;
  if (profile.name === 'smoke') return measured(id, isConnected, 'smoke');
  const once = measured(id, isConnected, 'standard');
  if (profile.name === 'standard') return profile === standard ? once : measured(id, isConnected, 'limited');
  const twice = measured(id, isConnected, 'double');
  const times = thorough.propertyRuns / standard.propertyRuns - 1;
  return costOf((name) => once[name] + Math.max(0, twice[name] - once[name]) * times);
}

/** Whether a check runs on a target, as far as its survey shows. */
function runs({ needs, unless = [], reads }: Check, { capabilities, access }: TargetSummary): boolean {
  const has = (each: string) => capabilities.includes(each);
  return needs.every(has) && !unless.some(has) && (access !== 'read-only' || reads !== undefined);
}

/** Without the key of the platform, cases work in the business that is there. */
export const opensBusinesses = ({ capabilities }: TargetSummary): boolean =>
  capabilities.includes('platform-token');

/**
 * @param target as the survey has found it
 * @param surveyed requests of the survey
 */
export function planFor(
  target: TargetSummary,
  surveyed: number,
  checks: readonly Check[],
  name: ProfileName,
  limits: Limits,
): Plan {
  const isConnected = target.capabilities.includes('clock');
  const profile = withinLimits(profiles[name], limits);
  const ofChecks = checks
    .filter((check) => runs(check, target))
    .map(({ id }) => ({ id, cost: costAt(id, isConnected, profile) }));
  const parts = [{ id: 'survey', cost: { ...nothing, requests: surveyed } }, ...ofChecks].toSorted(
    (a, b) => b.cost.requests - a.cost.requests,
  );
  const sum = parts.reduce((all, { cost }) => costOf((key) => all[key] + cost[key]), nothing);
  const most = { ...costOf(() => Number.POSITIVE_INFINITY) };
  most.requests = limits.maxRequests ?? most.requests;
  most.businesses = opensBusinesses(target) ? (limits.maxBusinesses ?? most.businesses) : 0;
  return { profile: name, total: costOf((key) => Math.round(Math.min(sum[key], most[key]))), parts };
}
