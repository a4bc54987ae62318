/** `npm run task -- costs`: measures what each check sends to the embedded server, and writes src/plan/costs.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChecks } from '../../conformance/all-checks.ts';
import type { ProfileName } from '../../conformance/engine/events.ts';
import { requestsOfAll, sandboxLimits } from '../../conformance/provider/budget.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { businessesOf, checksOf } from '../../conformance/smoke.ts';
import type { Target } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { type Cost, type CostLevel, costNames, levels } from '../../src/plan/plan.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

/** What an entry of HAR says. */
interface Entry {
  /** 0 for a webhook. */
  readonly time: number;
  readonly request: { readonly method: string };
  readonly response: { readonly status: number };
  readonly _check: string;
  readonly _operation?: string;
}

const created: Readonly<Record<string, (typeof costNames)[number]>> = {
  createBusiness: 'businesses',
  createPerson: 'persons',
  createBusinessDeposit: 'deposits',
};

/** Limits that no run reaches. */
const unlimited = { maxRequests: 1e9, maxBusinesses: 1e6 };

const howOf: Readonly<Record<CostLevel, { profile: ProfileName; limits?: object; times?: number }>> = {
  smoke: { profile: 'smoke', limits: { maxBusinesses: businessesOf('smoke') } },
  // The largest limit that leaves out values: the plan of a smaller one is cut at it.
  limited: { profile: 'standard', limits: { ...sandboxLimits, maxRequests: requestsOfAll - 1 } },
  standard: { profile: 'standard', limits: unlimited },
  double: { profile: 'standard', limits: unlimited, times: 2 },
};

/** A check with more generated cases. */
const repeated = (check: Check, times: number): Check => ({
  ...check,
  cases(plan) {
    const { propertyRuns, modelRuns } = plan.profile;
    const profile = { ...plan.profile, propertyRuns: propertyRuns * times, modelRuns: modelRuns * times };
    return check.cases({ ...plan, profile });
  },
});

async function measure(isConnected: boolean, level: CostLevel): Promise<Map<string, Cost>> {
  const { target, close } = await openEmbeddedTarget({ control: true });
  const { platformToken = '', orgToken = '' } = target.credentials;
  const { baseUrl, environment, absentOperations } = target;
  const credentials = { platformToken, orgToken };
  const stranger: Target = {
    baseUrl,
    kind: 'live',
    environment,
    credentials,
    controls: {},
    absentOperations,
  };
  const { profile, limits, times = 1 } = howOf[level];
  const costs = new Map<string, Cost>();
  const writeEntry = (text: string) => {
    const { _check, _operation, request, response, time }: Entry = JSON.parse(text);
    const cost = costs.get(_check) ?? {
      requests: 0,
      writes: 0,
      businesses: 0,
      persons: 0,
      deposits: 0,
      webhooks: 0,
    };
    costs.set(_check, cost);
    if (time === 0) cost.webhooks += 1;
    else cost.requests += 1;
    if (time !== 0 && request.method !== 'GET') cost.writes += 1;
    const kind = _operation === undefined ? undefined : created[_operation];
    if (kind !== undefined && response.status < 300) cost[kind] += 1;
  };
  try {
    await collectResults(
      runConformance({
        target: isConnected ? target : stranger,
        checks: checksOf(profile, allChecks).map((check) => repeated(check, times)),
        seed: 1,
        profile,
        concurrency: 4,
        tool,
        writeEntry,
        ...limits,
      }),
    );
  } finally {
    await close();
  }
  return costs;
}

const measured: Map<string, Cost>[] = [];
for (const isConnected of [false, true])
  for (const level of levels) {
    measured.push(await measure(isConnected, level));
    console.log(isConnected ? 'connected' : 'keys only', level);
  }

const shown = (cost: Cost | undefined) =>
  cost === undefined ? '-' : costNames.map((name) => cost[name]).join('/');
const lines = allChecks.map(
  ({ id }) => `  '${id}':\n    '${measured.map((costs) => shown(costs.get(id))).join(' ')}',`,
);
const text = `/**
 * Written by \`npm run task -- costs\`: what each check sent to the embedded server. Keys only and connected, and for each the
 * levels of plan.ts; requests, writes, businesses, persons, deposits and webhooks each.
 */
export const costs: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`;
writeFileSync(join(import.meta.dirname, '../../src/plan/costs.ts'), text);
