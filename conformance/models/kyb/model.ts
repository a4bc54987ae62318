/** What the suite believes of the verification of one business. Section "States and transitions, KYB". */
import type { Move } from '../../provider/machine.ts';
import type { Common, Ground } from '../ground.ts';
import type { HearingAbout } from '../hearing-about.ts';

/** The states of openapi/state-machines/kyb.yaml; `auto-approved` by a sentinel, of which no event is shown. */
export type Phase =
  | 'none'
  | 'submitted'
  | 'information-needed'
  | 'approved'
  | 'auto-approved'
  | 'rejected'
  | 'completed';

export interface KybState {
  readonly common: Common;
  phase: Phase;
  /** Whether its completion has been announced. */
  isCompleted: boolean;
  /** The status that was read after the rejection, which is final. */
  rejectedAs?: string;
  readonly hearing: HearingAbout;
}

export interface KybWorld {
  readonly ground: Ground;
}

export type KybMove = Move<KybWorld, KybState>;

/** How counterexamples name the one business. */
export const theBusiness = 'the business';

export const showKyb = ({ phase }: Readonly<KybState>) => `verification: ${phase}`;
