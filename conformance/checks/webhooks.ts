/** Sections "Events, Delivery" and "Limits" of the interface document. */
import fc from 'fast-check';
import { createPayroll, createPerson, dateAfter, payrollBody } from '../actions/payroll.ts';
import { advance, drain, endpointFor, openTenant, type Tenant } from '../actions/tenant.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Check, property } from '../provider/check.ts';
import { type Scenario, show } from '../provider/scenario.ts';
import { envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';

/** Saves a new payroll, which sends payroll.status.updated with saved. */
async function savePayroll(scenario: Scenario, { caller }: Tenant, payrollId?: string): Promise<string> {
  const personId = await createPerson(scenario, caller);
  const id = payrollId ?? (await createPayroll(scenario, caller));
  const body = payrollBody(dateAfter(Date.now() / 1_000, 30), [{ personId, salary: 1_000 }]);
  await scenario.succeed('savePayroll', caller, { path: { payrollId: id }, body });
  return id;
}

const unreadable = 'An event does not say what it is about.';

/** Timestamps may be a little off the clock that the suite reads. */
const slackSeconds = 5;

export const webhookChecks: readonly Check[] = [
  property({
    id: 'webhooks.deliveries',
    title: 'Every delivery is a signed envelope with the payload of its event',
    covers: [
      'HOOK-001',
      'HOOK-002',
      'HOOK-003',
      'HOOK-004',
      'HOOK-006',
      'HOOK-007',
      'HOOK-008',
      'HOOK-009',
      'HOOK-010',
      'HOOK-016',
      'EVENT-001',
      'EVENT-002',
      'EVENT-003',
      'CONV-003',
      'PAYROLL-038',
    ],
    needs: ['create-payroll', 'create-person', 'webhooks', 'drain'],
    // What is signed are bytes, so some of the texts that come back in events are beyond ASCII.
    arbitrary: () => fc.constantFrom('ONE_OFF', 'Prämie', '賞与', 'مكافأة'),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, type) => {
      const tenant = await openTenant(scenario);
      const { channel, secret } = await endpointFor(scenario, tenant);
      scenario.step(`create a payroll of the type ${type} and save it`);
      const named = await scenario.send('createPayroll', tenant.caller, {
        body: { workerType: 'EMPLOYEE', type },
      });
      // The types are not shown but for one; a target need not take others.
      const { payrollId: id } = (named.status < 300 ? named.json : {}) as { payrollId?: string };
      const payrollId = await savePayroll(scenario, tenant, id);
      await drain(scenario, tenant);
      for (const delivery of channel.deliveries) {
        if (!inspectDelivery(scenario, delivery, secret)) throw new CaseEnded(unreadable);
        const { data } = envelopeOf(delivery);
        if (tenant.tenantKey === undefined) continue;
        scenario.require('HOOK-007', data?.tenantKey === tenant.tenantKey, {
          expected: `the tenantKey ${tenant.tenantKey}`,
          actual: show(data?.tenantKey),
        });
      }
      const ids = channel.deliveries.map((delivery) => envelopeOf(delivery).id);
      scenario.require('HOOK-004', new Set(ids).size === ids.length, {
        expected: 'an id of its own for each event',
        actual: `the ids ${show(ids)}`,
      });
      const created = channel.deliveries.some((delivery) => {
        const { eventType, data } = envelopeOf(delivery);
        return eventType === 'payroll.created' && data?.id === payrollId;
      });
      scenario.require('EVENT-003', created, {
        expected: `payroll.created with id ${payrollId}`,
        actual: 'no such event',
      });
      if (!scenario.has('clock')) return;
      const now = await advance(scenario, tenant, 0);
      const requireTime = (requirement: 'HOOK-006' | 'HOOK-009', seconds: unknown) =>
        scenario.require(requirement, Math.abs(Number(seconds) - now) <= slackSeconds, {
          expected: `the time of the attempt, ${now}`,
          actual: show(seconds),
        });
      for (const delivery of channel.deliveries) {
        requireTime('HOOK-006', envelopeOf(delivery).timestamp);
        requireTime('HOOK-009', delivery.headers['hook-timestamp']);
      }
    },
  }),
];
