/** Looks at everything that can be seen of the verification of the users of a business, and judges it. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { responseOf, showsNoneOf, showsOneOf } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import { possibleFrom } from '../../judgements/expiry-stages.ts';
import type { Surroundings } from '../../provider/fixture.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { type Arrivals, arrivalsOf, judgeEvents, pass } from '../../provider/ledger.ts';
import type { Alternative, Conclude } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import {
  type ComponentName,
  documentedStatuses,
  type ReadVerification,
  readVerification,
} from './actions.ts';
import {
  componentNames,
  type ExpectedComponent,
  type ExpectedUser,
  elapse,
  isUndecided,
  type KycContext,
  type KycState,
  type KycWord,
  nameOfUser,
  words,
} from './model.ts';
import { judgeArrival, judgeStages } from './stages.ts';

const isOfKyc = ({ eventType }: Envelope) =>
  eventType === 'user.kyc.updated' || eventType === 'user.kyc.expiry';

/** Every event is about this business, one of its users, and a component that there is. */
function judgeSubjects(
  alternative: Alternative,
  tenantKey: string | undefined,
  ids: readonly string[],
  events: readonly Envelope[],
): void {
  // In a shared business others cause events too.
  if (tenantKey === undefined) return;
  for (const { eventType, data } of events.filter(isOfKyc)) {
    const isOurs = data?.tenantKey === tenantKey;
    const expected = `${eventType} with the tenantKey ${tenantKey}`;
    alternative.require('HOOK-007', isOurs, expected, show(data?.tenantKey));
    const isOfUpdate = eventType === 'user.kyc.updated';
    const known = ids.some((id) => id === data?.userId);
    const rule = isOfUpdate ? 'EVENT-018' : 'EVENT-020';
    alternative.require(rule, known, `${eventType} with the userId of a user`, show(data?.userId));
    if (!isOfUpdate) continue;
    const named = componentNames.some((name) => name === data?.type);
    alternative.require('KYC-001', named, `${eventType} of identity or address`, show(data?.type));
  }
}

/** What is broken when something is announced that the last step cannot have caused. */
function excess(state: KycState, { phase }: ExpectedComponent, word: KycWord): RequirementId {
  if (phase === word || (isUndecided(phase) && word === 'processing')) return 'HOOK-013';
  if (state.cause === 'refusal') return 'KYC-022';
  if (state.cause === 'review') return 'KYC-019';
  return phase === 'none' || isUndecided(phase) ? 'KYC-014' : 'KYC-020';
}

/** What the last step has caused is announced, and nothing else. */
function judgeAnnouncements(
  alternative: Alternative,
  state: KycState,
  ids: readonly string[],
  arrivals: Arrivals,
): void {
  const components = state.users.flatMap((user) => componentNames.map((name) => user[name]));
  const come = new Set<string>();
  judgeEvents(alternative, state.events, arrivals, {
    uncaused: { 'user.kyc.updated': 'KYC-020' },
    nameOf: ({ userId, type }) => {
      const user = state.users[ids.indexOf(String(userId))];
      const name = componentNames.find((each) => each === type);
      return user === undefined || name === undefined ? 'another component' : user[name].name;
    },
    inspect: ({ expected: { about, status, sent } }) => {
      come.add(`${about} ${status}`);
      if (sent !== undefined) alternative.require('EVENT-019', true, about, 'it is announced');
    },
    isRepeated: ({ about, data }) => come.has(`${about} ${data.status}`),
    broken: ({ about, data }) => {
      const component = components.find(({ name }) => name === about);
      const word = words.find((each) => each === data.status);
      return component && word && excess(state, component, word);
    },
  });
  for (const component of components) {
    for (const word of words)
      alternative.require(excess(state, component, word), true, component.name, `no further ${word}`);
  }
}

const day = 86_400;

/** What a read must show. Before the identity is submitted or decided, it may show anything. */
function judgeRecord(
  alternative: Alternative,
  user: ExpectedUser,
  { status, statuses, present, text }: ReadVerification,
): void {
  const { name, identity, address } = user;
  for (const component of componentNames) {
    const shown = statuses[component];
    if (shown === undefined || user[component].phase === 'none') continue;
    const word = `the status of ${component} as one of ${documentedStatuses.join(', ')}`;
    alternative.require('KYC-002', documentedStatuses.includes(shown), word, show(shown), 'first');
  }
  if (identity.phase === 'none') return;
  const answered = isSuccess(status);
  alternative.require('ERR-007', answered, `the verification of ${name}`, `${status} with ${text}`);
  if (!answered) throw new CaseEnded(`The verification of ${name} cannot be read.`);
  const wanted = `the status of the component identity of ${name}`;
  alternative.require('KYC-034', present.identity, wanted, text, 'first');
  alternative.require('KYC-001', present.identity, wanted, text);
  if (statuses.identity === undefined) throw new CaseEnded('The target shows no status in a known spelling.');
  if (address.phase !== 'none')
    alternative.require('KYC-035', present.address, `the status of address of ${name}`, text);
}

/** The rules that say that a component is still what it was. */
function keptBy(
  { cause, common }: KycState,
  user: ExpectedUser,
  name: ComponentName,
  timePassed: boolean,
  shown: string,
): readonly RequirementId[] {
  const { phase } = user[name];
  // A review must not decide or change the other component.
  if (cause === 'review') return isDecided(shown) ? ['SANDBOX-005', 'KYC-019'] : ['KYC-019'];
  if (cause === 'refusal') return ['KYC-022'];
  if (phase === 'none' || isUndecided(phase)) return ['KYC-014'];
  if (phase === 'rejected') return ['KYC-018'];
  if (!timePassed || name !== 'identity') return ['KYC-017'];
  // What time does to an approval after its document has expired is shown for the end of the grace period only.
  const ends = user.documents.map(({ expiry }) => possibleFrom('in-grace-period', expiry));
  const isValid = !user.renewing && ends.length > 0 && common.now < Math.min(...ends);
  return isValid && (shown === phase || shown === 'rejected') ? ['EXPIRY-012', 'EXPIRY-006'] : ['EXPIRY-006'];
}

const isDecided = (shown: string) => shown === 'approved' || shown === 'rejected';

function fits({ phase }: ExpectedComponent, shown: string): boolean {
  if (phase === 'none') return !isDecided(shown);
  return isUndecided(phase) ? isUndecided(shown) : shown === phase;
}

type Observation = ReadVerification & { readonly id: string };

/** @param conclusive whether what has not happened will not happen. */
function judgeStatus(
  alternative: Alternative,
  state: KycState,
  user: ExpectedUser,
  name: ComponentName,
  { id, statuses, places }: Observation,
  { timePassed, conclusive }: { readonly timePassed: boolean; readonly conclusive: boolean },
): void {
  const component = user[name];
  const shown = statuses[name];
  const { restsOn, leftBy } = component;
  delete component.restsOn;
  delete component.leftBy;
  if (shown === undefined) return;
  const owed = leftBy !== undefined && isDecided(shown) ? [leftBy, ...(restsOn ?? [])] : restsOn;
  const rules = owed ?? keptBy(state, user, name, timePassed, shown);
  const wanted = `${component.name} ${component.phase === 'none' ? 'undecided' : component.phase}`;
  const { phase } = component;
  const isOpen = phase === 'none' || isUndecided(phase);
  const status = places[name];
  const expects = isOpen ? showsNoneOf(status, 'approved', 'rejected') : showsOneOf(status, phase);
  const about = responseOf('readKyc', id, expects);
  for (const [index, rule] of rules.entries()) {
    const judgement = [rule, fits(component, shown), wanted, `${name} ${shown}`] as const;
    // All of these requirements are violated, and the case ends with the last one.
    if (index < rules.length - 1 && (conclusive || owed === undefined))
      alternative.require(...judgement, 'now', about);
    else if (owed === undefined) alternative.require(...judgement, 'first', about);
    else alternative.require(...judgement, 'at once', about);
  }
}

/** A component that nobody reviews ends as pending. When, is not shown, so it has a quarter of a year. */
function judgePending(
  alternative: Alternative,
  { common }: KycState,
  user: ExpectedUser,
  name: ComponentName,
  shown: string | undefined,
  conclusive: boolean,
): void {
  const component = user[name];
  if (shown === undefined || !isUndecided(component.phase)) return;
  const isPending = shown === 'pending';
  if (isPending && component.phase === 'processing') {
    pass(alternative, 'kyc/stay-undecided', component);
    delete component.restsOn;
  }
  const waited = common.now - (component.undecidedSince ?? common.now);
  if (waited < 90 * day || !(isPending || conclusive)) return;
  const expected = `${component.name} pending in the end`;
  alternative.require('KYC-013', isPending, expected, `${name} ${shown}`);
}

/** Looks at every user and at the webhooks. */
export async function look(
  scenario: Scenario,
  _: Readonly<KycState>,
  { fixture, ids, whenExpired }: KycContext,
  surroundings: Surroundings,
): Promise<Conclude<KycState>> {
  const { tenant, conclusive } = fixture;
  const { events } = surroundings;
  const arrivals = arrivalsOf(fixture, surroundings);
  const observations = new Map<string, Observation>();
  for (const [index, id] of ids.entries())
    observations.set(nameOfUser(index), { id, ...(await readVerification(scenario, tenant.caller, id)) });
  const asItCame = new Map(whenExpired);
  whenExpired.clear();
  return (alternative, state) => {
    const timePassed = state.common.now !== state.lookedAt;
    elapse(alternative, state, conclusive);
    judgeSubjects(alternative, tenant.tenantKey, ids, events);
    for (const user of state.users) {
      const observation = observations.get(user.name);
      if (observation === undefined) continue;
      const { id, statuses } = observation;
      judgeRecord(alternative, user, observation);
      judgeStages(alternative, state, user, id, statuses.identity, events, conclusive);
      judgeArrival(alternative, user, asItCame.get(id), statuses.identity);
      for (const name of componentNames) {
        const shown = statuses[name];
        judgeStatus(alternative, state, user, name, observation, { timePassed, conclusive });
        judgePending(alternative, state, user, name, shown, conclusive);
      }
    }
    judgeAnnouncements(alternative, state, ids, arrivals);
    state.cause = 'other';
  };
}
