/** Sections "Events, Delivery" and "Limits" of the interface document. */
import fc from 'fast-check';
import { createPayroll, createPerson, dateAfter, payrollBody } from '../actions/payroll.ts';
import { advance, createBusiness, drain, endpointFor, openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, example, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import { envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';
import type { Delivery } from '../webhooks/receiver.ts';
import { isAbout, RetriedDelivery, requireTime } from './retried-delivery.ts';
import { retries } from './retry-schedule.ts';

/** Saves a new payroll, which sends payroll.status.updated with saved. */
export async function savePayroll(
  scenario: Scenario,
  { caller }: Tenant,
  payrollId?: string,
): Promise<string> {
  const personId = await createPerson(scenario, caller);
  const id = payrollId ?? (await createPayroll(scenario, caller));
  const body = payrollBody(dateAfter(Date.now() / 1_000, 30), [{ personId, salary: 1_000 }]);
  await scenario.succeed('savePayroll', caller, { path: { payrollId: id }, body });
  return id;
}

const unreadable = 'An event does not say what it is about.';

const acknowledgements = [200, 201, 202, 204, 299] as const;
const refusals = [500, 503, 400, 404, 410, 429, 300, 304, 302, 307] as const;
const isRedirect = (status: number) => status === 302 || status === 307;

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
      const created = channel.deliveries.filter((delivery) =>
        isAbout(delivery, 'payroll.created', payrollId),
      );
      scenario.require('EVENT-003', created.length > 0, {
        expected: `payroll.created with id ${payrollId}`,
        actual: 'no such event',
      });
      if (!scenario.has('clock')) return;
      const now = await advance(scenario, tenant, 0);
      for (const delivery of channel.deliveries) {
        requireTime(scenario, 'HOOK-006', envelopeOf(delivery).timestamp, { from: now, to: now });
        requireTime(scenario, 'HOOK-009', delivery.headers['hook-timestamp'], { from: now, to: now });
      }
    },
  }),
  property({
    id: 'webhooks.retries',
    title: 'A refused delivery is repeated on the documented schedule until it is acknowledged',
    covers: [
      'HOOK-005',
      'HOOK-006',
      'HOOK-009',
      'HOOK-011',
      'HOOK-012',
      'HOOK-017',
      'RETRY-001',
      'RETRY-002',
      'RETRY-003',
      'RETRY-004',
      'RETRY-005',
      'RETRY-006',
      'RETRY-007',
      'RETRY-008',
      'RETRY-009',
    ],
    needs: ['create-payroll', 'create-person', 'webhooks', 'clock', 'drain'],
    examples: [
      { refused: [], acknowledgement: 204 },
      { refused: [302], acknowledgement: 200 },
      { refused: [500, 404, 307, 300, 429, 503, 304, 400], acknowledgement: 200 },
    ],
    arbitrary: () =>
      fc.record({
        refused: fc.oneof(
          fc.array(fc.constantFrom(...refusals), { minLength: 8, maxLength: 8 }),
          fc.array(fc.constantFrom(...refusals), { maxLength: 3 }),
        ),
        acknowledgement: fc.constantFrom(...acknowledgements),
      }),
    run: async (scenario, { refused, acknowledgement }) => {
      const tenant = await openTenant(scenario);
      const endpoint = await endpointFor(scenario, tenant);
      const elsewhere = scenario.openChannel();
      const answers: number[] = [...refused];
      endpoint.channel.answer = ({ json }) => {
        const type = (json as { eventType?: unknown } | undefined)?.eventType;
        if (type !== 'payroll.status.updated') return 200;
        const status = answers.shift() ?? acknowledgement;
        return isRedirect(status) ? { status, headers: { location: elsewhere.url } } : status;
      };
      const said = refused.join(', ');
      scenario.step(
        `save a payroll; the receiver answers ${said === '' ? '' : `${said}, then `}${acknowledgement}`,
      );
      const payrollId = await savePayroll(scenario, tenant);
      const delivery = new RetriedDelivery(
        scenario,
        tenant,
        endpoint,
        payrollId,
        await advance(scenario, tenant, 0),
      );
      const [first] = delivery.attempts;
      if (first === undefined) throw new CaseEnded('Saving a payroll sent no event that could be retried.');
      requireTime(scenario, 'HOOK-006', envelopeOf(first).timestamp, {
        from: delivery.now,
        to: delivery.now,
      });
      await delivery.advance(0);

      for (const [index, status] of refused.slice(0, retries.length).entries()) {
        if (isRedirect(status)) {
          scenario.require('HOOK-017', elsewhere.deliveries.length === 0, {
            expected: 'no request to the address that the receiver redirects to',
            actual: `a ${elsewhere.deliveries[0]?.method} to ${elsewhere.url}`,
          });
        }
        await delivery.expectRetry(index, status);
        scenario.took('webhook-delivery/retry');
      }
      const settled = delivery.attempts.length;
      const exhausted = refused.length > retries.length;
      scenario.step('advance the clock by five days');
      await delivery.advance(5 * 86_400);
      const more = delivery.attempts.length - settled;
      if (exhausted) {
        scenario.require('RETRY-008', more === 0, { expected: 'no eighth retry', actual: `${more} more` });
        scenario.took('webhook-delivery/give-up');
        const list = scenario.target.controls.listDeliveries;
        if (list === undefined) return;
        scenario.step('read the delivery log');
        const logged = await list(scenario.controlSend, String(envelopeOf(first).id));
        const statuses = logged.flatMap(({ endpointId, status }) =>
          endpointId === endpoint.id ? [status] : [],
        );
        scenario.require(
          'RETRY-009',
          statuses.length > 0 && statuses.every((status) => status === 'failed'),
          {
            expected: 'the delivery to be marked failed',
            actual: show(statuses),
          },
        );
        return;
      }
      scenario.took('webhook-delivery/acknowledge');
      scenario.require('HOOK-011', more === 0, {
        expected: `no further attempt after ${acknowledgement}`,
        actual: `${more} more`,
      });
    },
  }),
  example({
    id: 'webhooks.platform-endpoint',
    title: 'A platform endpoint receives the events of all businesses, a business endpoint only its own',
    covers: ['HOOK-007', 'HOOK-014', 'HOOK-015'],
    needs: ['platform-token', 'create-payroll', 'create-person', 'webhooks', 'drain'],
    run: async (scenario) => {
      scenario.setup('open two businesses');
      const [first, second] = [await createBusiness(scenario), await createBusiness(scenario)];
      scenario.setup('register an endpoint of the platform and one of the first business');
      const platform = await scenario.registerEndpoint();
      const own = await endpointFor(scenario, first);
      for (const [name, tenant] of [
        ['the first', first],
        ['the second', second],
      ] as const) {
        scenario.step(`save a payroll in ${name} business`);
        const payrollId = await savePayroll(scenario, tenant);
        await drain(scenario, tenant);
        for (const delivery of platform.channel.deliveries) {
          if (!inspectDelivery(scenario, delivery, platform.secret)) throw new CaseEnded(unreadable);
        }
        const isIt = (delivery: Delivery) => isAbout(delivery, 'payroll.status.updated', payrollId);
        const received = platform.channel.deliveries.filter(isIt);
        scenario.require('HOOK-014', received.length > 0, {
          expected: `payroll.status.updated of ${name} business at the endpoint of the platform`,
          actual: 'no such event',
        });
        for (const delivery of received) {
          const { data } = envelopeOf(delivery);
          scenario.require('HOOK-007', data?.tenantKey === tenant.tenantKey, {
            expected: `the tenantKey ${tenant.tenantKey} of ${name} business`,
            actual: show(data?.tenantKey),
          });
        }
        if (tenant === second) {
          scenario.require('HOOK-015', !own.channel.deliveries.some(isIt), {
            expected: 'no event of the second business at the endpoint of the first',
            actual: 'payroll.status.updated of the second business',
          });
        }
      }
    },
  }),
];
