/** Section "Events, Delivery" of the interface document: envelopes, and where events go. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { OperationId } from '../../../openapi/description.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { OperationInput } from '../../http/message.ts';
import { idIfAny, idIn } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { EventLog, eventsAt, type ReceivedEvent, settle } from '../../provider/event-log.ts';
import { type Envelope, envelopeOf, inspectDelivery } from '../../provider/inspect.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import {
  advance,
  businessIdOf,
  createBusiness,
  drain,
  endpointFor,
  openTenant,
  readClock,
  timeOf,
} from '../../provider/tenant.ts';
import { payrollBody } from '../../provider/valid-requests.ts';
import { deposit } from '../../provider/wallet.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import { createBeneficiary } from '../beneficiaries/actions.ts';
import { payOut } from '../payouts/actions.ts';
import { createPayroll, listPayrolls } from '../payrolls/actions.ts';
import { createPerson } from '../persons/actions.ts';
import { createUser } from '../users/actions.ts';
import { isRealTime } from './attempts.ts';

const isOneOff = (type: unknown) => type === 'ONE_OFF' || type === 'ONE-OFF';

/** Judges the type of a payroll that was created as ONE-OFF: the list does not spell it as the event does. */
async function requireListedType(scenario: Scenario, { caller }: Tenant, id: string): Promise<void> {
  scenario.step('list the payrolls');
  const listed = (await listPayrolls(scenario, caller)).find(({ payrollId }) => payrollId === id);
  if (isOneOff(listed?.type))
    scenario.require('PAYROLL-049', listed?.type === 'ONE-OFF', 'the type ONE-OFF', show(listed?.type));
}

/** Saves a new payroll, which sends payroll.status.updated with saved. */
async function savePayroll(scenario: Scenario, tenant: Tenant, payrollId?: string): Promise<string> {
  const { caller } = tenant;
  const personId = await createPerson(scenario, caller);
  const id = payrollId ?? (await createPayroll(scenario, caller));
  const body = payrollBody(scenario.data, dateAfter(timeOf(scenario, tenant), 30), [
    { personId, salary: 1_000 },
  ]);
  await scenario.succeed('savePayroll', caller, { path: { payrollId: id }, body });
  return id;
}

const unreadable = 'An event does not name its resource.';

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
      'EVENT-050',
      'EVENT-052',
      'PAYROLL-049',
      'CONV-003',
      'PAYROLL-038',
    ],
    needs: ['create-payroll', 'webhooks'],
    // Signatures cover bytes, so some texts in the events are beyond ASCII.
    arbitrary: () => fc.constantFrom('ONE_OFF', 'Prämie', '賞与', 'مكافأة'),
    // The list shows it with a hyphen, the event with an underscore, whichever was sent.
    examples: ['ONE_OFF', 'ONE-OFF'],
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, type) => {
      const tenant = await openTenant(scenario);
      const begun = timeOf(scenario, tenant);
      const endpoint = await endpointFor(scenario, tenant);
      const { channel, secret } = endpoint;
      scenario.step(`create a payroll of the type ${type} and save it`);
      const named = await scenario.send('createPayroll', tenant.caller, {
        body: { workerType: 'CONTRACTOR', type },
      });
      // Only one type is shown; a target need not accept others.
      const id = isSuccess(named.status) ? idIn(named, 'payrollId') : undefined;
      const payrollId = await savePayroll(scenario, tenant, id);
      const isCreation = ({ eventType, data }: Envelope) =>
        eventType === 'payroll.created' && data?.id === payrollId;
      await settle(scenario, tenant, endpoint, (arrived) => arrived.some(isCreation));
      for (const delivery of channel.deliveries) {
        if (!inspectDelivery(scenario, delivery, secret)) throw new CaseEnded(unreadable);
        const { data } = envelopeOf(delivery);
        if (tenant.tenantKey === undefined) continue;
        const expected = `the tenantKey ${tenant.tenantKey}`;
        scenario.require('HOOK-007', data?.tenantKey === tenant.tenantKey, expected, show(data?.tenantKey));
      }
      // The same event under the same id was sent twice, which deduplication is for.
      const sent = channel.deliveries.map((delivery) => envelopeOf(delivery));
      const events = new Map(sent.map(({ id, eventType, data }) => [show([id, eventType, data]), id]));
      const ids = [...events.values()];
      const expected = 'a different id for each event';
      scenario.require('HOOK-004', new Set(ids).size === ids.length, expected, `the ids ${show(ids)}`);
      const created = sent.find(isCreation);
      const hasCreated = `payroll.created with id ${payrollId}`;
      scenario.requireDone('EVENT-003', created !== undefined, hasCreated, 'no such event');
      const shown = created?.data?.type;
      if (id !== undefined && isOneOff(type) && isOneOff(shown)) {
        // A target may repeat the type that it was sent, as any other text.
        if (type === 'ONE_OFF')
          scenario.require('EVENT-052', shown !== 'ONE-OFF', 'the type ONE_OFF', show(shown));
        else await requireListedType(scenario, tenant, payrollId);
      }
      if (isOneOff(type) && id !== undefined && typeof shown === 'string')
        scenario.require('EVENT-050', shown === 'ONE_OFF', 'the type ONE_OFF', shown);
      if (!scenario.has('clock')) return;
      const now = await readClock(scenario, tenant);
      const requireTime = (requirement: 'HOOK-006' | 'HOOK-009', seconds: unknown, receivedAt: number) =>
        scenario.require(
          requirement,
          (Number(seconds) >= begun - slackSeconds && Number(seconds) <= now + slackSeconds) ||
            isRealTime(seconds, receivedAt),
          begun === now ? `the time of sending, ${now}` : `a time from ${begun} to ${now}`,
          show(seconds),
        );
      for (const delivery of channel.deliveries) {
        const { receivedAt } = delivery;
        requireTime('HOOK-006', envelopeOf(delivery).timestamp, receivedAt);
        requireTime('HOOK-009', providerHeaders(delivery.headers).timestamp, receivedAt);
      }
    },
  }),
];

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

/** Until deposits have arrived; then until the first retry of what that announced, which comes after 5 seconds. */
const waits = [7_200, 60];

const repetitionCheck = example({
  id: 'webhooks.repetitions',
  title: 'Every event that was not acknowledged is retried with the same id',
  covers: ['HOOK-005'],
  needs: ['webhooks', 'clock', 'drain'],
  run: async (scenario) => {
    scenario.endpoints.needOwnAnswers();
    const tenant = await openTenant(scenario, 'moves');
    const { channel } = await endpointFor(scenario, tenant);
    const came = new Map<unknown, number>();
    channel.answer = ({ json }) => {
      const { id } = envelopeOf({ json });
      came.set(id, (came.get(id) ?? 0) + 1);
      return came.get(id) === 1 ? 503 : 200;
    };
    scenario.step('create a person, a deposit and a filing, and reject each event once');
    await beBusy(scenario, tenant);
    await drain(scenario, tenant);
    for (const seconds of waits) {
      await advance(scenario, tenant, seconds);
      await drain(scenario, tenant);
    }
    const sent = channel.deliveries.map((delivery) => envelopeOf(delivery));
    for (const [place, { id, eventType, data }] of sent.entries()) {
      const again = sent
        .slice(place + 1)
        .filter((later) => later.eventType === eventType && isDeepStrictEqual(later.data, data));
      // Another rule covers a delivery that was never retried.
      if (came.get(id) !== 1 || again.length === 0) continue;
      const actual = `the ids ${again.map((later) => show(later.id)).join(', ')}`;
      scenario.require('HOOK-005', false, `${show(eventType)} again under the id ${show(id)}`, actual);
    }
    if ([...came.values()].some((count) => count > 1)) scenario.require('HOOK-005', true, '', '');
  },
});

/** The fields of a payload that say what an event is about. */
const subjects = ['tenantKey', 'id', 'userId', 'resourceId', 'status'] as const;

/** Whether an event arrived at another endpoint too. A payload may be made anew for each endpoint. */
const isAmong = (arrived: readonly Envelope[], { type, data }: ReceivedEvent): boolean =>
  arrived.some(
    (event) => event.eventType === type && subjects.every((name) => event.data?.[name] === data[name]),
  );

export const eventIsolationChecks: readonly Check[] = [
  repetitionCheck,
  example({
    id: 'events.isolation',
    title:
      'The events of a business go to its own endpoints and those of the platform, and to no other business',
    covers: ['HOOK-007', 'HOOK-014', 'HOOK-015'],
    needs: ['platform-token', 'webhooks'],
    run: async (scenario) => {
      scenario.setup(
        'create two businesses, an endpoint of the second and one of the platform, and a third business',
      );
      const [older, first] = [await createBusiness(scenario), await createBusiness(scenario)];
      const platform = await scenario.endpoints.register();
      const elsewhere = await scenario.endpoints.register(first.businessId);
      const later = await createBusiness(scenario);
      for (const [which, tenant] of [
        ['first', older],
        ['third', later],
      ] as const) {
        const log = await EventLog.open(scenario, tenant);
        scenario.step(`create a person, a payout and a filing in the ${which} business`);
        await beBusy(scenario, tenant);
        await log.look();
        await settle(scenario, first, platform, (arrived) =>
          log.events.every((event) => isAmong(arrived, event)),
        );
        const leaked = elsewhere.channel.deliveries.map(envelopeOf).find(({ eventType, data }) => {
          const known = log.events.some((event) => event.type === eventType && event.data.id === data?.id);
          return data?.tenantKey === tenant.tenantKey || (data?.id !== undefined && known);
        });
        const none = `no event of the ${which} business at the endpoint of the second`;
        scenario.require('HOOK-015', leaked === undefined, none, show(leaked));
        for (const event of log.events) {
          const expected = `${event.type} of the ${which} business at the endpoint of the platform as well`;
          scenario.requireDone('HOOK-014', isAmong(eventsAt(platform), event), expected, 'no such event');
        }
      }
    },
  }),
];

const passwordSet = example({
  id: 'events.password-set',
  title: 'The event of a user who sets a password has the documented payload',
  covers: ['EVENT-017', 'HOOK-002', 'HOOK-007'],
  needs: ['platform-token', 'set-password', 'invite-user', 'webhooks'],
  run: async (scenario) => {
    const tenant = await openTenant(scenario);
    const log = await EventLog.open(scenario, tenant);
    const { userId } = await createUser(scenario, tenant);
    scenario.step('the user sets a password');
    await scenario.control('setPassword')(scenario.controlSend, userId);
    await log.look('user.profile.updated');
    const set = log.events.filter(({ type }) => type === 'user.profile.updated');
    // That a password sends the event is only observed, so a missing event is not judged.
    for (const { data } of set)
      scenario.require('EVENT-017', data.id === userId, `the id ${userId}`, show(data.id));
  },
});

const paidInstantly = example({
  id: 'events.paid-instantly',
  title: 'The events of an instant payment have the documented payloads',
  covers: ['EVENT-046', 'HOOK-002', 'HOOK-007'],
  needs: ['platform-token', 'pay-instantly', 'create-person', 'sandbox', 'webhooks'],
  run: async (scenario) => {
    const tenant = await openTenant(scenario);
    const log = await EventLog.open(scenario, tenant);
    const personId = await createPerson(scenario, tenant.caller);
    await deposit(scenario, tenant.caller, 5_000);
    scenario.step('pay the person 700 at once');
    await scenario.control('payInstantly')(scenario.controlSend, personId, {
      amount: 700,
      currency: scenario.data.currency,
    });
    await log.look('instant-pay.succeeded');
    const types = log.events.map(({ type }) => type);
    const isSent = types.includes('instant-pay.succeeded');
    scenario.requireDone('EVENT-046', isSent, 'instant-pay.succeeded', types.join(', '));
  },
});

const quietCalls = example({
  id: 'events.quiet-calls',
  title: 'Calls without a documented event send only valid events, if any',
  covers: ['HOOK-002', 'HOOK-007'],
  needs: ['platform-token', 'create-person', 'invite-user', 'webhooks'],
  run: async (scenario) => {
    const tenant = await openTenant(scenario);
    const log = await EventLog.open(scenario, tenant);
    const { personId, userId } = await createUser(scenario, tenant);
    const businessId = businessIdOf(tenant);
    const taxProfile = { maritalStatus: 'single', numberOfDependents: 2 };
    const calls: readonly (readonly [OperationId, OperationInput])[] = [
      ['updatePersonalInfo', { path: { personId }, body: { taxId: '12345678' } }],
      ['updateTaxProfile', { path: { personId }, body: taxProfile }],
      ['updatePerson', { path: { personId }, body: {} }],
      ['updateUser', { path: { userId }, body: {} }],
      ['inviteUser', { body: { personId } }],
      ['updateBusinessBasicInfo', { path: { businessId }, body: {} }],
      ['deleteSandboxUser', { path: { userId } }],
    ];
    for (const [id, input] of calls) {
      if (!scenario.offers(id)) continue;
      scenario.independentStep(id);
      await scenario.send(id, tenant.caller, input);
    }
    if (scenario.offers('createCustomField')) {
      scenario.independentStep('createCustomField and updateCustomField');
      const input = { path: { businessId }, body: { name: 'Badge' } };
      const customFieldId = idIfAny(await scenario.send('createCustomField', tenant.caller, input));
      if (customFieldId !== undefined) {
        const renamed = { path: { businessId, customFieldId }, body: { name: 'Badge number' } };
        await scenario.send('updateCustomField', tenant.caller, renamed);
      }
    }
    await log.look();
  },
});

export const controlEventChecks: readonly Check[] = [passwordSet, paidInstantly, quietCalls];
