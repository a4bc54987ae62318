/** Ties the virtual account model to openapi/state-machines/virtual-account.yaml, which only lists states. */

import type { Caller } from '../../http/message.ts';
import { idIfAny } from '../../provider/answers.ts';
import { type Check, example } from '../../provider/check.ts';
import { EventLog } from '../../provider/event-log.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { StateField } from '../../provider/state-field.ts';
import { advance, openTenant } from '../../provider/tenant.ts';
import { createPerson } from '../persons/actions.ts';
import { createVirtualAccount, listVirtualAccounts } from './actions.ts';
import {
  approvedNumber,
  hour,
  look,
  ordinaryNumber,
  showAccounts,
  type VirtualAccountContext,
  type VirtualAccountState,
  words,
} from './model.ts';
import { accountMoves, accountTours } from './moves.ts';

/** A user of the business, if the suite knows how to invite one. */
async function inviteUser(scenario: Scenario, caller: Caller): Promise<string | undefined> {
  if (!scenario.has('invite-user', 'create-person')) return undefined;
  scenario.setup('invite a user');
  const personId = await createPerson(scenario, caller);
  return idIfAny(await scenario.send('inviteUser', caller, { body: { personId } }));
}

export const virtualAccountPart: Part<VirtualAccountContext, VirtualAccountState> = {
  open: async (scenario, { fixture, common }) => ({
    context: {
      fixture,
      userId: await inviteUser(scenario, fixture.tenant.caller),
      hasClock: scenario.has('clock'),
      isMoved: scenario.has('move-virtual-account'),
      serial: 0,
    },
    state: { common, accounts: [], judged: [] },
  }),
  moves: accountMoves,
  tours: accountTours,
  look,
  show: showAccounts,
};

export const virtualAccountModel: Check = modelCheck(virtualAccountPart, {
  id: 'virtual-account.model',
  title: 'The events of a virtual account name the same owner, and the number 99999900 is approved',
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

/** Requests two accounts, and reads both at once and an hour later. */
export const virtualAccountStates: Check = example({
  id: 'virtual-accounts.states',
  title: 'A virtual account is in one of the documented states',
  covers: ['VACC-002'],
  needs: ['create-virtual-account', 'list-virtual-accounts', 'webhooks'],
  run: async (scenario) => {
    const tenant = await openTenant(scenario, 'moves');
    const { caller } = tenant;
    const log = await EventLog.open(scenario, tenant);
    // The document calls an account approved that needs no review.
    const field = new StateField([...words, 'approved']);
    const last = (id: unknown) =>
      log.events.findLast(({ type, data }) => type.startsWith('virtual-account.') && data.id === id)?.type;
    const look = async () => {
      await log.look();
      for (const { id, status } of await listVirtualAccounts(scenario, caller))
        field.see(status, last(id)?.split('.')[1] ?? '');
    };
    for (const number of [ordinaryNumber, approvedNumber]) {
      scenario.step(`ask for a virtual account, BVN ${number}`);
      await createVirtualAccount(scenario, caller, { type: 'BVN', number });
      await look();
    }
    if (scenario.has('clock')) {
      scenario.step('advance the clock by an hour');
      await advance(scenario, tenant, hour);
      await look();
    }
    field.judge(scenario, 'VACC-002', 2);
  },
});
