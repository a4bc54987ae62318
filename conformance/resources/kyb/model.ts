/** The expected state of the verification of one business. Section "States and transitions, KYB". */

import { responseOf, showsOneOf } from '../../engine/expectation.ts';
import { isSuccess } from '../../http/is-success.ts';
import { textIn } from '../../provider/answers.ts';
import type { Common, Fixture, Surroundings } from '../../provider/fixture.ts';
import {
  arrivalsOf,
  type ExpectedEvent,
  judgeEvents,
  type Ledger,
  type Listening,
} from '../../provider/ledger.ts';
import type { Conclude, Move } from '../../provider/model.ts';
import { describe } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { readKyb } from './actions.ts';

/** The states of openapi/state-machines/kyb.yaml; `auto-approved` by a sentinel, for which the document shows no event. */
export type KybPhase =
  | 'none'
  | 'submitted'
  | 'information-needed'
  | 'approved'
  | 'auto-approved'
  | 'rejected'
  | 'completed';

export interface KybState {
  readonly common: Common;
  /** How findings name the business. */
  readonly name: string;
  phase: KybPhase;
  /** The status that was read after the rejection, which is final. */
  rejectedAs?: string;
  readonly events: Ledger;
}

export interface KybContext {
  readonly fixture: Fixture;
}

export type KybMove = Move<KybContext, KybState>;

export const showKyb = ({ phase }: Readonly<KybState>) => `verification: ${phase}`;

export const completed = 'business.kyb.completed';

/** Whether the event of its completion has arrived. */
export const isCompleted = ({ events }: Readonly<KybState>) =>
  events.expected.some(({ type, came }) => type === completed && came);

const isApproved = (phase: KybPhase) => phase === 'approved' || phase === 'auto-approved';

/** The optional events: an approval can complete the verification, and the approval by a sentinel can be announced. */
function mayCome(state: KybState): readonly ExpectedEvent[] {
  const { name: about, phase } = state;
  const mayBeCompleted = (isApproved(phase) || phase === 'completed') && !isCompleted(state);
  return [
    ...(mayBeCompleted ? [{ type: completed, about }] : []),
    ...(phase === 'auto-approved' ? [{ type: 'business.kyb.reviewed', about }] : []),
  ];
}

function isRepeated(type: string, state: KybState): boolean {
  if (type === completed) return isCompleted(state);
  if (type === 'business.kyb.rejected') return state.phase === 'rejected';
  return state.phase === 'approved' || state.phase === 'information-needed';
}

const uncaused: Listening['uncaused'] = {
  'business.kyb.reviewed': 'KYB-002',
  'business.kyb.rejected': 'KYB-004',
  [completed]: 'KYB-006',
};

export async function look(
  scenario: Scenario,
  _: Readonly<KybState>,
  { fixture }: KybContext,
  surroundings: Surroundings,
): Promise<Conclude<KybState>> {
  const read = scenario.has('read-kyb') ? await readKyb(scenario, fixture.tenant) : undefined;
  const status = read && textIn(read, 'status');
  return (alternative, state) => {
    if (read !== undefined && state.phase !== 'none') {
      const answer = describe(read);
      const isShown = isSuccess(read.status) && status !== undefined;
      alternative.require('KYB-001', isShown, 'a verification with a status', answer);
    }
    if (state.phase === 'rejected' && status !== undefined) {
      state.rejectedAs ??= status;
      const final = `the verification still ${state.rejectedAs}`;
      alternative.require(
        'KYB-005',
        status === state.rejectedAs,
        final,
        status,
        'first',
        responseOf('readKyb', undefined, showsOneOf(['status'], state.rejectedAs)),
      );
    }
    const listening: Listening = {
      uncaused,
      nameOf: () => undefined,
      isRepeated: ({ type }) => isRepeated(type, state),
      // The target's own reviewer may have ended the review.
      broken: ({ type }) => (type === 'business.kyb.reviewed' ? undefined : uncaused[type]),
    };
    judgeEvents(alternative, state.events, arrivalsOf(fixture, surroundings), listening, mayCome(state));
  };
}
