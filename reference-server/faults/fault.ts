import type { RequirementId } from '../../openapi/catalogue.ts';
import type { ExchangeHooks } from '../http/exchange.ts';
import type { ServiceOptions } from '../service.ts';

/** What a fault replaces: some rules, or what passes between server, caller, store and receivers. */
export type FaultOverrides = Pick<ServiceOptions, 'rules' | 'wrapStore' | 'wrapSend'> & ExchangeHooks;

/** A deliberate deviation of the reference server from the document. */
export interface Fault {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** What a user of such a server would suffer, as a plain sentence. */
  readonly title: string;
  readonly area:
    | 'authentication'
    | 'business'
    | 'person'
    | 'user'
    | 'verification'
    | 'transaction'
    | 'external-account'
    | 'compliance'
    | 'convention'
    | 'payroll'
    | 'kyb'
    | 'beneficiary'
    | 'payout'
    | 'contract'
    | 'invoice'
    | 'reimbursement'
    | 'tax'
    | 'virtual-account'
    | 'error'
    | 'sandbox'
    | 'webhook'
    | 'retry';
  /** Requirements that the fault breaks, the nearest first. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
  /** A function where the fault remembers something, so that each server begins without memories. */
  readonly overrides: FaultOverrides | (() => FaultOverrides);
  /** Set where a run with the `smoke` profile leaves out what would show it, because that takes real time. */
  readonly leastProfile?: 'standard';
}

/** What a fault replaces on one server. */
export const overridesOf = ({ overrides }: Pick<Fault, 'overrides'>): FaultOverrides =>
  typeof overrides === 'function' ? overrides() : overrides;
