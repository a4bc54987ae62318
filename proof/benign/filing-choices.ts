/** Filings and remittances that move otherwise than those of the reference server. */

import { complianceRules } from '../../reference-server/resources/compliance/rules.ts';
import type { BusinessState, Outcome } from '../../reference-server/state/business-state.ts';
import { inTurn } from '../../reference-server/state/business-state.ts';
import type { FilingState } from '../../reference-server/state/records/payrolls.ts';
import type { RuleContext } from '../../reference-server/state/rule.ts';
import { replacing } from '../faults/tools.ts';
import type { BenignGroup } from './variant.ts';

/** Moves on every filing that was unblocked by a change. */
function thenTo(
  status: FilingState,
  before: BusinessState,
  { state, events }: Outcome,
  context: RuleContext,
) {
  const wasBlocked = new Set(
    before.filings.filter(({ filing }) => filing.status === 'blocked').map(({ id }) => id),
  );
  const unblocked = state.filings.filter(
    ({ id, filing }) => filing.status === 'pending' && wasBlocked.has(id),
  );
  const moved = inTurn(
    state,
    unblocked.map(
      ({ id: filingId }) =>
        (filings) =>
          complianceRules.moveFiling(filings, { filingId, status }, context),
    ),
  );
  return { state: moved.state, events: [...events, ...moved.events] };
}

const goingOn = (status: FilingState) =>
  replacing('compliance', {
    satisfyRequirement: (state, command, context) =>
      thenTo(status, state, complianceRules.satisfyRequirement(state, command, context), context),
    moveFiling: (state, command, context) =>
      thenTo(status, state, complianceRules.moveFiling(state, command, context), context),
  });

export const filingVariants: BenignGroup = {
  checks: /^compliance\./,
  variants: {
    'filings and remittances that go on when somebody moves them': {
      interpretations: [104],
      overrides: replacing('compliance', {
        progress: (state) => ({ state, events: [] }),
        nextProgressAt: () => undefined,
      }),
    },
    'a filing that is reviewed as soon as it is unblocked': {
      interpretations: [152, 159],
      overrides: goingOn('in_review'),
    },
    'a filing that is blocked again as soon as it is unblocked': {
      interpretations: [159],
      overrides: goingOn('blocked'),
    },
  },
};
