/** Looks at everything that can be seen of the verification of the users of a business, and judges it. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import {
  type ComponentName,
  documentedStatuses,
  readVerification,
  type Verification,
} from '../../actions/kyc.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Reading, Settle } from '../../provider/reading.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import { nameOf, type Surroundings } from '../ground.ts';
import {
  type ComponentBelief,
  componentNames,
  elapse,
  isUndecided,
  type KycState,
  type KycWorld,
  type UserBelief,
} from './model.ts';
import { judgeAnnouncements, judgeArrival, judgeStages, judgeSubjects } from './observe-events.ts';

const day = 86_400;

/** What a read has to show. Before the identity was submitted or decided, it may show anything, or nothing at all. */
function judgeRecord(
  reading: Reading,
  user: UserBelief,
  { status, statuses, present, text }: Verification,
): void {
  const { name, identity, address } = user;
  for (const component of componentNames) {
    const shown = statuses[component];
    if (shown === undefined || user[component].status === 'none') continue;
    const word = `the status of ${component} as one of ${documentedStatuses.join(', ')}`;
    reading.mustHold('KYC-002', documentedStatuses.includes(shown), word, show(shown));
  }
  if (identity.status === 'none') return;
  const answered = status >= 200 && status < 300;
  reading.require('ERR-007', answered, `the verification of user ${name}`, `${status} with ${text}`);
  if (!answered) throw new CaseEnded(`The verification of user ${name} cannot be read.`);
  const wanted = `the status of the component identity of user ${name}`;
  reading.mustHold('KYC-034', present.identity, wanted, text);
  reading.require('KYC-001', present.identity, wanted, text);
  if (statuses.identity === undefined) throw new CaseEnded('How a status is written here is not known.');
  if (address.status !== 'none')
    reading.require('KYC-035', present.address, `the status of address of user ${name}`, text);
}

/** The rules that say that a component is still what it was. */
function keptBy(
  { cause }: KycState,
  name: ComponentName,
  { status }: ComponentBelief,
  timePassed: boolean,
  shown: string,
): readonly RequirementId[] {
  // What a review has done to the other component as well is a decision, or something else that it should leave alone.
  if (cause === 'review') return isDecided(shown) ? ['SANDBOX-005', 'KYC-019'] : ['KYC-019'];
  if (cause === 'refusal') return ['KYC-022'];
  if (status === 'none' || isUndecided(status)) return ['KYC-014'];
  if (status === 'rejected') return ['KYC-018'];
  return timePassed && name === 'identity' ? ['EXPIRY-006'] : ['KYC-017'];
}

const isDecided = (shown: string) => shown === 'approved' || shown === 'rejected';

function fits({ status }: ComponentBelief, shown: string): boolean {
  if (status === 'none') return !isDecided(shown);
  return isUndecided(status) ? isUndecided(shown) : shown === status;
}

/** @param conclusive whether what has not happened will not happen. */
function judgeStatus(
  reading: Reading,
  state: KycState,
  user: UserBelief,
  name: ComponentName,
  shown: string | undefined,
  { timePassed, conclusive }: { readonly timePassed: boolean; readonly conclusive: boolean },
): void {
  const component = user[name];
  const { owedTo, leftBy } = component;
  delete component.owedTo;
  delete component.leftBy;
  if (shown === undefined) return;
  const owed = leftBy !== undefined && isDecided(shown) ? [leftBy, ...(owedTo ?? [])] : owedTo;
  const rules = owed ?? keptBy(state, name, component, timePassed, shown);
  const wanted = `${name} of user ${user.name} ${component.status === 'none' ? 'undecided' : component.status}`;
  for (const [index, rule] of rules.entries()) {
    const judgement = [rule, fits(component, shown), wanted, `${name} ${shown}`] as const;
    // All that say so are broken, and the case ends with the last of them.
    if (index < rules.length - 1 && (conclusive || owed === undefined)) reading.require(...judgement);
    else if (owed === undefined) reading.mustHold(...judgement);
    else reading.atOnce(...judgement);
  }
}

/** A component that nobody reviews ends as pending; when, is not shown. */
function judgePending(
  reading: Reading,
  { common }: KycState,
  user: UserBelief,
  name: ComponentName,
  shown: string | undefined,
  conclusive: boolean,
): void {
  const component = user[name];
  if (shown === undefined || !isUndecided(component.status)) return;
  const isPending = shown === 'pending';
  if (isPending && component.status === 'processing') {
    component.status = 'pending';
    reading.took('kyc/stay-undecided', `${name} of ${user.name}`);
  }
  const waited = common.now - (component.undecidedSince ?? common.now);
  if (waited < day || !(isPending || conclusive)) return;
  reading.require('KYC-013', isPending, `${name} of user ${user.name} to end as pending`, `${name} ${shown}`);
}

/** Looks at every user and at the webhooks. */
export async function look(
  scenario: Scenario,
  _: Readonly<KycState>,
  { ground, ids, whenExpired }: KycWorld,
  { events }: Surroundings,
): Promise<Settle<KycState>> {
  const { tenant, conclusive } = ground;
  const sights = new Map<string, Verification & { readonly id: string }>();
  for (const [index, id] of ids.entries())
    sights.set(nameOf(index), { id, ...(await readVerification(scenario, tenant.caller, id)) });
  const asItCame = new Map(whenExpired);
  whenExpired.clear();
  return (reading, state) => {
    const timePassed = state.common.now !== state.lookedAt;
    elapse(reading, state, conclusive);
    judgeSubjects(reading, tenant.tenantKey, ids, events);
    for (const user of state.users) {
      const sight = sights.get(user.name);
      if (sight === undefined) continue;
      const { id, statuses } = sight;
      judgeRecord(reading, user, sight);
      judgeStages(reading, state, user, id, statuses.identity, events, conclusive);
      judgeArrival(reading, user, asItCame.get(id), statuses.identity);
      for (const name of componentNames) {
        const shown = statuses[name];
        judgeStatus(reading, state, user, name, shown, { timePassed, conclusive });
        judgePending(reading, state, user, name, shown, conclusive);
        judgeAnnouncements(reading, state, user, name, id, events, conclusive);
      }
    }
    state.cause = 'other';
  };
}
