/** The expected state of the verification of the users of one business, as plain data. Section "KYC". */
import {
  type RequirementId,
  type TransitionId,
  transition as transitionOf,
} from '../../../openapi/catalogue.ts';
import { possibleFrom, type Stage, stages, surelyFrom } from '../../judgements/expiry-stages.ts';
import { type Common, type Fixture, nameOf } from '../../provider/fixture.ts';
import type { Ledger } from '../../provider/ledger.ts';
import type { Alternative, Move } from '../../provider/model.ts';
import type { ComponentName, KycFiles } from './actions.ts';
import { type ExpectedDocument, stageEntered } from './document.ts';

export const componentNames = ['identity', 'address'] as const satisfies readonly ComponentName[];

/** The statuses that are announced. */
export const words = ['processing', 'approved', 'rejected'] as const;
export type KycWord = (typeof words)[number];

export interface ExpectedComponent {
  /** How findings name it, such as identity of user A. */
  readonly name: string;
  phase: 'none' | 'pending' | KycWord;
  /** The rules that its phase rests on, when the last step has changed it. */
  restsOn?: readonly RequirementId[];
  /** The rule that says that the last step has decided the other component, and not this one. */
  leftBy?: RequirementId;
  /** Since when nobody has decided. */
  undecidedSince?: number;
}

export interface ExpectedUser extends Record<ComponentName, ExpectedComponent> {
  /** How findings name it: user A, user B. */
  readonly name: string;
  /** The submissions, the latest last. */
  readonly documents: ExpectedDocument[];
  /** The latest is a replacement that nobody has decided about. */
  renewing?: true;
  /** The identity is rejected because its document expired. */
  expired?: true;
  /** The sentinel of approval was handed in once, which may decide about what is handed in later. */
  hadSentinel?: true;
}

export interface KycState {
  readonly common: Common;
  readonly users: ExpectedUser[];
  readonly events: Ledger;
  /** What the last step was, which says why a component should be what it was. */
  cause: 'review' | 'refusal' | 'other';
  /** Time of the last look. */
  lookedAt: number;
}

export interface KycContext {
  readonly fixture: Fixture;
  readonly files: KycFiles | undefined;
  /** Ids of the users, in the order of their names. */
  readonly ids: string[];
  /** Expiry of every document that was ever handed in, by the user. */
  readonly dates: Map<string, Set<string>>;
  /** What the identity of a user was, by the id, when an event came that said that its document had expired. */
  readonly whenExpired: Map<string, string>;
}

export type KycMove = Move<KycContext, KycState>;

export const nameOfUser = (index: number): string => `user ${nameOf(index)}`;

export const freshUser = (name: string): ExpectedUser => ({
  name,
  identity: { name: `identity of ${name}`, phase: 'none' },
  address: { name: `address of ${name}`, phase: 'none' },
  documents: [],
});

export const isUndecided = (status: string | undefined) => status === 'processing' || status === 'pending';
export const inWords = (status: ExpectedComponent['phase']) => (status === 'none' ? 'not submitted' : status);
export const isFresh = ({ identity, address }: ExpectedUser) =>
  identity.phase === 'none' && address.phase === 'none';
export const latestDocument = ({ documents }: Readonly<ExpectedUser>) => documents.at(-1);

const type = 'user.kyc.updated';

/** What makes a component what it is now. */
interface Change {
  /** The rules that say so. */
  readonly restsOn: readonly RequirementId[];
  /** The rule that says that it is announced. */
  readonly rule: RequirementId;
  /** Whether it is announced even though the status stays what it was. */
  readonly always?: boolean;
}

/** Gives a component a status, which is announced when it is another than before. */
export function become(
  { common, events }: KycState,
  user: ExpectedUser,
  name: ComponentName,
  status: KycWord,
  { restsOn, rule, always = false }: Change,
): void {
  const component = user[name];
  const { phase, name: about } = component;
  const isNews = phase !== status && !(isUndecided(phase) && isUndecided(status));
  events.expected.push({ type, about, status, ...((always || isNews) && { sent: rule }) });
  component.phase = status;
  component.restsOn = restsOn;
  if (status === 'processing') component.undecidedSince = common.now;
  if (name !== 'identity') return;
  delete user.expired;
  delete user.renewing;
  if (status === 'approved') comeIntoForce(user, common.now);
  else lapse(user);
}

/** Takes a transition of a component, which says what it becomes, by which rules, and that it is announced. */
export function take(
  alternative: Alternative,
  state: KycState,
  user: ExpectedUser,
  name: ComponentName,
  transition: Extract<TransitionId, `kyc/${string}`>,
  change: Partial<Change> = {},
): void {
  const { to, moves, sends } = transitionOf(transition);
  alternative.took(transition, user[name].name);
  const [sent] = sends.filter(({ event }) => event === type);
  const status = words.find((word) => word === to);
  if (sent === undefined || status === undefined) throw new Error(`${transition} announces nothing.`);
  become(state, user, name, status, { restsOn: moves, rule: sent.rule, ...change });
}

/** A status that may be announced, though no step is sure to announce it. */
export function mayAnnounce({ events }: KycState, { name: about }: ExpectedComponent, status: KycWord): void {
  events.expected.push({ type, about, status });
}

/** A component that a step leaves as it is may be announced again: only what was not so may not be said. */
export function mayRepeat(state: KycState, component: ExpectedComponent): void {
  const { phase } = component;
  if (phase !== 'none' && phase !== 'pending') mayAnnounce(state, component, phase);
}

function comeIntoForce(user: ExpectedUser, now: number): void {
  const document = latestDocument(user);
  if (document === undefined || document.disputed) return;
  document.inForceSince ??= now;
}

export function lapse({ documents }: ExpectedUser): void {
  for (const document of documents) {
    if (document.inForceSince === undefined) continue;
    delete document.inForceSince;
    document.lapsed = true;
  }
}

const enters: Record<Stage, TransitionId> = {
  'about-to-expire': 'document-expiry/near-expiry',
  'in-grace-period': 'document-expiry/enter-grace',
  expired: 'document-expiry/expire',
};

/** Lets time act on the documents. */
export function elapse(alternative: Alternative, state: KycState, conclusive: boolean): void {
  const { now } = state.common;
  const timePassed = now !== state.lookedAt;
  state.lookedAt = now;
  for (const user of state.users) {
    const { identity, address, documents } = user;
    if (timePassed && !isUndecided(identity.phase) && identity.phase !== 'none')
      alternative.heldBack('kyc/stay-undecided');
    if (user.renewing && isUndecided(identity.phase)) {
      // The grace period of the replaced document continues, or has ended if the document was approved after it expired.
      const [, ...former] = documents.toReversed();
      if (mayHavePassedGrace(former, now, true) && alternative.choose([false, true]))
        expire(alternative, state, user);
      continue;
    }
    if (identity.phase !== 'approved') continue;
    const document = latestDocument(user);
    const stage = document && stageEntered(document, now);
    if (timePassed && document?.inForceSince !== undefined) holdBack(alternative, document, now);
    if (document !== undefined && stage !== undefined && !document.entered.includes(stage)) {
      document.entered.push(stage);
      alternative.took(enters[stage], `document of ${user.name}`);
      if (stage === 'expired') {
        if (address.phase === 'approved') alternative.heldBack('kyc/expire');
        // Only the event shows that the target has reached the stage.
        if (conclusive || alternative.choose([true, false])) expire(alternative, state, user);
        continue;
      }
    }
    if (mayHaveExpired(user, documents, now, timePassed) && alternative.choose([false, true]))
      expire(alternative, state, user);
  }
}

function holdBack(alternative: Alternative, { expiry }: ExpectedDocument, now: number): void {
  const next = stages.find((stage) => now < surelyFrom(stage, expiry));
  if (next !== undefined && now < possibleFrom(next, expiry)) alternative.heldBack(enters[next]);
}

/** Whether the document leaves it open that an approved identity has been rejected because of its document. */
function mayHaveExpired(
  user: ExpectedUser,
  documents: readonly ExpectedDocument[],
  now: number,
  timePassed: boolean,
): boolean {
  const latest = latestDocument(user);
  // While it is unknown which document counts, it may be any of them.
  const candidates = latest?.inForceSince === undefined ? documents : [latest];
  return mayHavePassedGrace(candidates, now, timePassed);
}

const mayHavePassedGrace = (documents: readonly ExpectedDocument[], now: number, timePassed: boolean) =>
  documents.some(
    ({ expiry, spent }) => now >= possibleFrom('expired', expiry) && (timePassed || spent === undefined),
  );

/** Rejects an identity because its document has expired. */
export function expire(alternative: Alternative, state: KycState, user: ExpectedUser): void {
  const { renewing } = user;
  take(alternative, state, user, 'identity', 'kyc/expire');
  user.expired = true;
  // The verification of the replacement continues.
  if (renewing) user.renewing = renewing;
  const [latest, ...former] = user.documents.toReversed();
  for (const document of renewing ? former : [latest]) if (document !== undefined) document.spent = true;
  // The document names the status of the user, so the address may be rejected with the identity.
  if (user.address.phase === 'approved' && alternative.choose([false, true]))
    become(state, user, 'address', 'rejected', { restsOn: [], rule: 'EVENT-019' });
}

/** Such as `user A: identity approved, address pending, document until 2031-05-03`. */
export function showUsers({ users }: Readonly<KycState>): string {
  return users
    .map((user) => {
      const until = latestDocument(user)?.expiry;
      const document = until === undefined ? '' : `, document until ${until}`;
      return `${user.name}: identity ${inWords(user.identity.phase)}, address ${inWords(user.address.phase)}${document}`;
    })
    .join('; ');
}
