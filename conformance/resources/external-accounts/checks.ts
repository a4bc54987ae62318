/** Ties the external account model to the transitions of openapi/state-machines/external-account.yaml. */

import { CaseEnded } from '../../engine/outcome.ts';
import type { Check } from '../../provider/check.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { isAlone } from '../../provider/tenant.ts';
import { type AccountContext, type AccountState, showAccounts } from './model.ts';
import { accountMoves, accountTours } from './moves.ts';
import { look } from './observe.ts';

export const externalAccountPart: Part<AccountContext, AccountState> = {
  open: async (scenario, { fixture, common }) => {
    const { businessId } = fixture.tenant;
    if (businessId === undefined) throw new CaseEnded('The id of the business is not known.');
    return {
      context: { fixture, businessId, clockStands: scenario.has('clock'), serial: 0 },
      state: {
        common,
        accounts: [],
        removed: [],
        // Nobody knows what was done before to a business that others use.
        isRestricted: isAlone(fixture.tenant) ? false : undefined,
        events: emptyLedger(),
      },
    };
  },
  moves: accountMoves,
  tours: accountTours,
  look,
  show: showAccounts,
};

export const externalAccountModel: Check = modelCheck(externalAccountPart, {
  id: 'external-account.model',
  title:
    'Random sequences of linking, verifying, restricting and removing follow the documented account states',
  covers: [
    ...requirementsOf('external-account'),
    'EXTACC-001',
    'EXTACC-002',
    'EXTACC-011',
    'EXTACC-013',
    'EXTACC-014',
    'EXTACC-015',
    'EXTACC-016',
    'HOOK-013',
  ],
  // Events about accounts of others would arrive too.
  needs: ['platform-token', 'link-external-account'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 2),
});
