/**
 * Events of which the document shows the payload, or the name, and nothing that a caller could do to cause them: only a
 * target with a lever for it sends them here. What the description says of every delivery is evaluated on arrival.
 */
import { randomUUID } from 'node:crypto';
import { EventLog } from '../actions/event-log.ts';
import { createPerson, currency, deposit } from '../actions/payroll.ts';
import { openTenant } from '../actions/tenant.ts';
import { createUser } from '../actions/users.ts';
import { type Check, example } from '../provider/check.ts';

const passwordSet = example({
  id: 'events.password-set',
  title: 'The event of a user who sets a password has its payload',
  covers: ['HOOK-002', 'HOOK-007'],
  needs: ['platform-token', 'create-person', 'invite-user', 'webhooks', 'drain'],
  run: async (scenario) => {
    const { setPassword } = scenario.target.controls;
    if (setPassword === undefined) {
      scenario.skip('HOOK-002', 'The target offers no control setPassword.');
      return;
    }
    const tenant = await openTenant(scenario);
    const log = await EventLog.open(scenario, tenant);
    const { userId } = await createUser(scenario, tenant, `zainab.${randomUUID()}@example.com`);
    scenario.step('the user sets a password');
    await setPassword(scenario.controlSend, userId);
    await log.look();
  },
});

const paidInstantly = example({
  id: 'events.paid-instantly',
  title: 'The events of an instant payment have their payloads',
  covers: ['HOOK-002', 'HOOK-007'],
  needs: ['platform-token', 'create-person', 'sandbox', 'webhooks', 'drain'],
  run: async (scenario) => {
    const { payInstantly } = scenario.target.controls;
    if (payInstantly === undefined) {
      scenario.skip('HOOK-002', 'The target offers no control payInstantly.');
      return;
    }
    const tenant = await openTenant(scenario);
    const log = await EventLog.open(scenario, tenant);
    const personId = await createPerson(scenario, tenant.caller);
    await deposit(scenario, tenant.caller, 700);
    scenario.step('pay the person 700 at once');
    await payInstantly(scenario.controlSend, personId, { amount: 700, currency });
    await log.look();
  },
});

export const leverEventChecks: readonly Check[] = [passwordSet, paidInstantly];
