/** Section "Events, Delivery" of the interface document: whose endpoint receives what. */
import { isDeepStrictEqual } from 'node:util';
import { EventLog } from '../actions/event-log.ts';
import { createBeneficiary, payOut } from '../actions/payouts.ts';
import { createPerson, deposit } from '../actions/payroll.ts';
import { createBusiness, drain, type Tenant } from '../actions/tenant.ts';
import { type Check, example } from '../provider/check.ts';
import { type Scenario, show } from '../provider/scenario.ts';
import { envelopeOf } from '../webhooks/inspect.ts';

/** Causes events of several kinds, as far as the target offers the means. */
async function beBusy(scenario: Scenario, tenant: Tenant): Promise<void> {
  const { caller } = tenant;
  await createPerson(scenario, caller);
  if (scenario.has('sandbox')) await deposit(scenario, caller, 5_000);
  if (scenario.has('sandbox', 'create-payout')) await payOut(scenario, tenant, 'march-bonus-rojas');
  else await createBeneficiary(scenario, caller);
  const { businessId } = tenant;
  if (!scenario.has('raise-requirement') || businessId === undefined) return;
  await scenario.control('createFiling')(scenario.controlSend, businessId, { requirements: ['Tax number'] });
}

export const eventIsolationChecks: readonly Check[] = [
  example({
    id: 'events.isolation',
    title: 'What happens in one business is announced to it and to the platform, and to no other business',
    covers: ['HOOK-007', 'HOOK-014', 'HOOK-015'],
    needs: ['platform-token', 'create-person', 'webhooks', 'drain'],
    run: async (scenario) => {
      scenario.setup('open two businesses, each with an endpoint, beside one of the platform');
      const [first, second] = [await createBusiness(scenario), await createBusiness(scenario)];
      const platform = await scenario.registerEndpoint();
      const elsewhere = await scenario.registerEndpoint(first.businessId);
      const log = await EventLog.open(scenario, second);
      scenario.step('create a person, a payout and a filing in the second business');
      await beBusy(scenario, second);
      await log.look();
      await drain(scenario, first);
      const leaked = elsewhere.channel.deliveries.map(envelopeOf).find(({ eventType, data }) => {
        const known = log.events.some((event) => event.type === eventType && event.data.id === data?.id);
        return data?.tenantKey === second.tenantKey || (data?.id !== undefined && known);
      });
      scenario.require('HOOK-015', leaked === undefined, {
        expected: 'no event of the second business at the endpoint of the first',
        actual: show(leaked),
      });
      for (const { type, data } of log.events) {
        const received = platform.channel.deliveries.some((delivery) => {
          const envelope = envelopeOf(delivery);
          return envelope.eventType === type && isDeepStrictEqual(envelope.data, data);
        });
        scenario.require('HOOK-014', received, {
          expected: `${type} at the endpoint of the platform as well`,
          actual: 'no such event',
        });
      }
    },
  }),
];
