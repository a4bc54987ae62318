/** What the suite believes of the contracts of one business. Sections "Contract" and "Contracts". */
import type { Template, Worker } from '../../actions/contracts.ts';
import type { Move } from '../../provider/machine.ts';
import { pickFrom } from '../about.ts';
import type { Common, Ground } from '../ground.ts';
import type { HearingAbout } from '../hearing-about.ts';

export interface SignatureBelief {
  isGiven: boolean;
  /** Time of signing, where it is known. */
  at?: number;
}

export interface ContractBelief {
  readonly name: string;
  readonly createdAt: number;
  /** In the order in which they are to be given: the admin's, then the worker's. */
  readonly signatures: SignatureBelief[];
  /** The status that was last read. */
  status?: string;
}

export interface ContractState {
  readonly common: Common;
  readonly contracts: ContractBelief[];
  readonly hearing: HearingAbout;
}

/** The ids of a contract and of its signatures, in their order. */
export interface ContractIds {
  readonly id: string;
  readonly signatureIds: readonly string[];
}

export interface ContractWorld {
  readonly ground: Ground;
  readonly template: Template;
  readonly worker: Worker;
  /** By name. */
  readonly contracts: Map<string, ContractIds>;
}

export type ContractMove = Move<ContractWorld, ContractState>;

export const { about: aboutContract, sameIn } = pickFrom<ContractWorld, ContractState, ContractBelief>(
  'contract',
  ({ contracts }) => contracts,
);

/** How events and findings name a contract. */
export const titleOf = ({ name }: Pick<ContractBelief, 'name'>) => `contract ${name}`;

export const countGiven = ({ signatures }: ContractBelief) =>
  signatures.filter(({ isGiven }) => isGiven).length;

export const showContracts = ({ contracts }: Readonly<ContractState>) =>
  contracts
    .map((each) => `${titleOf(each)} with ${countGiven(each)} of ${each.signatures.length} signatures`)
    .join('; ');
