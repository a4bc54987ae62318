/** The expected state of the contracts of one business. Sections "Contract" and "Contracts". */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { pickFrom } from '../../provider/about.ts';
import type { Common, Fixture, Surroundings } from '../../provider/fixture.ts';
import {
  arrivalsOf,
  type ExpectedEvent,
  judgeEvents,
  type Ledger,
  type Listening,
} from '../../provider/ledger.ts';
import type { Alternative, Conclude, Move } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import {
  type Contract,
  isSignedElsewhere,
  listContracts,
  type Signature,
  type Template,
  type Worker,
} from './actions.ts';

export interface ExpectedSignature {
  isGiven: boolean;
  /** Time of signing, if known. */
  at?: number;
}

export interface ExpectedContract {
  readonly name: string;
  readonly createdAt: number;
  /** In signing order: the admin's, then the worker's. */
  readonly signatures: ExpectedSignature[];
  /** The status that was last read. */
  status?: string;
}

export interface ContractState {
  readonly common: Common;
  readonly contracts: ExpectedContract[];
  readonly events: Ledger;
}

/** The ids of a contract and of its signatures, in signing order. */
export interface ContractIds {
  readonly id: string;
  readonly signatureIds: readonly string[];
}

export interface ContractContext {
  readonly fixture: Fixture;
  readonly template: Template;
  readonly worker: Worker;
  /** By name. */
  readonly contracts: Map<string, ContractIds>;
}

export type ContractMove = Move<ContractContext, ContractState>;

export const { about: aboutContract, sameIn } = pickFrom<ContractContext, ContractState, ExpectedContract>(
  'contract',
  ({ contracts }) => contracts,
);

const countGiven = ({ signatures }: ExpectedContract) => signatures.filter(({ isGiven }) => isGiven).length;

export const showContracts = ({ contracts }: Readonly<ContractState>) =>
  contracts
    .map((each) => `${each.name} with ${countGiven(each)} of ${each.signatures.length} signatures`)
    .join('; ');

/** The events of contracts, each with the requirement that an uncaused one violates. */
const uncaused: Readonly<Record<string, RequirementId>> = {
  'contract.created': 'EVENT-047',
  'contract.signed': 'EVENT-048',
  'contract.status.updated': 'EVENT-049',
};

const untouchedSeconds = 3_600;
const clockTolerance = 5;

function judgeGiven(
  alternative: Alternative,
  title: string,
  { at }: ExpectedSignature,
  seen: Signature,
): void {
  const { status, signedAt } = seen;
  // A target may call a signature otherwise, or show it as unsigned for a while.
  if (status === 'signed') {
    const marked = `signedAt of ${title} other than 0, which is for unsigned ones`;
    alternative.require('CONTRACT-020', signedAt !== 0, marked, show(signedAt));
  }
  alternative.require('CONTRACT-007', status === 'signed', `${title} signed`, show(status));
  const isTime = Number.isInteger(signedAt) && signedAt > 0;
  alternative.require('CONTRACT-008', isTime, `the time of signing in signedAt of ${title}`, show(signedAt));
  if (at === undefined) return;
  const isThen = Math.abs(signedAt - at) <= clockTolerance;
  const then = `signedAt ${at} of ${title}, when it was given`;
  alternative.require('CONTRACT-008', isThen, then, show(signedAt));
}

function judgeMissing(alternative: Alternative, title: string, isFirst: boolean, seen: Signature): void {
  const { status, signedAt, lastViewedAt } = seen;
  const rule = isFirst ? 'CONTRACT-011' : 'CONTRACT-007';
  alternative.require(
    rule,
    status !== 'signed',
    `${title} not signed, because nobody has signed it`,
    show(status),
  );
  alternative.require('CONTRACT-005', signedAt === 0, `signedAt 0 of ${title}`, show(signedAt));
  alternative.require('CONTRACT-006', lastViewedAt === 0, `lastViewedAt 0 of ${title}`, show(lastViewedAt));
}

/** "Ordered admin first then worker"; the document does not say that nobody else signs. */
const documentedParties = 2;

/** @param isSigned whether the business has signed it without the suite */
function judgeContract(
  alternative: Alternative,
  { common, events }: ContractState,
  contract: ExpectedContract,
  { signatureIds }: ContractIds,
  seen: Contract,
  isSigned: boolean,
): void {
  const { name: title } = contract;
  const given = countGiven(contract);
  const all = Array.isArray(seen.signatures) ? seen.signatures : [];
  for (const [place, entry] of contract.signatures.entries()) {
    const signature = all.find((each) => each?.id === signatureIds[place]);
    const name = `signature ${place} of ${title}`;
    const shown = `${all.length} others`;
    alternative.require('CONTRACT-016', signature !== undefined, `${name} in the list`, shown, 'first');
    if (signature === undefined) continue;
    if (entry.isGiven) judgeGiven(alternative, name, entry, signature);
    // Further parties than the admin and the worker may sign without the suite.
    else if (place < documentedParties && !(isSigned && place === 0))
      judgeMissing(alternative, name, given === 0, signature);
  }
  const { status } = seen;
  const is = `${title} with the status ${show(status)}`;
  // The document does not say whether an unsigned contract expires.
  if (given === 0 && !isSigned && common.now - contract.createdAt < untouchedSeconds) {
    const awaits = `${title} awaiting business signature`;
    alternative.require('CONTRACT-010', status === 'awaiting business signature', awaits, is);
  }
  const isDone = given > 0 && given === contract.signatures.length;
  const wanted = `${title} ${isDone ? 'completed' : `not completed with ${given} signatures`}`;
  alternative.require('CONTRACT-018', (status === 'completed') === isDone, wanted, is);
  if (contract.status !== undefined && contract.status !== status) {
    const type = 'contract.status.updated';
    const isFree = (each: ExpectedEvent) => each.type === type && each.about === title && !each.came;
    const free = events.expected.findIndex(isFree);
    if (free >= 0) events.expected.splice(free, 1);
    events.expected.push({ type, about: title, sent: 'EVENT-049' });
  }
  contract.status = status;
}

export async function look(
  scenario: Scenario,
  _: Readonly<ContractState>,
  context: ContractContext,
  surroundings: Surroundings,
): Promise<Conclude<ContractState>> {
  const list = await listContracts(scenario, context.fixture.tenant.caller);
  return (alternative, state) => {
    for (const contract of state.contracts) {
      const ids = context.contracts.get(contract.name);
      const seen = list.find((each) => each?.id === ids?.id);
      const others = `${list.length} other contracts`;
      alternative.require(
        'CONTRACT-016',
        seen !== undefined,
        `${contract.name} in the list`,
        others,
        'first',
      );
      if (ids !== undefined && seen !== undefined)
        judgeContract(alternative, state, contract, ids, seen, isSignedElsewhere(scenario, seen));
    }
    const listening: Listening = {
      uncaused,
      nameOf: ({ id }) => [...context.contracts].find(([, known]) => known.id === id)?.[0],
      // Several events may report the same signature or status.
      isRepeated: ({ type }) => type === 'contract.created' && state.contracts.length > 0,
    };
    judgeEvents(alternative, state.events, arrivalsOf(context.fixture, surroundings), listening);
  };
}
