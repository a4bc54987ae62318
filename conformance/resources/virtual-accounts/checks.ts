/** Ties the virtual account model to openapi/state-machines/virtual-account.yaml, which is a vocabulary only. */

import type { Caller } from '../../http/message.ts';
import { idIfAny } from '../../provider/answers.ts';
import type { Check } from '../../provider/check.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { createPerson } from '../persons/actions.ts';
import { type AccountContext, type AccountState, look, showAccounts } from './model.ts';
import { accountMoves, accountTours } from './moves.ts';

/** A user of the business, where the suite knows how to invite one. */
async function inviteUser(scenario: Scenario, caller: Caller): Promise<string | undefined> {
  if (!scenario.has('invite-user', 'create-person')) return undefined;
  scenario.setup('invite a user');
  const personId = await createPerson(scenario, caller);
  return idIfAny(await scenario.send('inviteUser', caller, { body: { personId } }));
}

export const virtualAccountPart: Part<AccountContext, AccountState> = {
  open: async (scenario, { fixture, common }) => ({
    context: {
      fixture,
      userId: await inviteUser(scenario, fixture.tenant.caller),
      hasClock: scenario.has('clock'),
      serial: 0,
    },
    state: { common, accounts: [], events: { judged: [], expected: [] } },
  }),
  moves: accountMoves,
  tours: accountTours,
  look,
  show: showAccounts,
};

export const virtualAccountModel: Check = modelCheck(virtualAccountPart, {
  id: 'virtual-account.model',
  title: 'Virtual accounts announce what becomes of them under one owner, and 99999900 is approved',
  covers: [
    'VACC-001',
    'VACC-003',
    'VACC-004',
    'VACC-005',
    'VACC-006',
    'VACC-007',
    'VACC-008',
    'VACC-009',
    'HOOK-013',
  ],
  needs: ['create-virtual-account'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
