/** Shows what a run will send before it does. */
import { allChecks } from '../../../conformance/all-checks.ts';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { ProfileName, RunEvent, TargetSummary } from '../../../conformance/engine/events.ts';
import { type Limits, limitsFor } from '../../../conformance/provider/budget.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import type { RunOptions } from '../../../conformance/provider/run.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { businessesOf, checksOf } from '../../../conformance/smoke.ts';
import { collectResults } from '../../collect-results.ts';
import type { RunSettings, TargetSettings } from '../../config/settings.ts';
import { profileNames } from '../../config/values.ts';
import { costNames, opensBusinesses, type Plan, planFor } from '../../plan/plan.ts';
import { renderTable, type Terminal } from '../terminal.ts';

/** What the user decides about a run. */
export interface Planned {
  readonly settings: TargetSettings;
  readonly profile: ProfileName;
  /** Absent: those of each profile. */
  readonly checks?: readonly Check[];
  readonly limits: Limits;
  readonly rate?: number;
}

/** @param checks absent: those of the profile */
export const plannedFor = (
  { target, profile, rate, maxRequests }: RunSettings,
  maxBusinesses: number | undefined,
  checks: readonly Check[] | undefined,
): Planned => ({
  settings: target,
  profile,
  limits: {
    ...(maxBusinesses !== undefined && { maxBusinesses }),
    ...(maxRequests !== undefined && { maxRequests }),
  },
  ...(checks && { checks }),
  ...(rate !== undefined && { rate }),
});

/** Requests per second of which the minutes are shown, unless the user names a rate. */
const usualRate = 10;

/** The checks that are shown, unless all are. */
const mostChecks = 15;

function planAt(
  target: TargetSummary,
  surveyed: number,
  profile: ProfileName,
  { settings, checks, limits }: Planned,
): Plan {
  const hasControls = typeof settings.controls === 'object';
  const maxBusinesses = checks === undefined ? businessesOf(profile) : undefined;
  const ofProfile = maxBusinesses === undefined ? {} : { maxBusinesses };
  const within = limitsFor({ kind: target.kind, hasControls }, profile, { ...ofProfile, ...limits });
  return planFor(target, surveyed, checks ?? checksOf(profile, allChecks), profile, within);
}

const minutesOf = ({ total }: Plan, rate: number) => (total.requests / rate / 60).toFixed(1);

function renderPlan(
  target: TargetSummary,
  surveyed: number,
  planned: Planned,
  isWhole: boolean,
): readonly string[] {
  const { rate = usualRate, profile } = planned;
  const plans = profileNames.map((name) => planAt(target, surveyed, name, planned));
  const header = ['profile', ...costNames, `minutes at ${rate} requests per second`];
  const rows = plans.map((plan) => [
    plan.profile,
    ...costNames.map((name) => plan.total[name].toLocaleString('en')),
    minutesOf(plan, rate),
  ]);
  const parts = plans.find((plan) => plan.profile === profile)?.parts ?? [];
  const shown = isWhole ? parts : parts.slice(0, mostChecks);
  const checks = shown.map(({ id, cost }) => [
    id,
    ...costNames.map((name) => String(Math.round(cost[name]))),
  ]);
  const left = parts.length - shown.length;
  return [
    ...renderTable(header, rows),
    '',
    ...renderTable([`check (${profile})`, ...costNames], checks),
    ...(left > 0 ? [`and ${left} more: --verbose`] : []),
  ];
}

/**
 * Surveys a target, and prints what a run would send.
 *
 * @throws ConformanceError as the survey does
 */
export async function showPlan(
  options: Omit<RunOptions, 'checks'>,
  planned: Planned,
  { terminal, verbose }: { readonly terminal: Terminal; readonly verbose: boolean },
): Promise<void> {
  const {
    target,
    survey,
    code,
    reason = '',
  } = await collectResults(runConformance({ ...options, checks: [] }));
  if (code !== undefined) throw new ConformanceError(code, reason);
  if (survey === undefined) throw new ConformanceError('TARGET_UNREACHABLE', reason);
  terminal.line(terminal.paint('bold', `An estimate of what a run sends to ${target.baseUrl}`));
  for (const line of renderPlan(target, survey.requests, planned, verbose)) terminal.line(line);
}

/** Adds the estimate to the events of a run on a server of others, as soon as it is surveyed. */
export async function* withEstimate(
  events: AsyncIterable<RunEvent>,
  planned: Planned,
): AsyncGenerator<RunEvent> {
  const { rate = usualRate, profile } = planned;
  for await (const event of events) {
    yield event;
    if (event.type !== 'target-surveyed' || event.target.kind !== 'live') continue;
    const plan = planAt(event.target, event.survey.requests, profile, planned);
    const { requests, businesses } = plan.total;
    const minutes = `${minutesOf(plan, rate)} minutes at ${rate} requests per second`;
    const opened = opensBusinesses(event.target) ? `about ${businesses} businesses` : 'no business';
    const notice = `The run sends about ${requests.toLocaleString('en')} requests and opens ${opened} (${minutes}).`;
    yield { type: 'notice-given', notice };
  }
}
