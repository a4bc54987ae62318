/** The expected state of the verification of one business. Section "States and transitions, KYB". */

import { isSuccess } from '../../http/is-success.ts';
import { textIn } from '../../provider/answers.ts';
import {
  type ExpectedOfResource,
  judgeResourceEvents,
  listenerOf,
  type ResourceEvents,
} from '../../provider/expected-events.ts';
import type { Common, Fixture, Surroundings } from '../../provider/fixture.ts';
import type { Alternative, Conclude, Move } from '../../provider/model.ts';
import { describe } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { readKyb } from './actions.ts';

/** The states of openapi/state-machines/kyb.yaml; `auto-approved` by a sentinel, for which the document shows no event. */
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
  /** Whether the event of its completion arrived. */
  isCompleted: boolean;
  /** The status that was read after the rejection, which is final. */
  rejectedAs?: string;
  readonly events: ResourceEvents;
}

export interface KybContext {
  readonly fixture: Fixture;
}

export type KybMove = Move<KybContext, KybState>;

/** Name of the business in counterexamples. */
export const theBusiness = 'the business';

export const showKyb = ({ phase }: Readonly<KybState>) => `verification: ${phase}`;

const types = ['business.kyb.reviewed', 'business.kyb.rejected', 'business.kyb.completed'];

const isApproved = (phase: Phase) => phase === 'approved' || phase === 'auto-approved';

/** The optional events: an approval can complete the verification, and the approval by a sentinel can be announced. */
function mayCome({ phase, isCompleted }: KybState): readonly ExpectedOfResource[] {
  const completed = { type: 'business.kyb.completed', about: theBusiness };
  const reviewed = { type: 'business.kyb.reviewed', about: theBusiness };
  return [
    ...((isApproved(phase) || phase === 'completed') && !isCompleted ? [completed] : []),
    ...(phase === 'auto-approved' ? [reviewed] : []),
  ];
}

const isRepeated = (type: string, { phase, isCompleted }: KybState): boolean => {
  if (type === 'business.kyb.completed') return isCompleted;
  if (type === 'business.kyb.rejected') return phase === 'rejected';
  return phase === 'approved' || phase === 'information-needed';
};

function judgeEvents(
  alternative: Alternative,
  state: KybState,
  surroundings: Surroundings,
  fixture: Fixture,
): void {
  const listener = listenerOf(fixture, surroundings, {
    types,
    nameOf: () => undefined,
    isRepeated: ({ type }) => isRepeated(type, state),
  });
  const { came, unexpected } = judgeResourceEvents(alternative, state.events, listener, mayCome(state));
  if (came.some(({ type }) => type === 'business.kyb.completed')) state.isCompleted = true;
  for (const { type } of unexpected) {
    // The target's own reviewer may have ended the review.
    if (type === 'business.kyb.reviewed') continue;
    const broken = type === 'business.kyb.rejected' ? 'KYB-004' : 'KYB-006';
    alternative.require(broken, false, `no ${type} of a business that is ${state.phase}`, type);
  }
}

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
      alternative.require('KYB-005', status === state.rejectedAs, final, status, 'first');
    }
    judgeEvents(alternative, state, surroundings, fixture);
  };
}
