import type { ExchangeHooks } from './http/exchange.ts';
import type { ServiceOptions } from './service/service.ts';

/** What a deliberate fault replaces: some rules, or what passes between server, caller, store and receivers. */
export type FaultOverrides = Pick<ServiceOptions, 'rules' | 'wrapStore' | 'wrapSend'> & ExchangeHooks;

/** A deliberate deviation of the reference server from the document. */
export interface Deviation {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** A function where the fault remembers something, so that each server begins without memories. */
  readonly overrides: FaultOverrides | (() => FaultOverrides);
  /** Where the fault is; the sandbox unless it says otherwise. */
  readonly environment?: 'production';
}

/** What a fault replaces on one server. */
export const overridesOf = ({ overrides }: Pick<Deviation, 'overrides'>): FaultOverrides =>
  typeof overrides === 'function' ? overrides() : overrides;
