/**
 * Webhooks on a clock that nobody can move: what arrives within the patience that the target is given. Delivery is not
 * guaranteed, so an event that does not arrive is no violation; a retry has a time that the document states.
 */
import { createPayroll } from '../actions/payroll.ts';
import { endpointFor, openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, example } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Endpoint, type Scenario, show } from '../engine/scenario.ts';
import { envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';
import type { Channel } from '../webhooks/receiver.ts';
import { isAbout } from './retried-delivery.ts';
import { retries, windowsOf } from './retry-schedule.ts';
import { savePayroll } from './webhooks.ts';

/** Nobody is on time to the second where others wait in the same queue. */
const lateSeconds = 10;

/** How long after a failure its retry is waited for. */
const awaitedSeconds = (index: number) => Math.max(...windowsOf(index).map(({ to }) => to)) + lateSeconds;

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

/** How many retries, from the first on, come within the patience; of the others it says what would let them. */
function fittingRetries(scenario: Scenario): number {
  const { seconds } = scenario.patience;
  const tooLong = retries.findIndex((_, index) => awaitedSeconds(index) > seconds);
  const fitting = tooLong < 0 ? retries.length : tooLong;
  const reasonOf = (index: number, delay: number) =>
    `The retry after ${inWords(delay)} does not fit in the patience of ${seconds} s: --patience ${awaitedSeconds(index)}.`;
  for (const [index, { requirement, delay }] of retries.entries()) {
    if (index >= fitting) scenario.skip(requirement, reasonOf(index, delay));
  }
  const [first] = retries;
  if (fitting > 0 || first === undefined) return fitting;
  for (const id of ['HOOK-005', 'HOOK-011', 'HOOK-012', 'HOOK-017'] as const) {
    scenario.skip(id, reasonOf(0, first.delay));
  }
  return fitting;
}

/** Deliveries about one payroll, of which the first ones are refused. */
class LiveDelivery {
  /** When each attempt came, in seconds of a clock of our own. */
  readonly times: number[] = [];
  readonly #endpoint: Endpoint;
  readonly #payrollId: string;

  /** @param redirect where the first refusal points to */
  constructor(endpoint: Endpoint, payrollId: string, refusals: number, redirect: string) {
    this.#endpoint = endpoint;
    this.#payrollId = payrollId;
    endpoint.channel.answer = (attempt) => {
      if (!isAbout(attempt, 'payroll.status.updated', payrollId)) return 200;
      const made = this.times.push(performance.now() / 1_000);
      if (made > refusals) return 200;
      return made === 1 ? { status: 302, headers: { location: redirect } } : 500;
    };
  }

  get attempts() {
    return this.#endpoint.channel.deliveries.filter((delivery) =>
      isAbout(delivery, 'payroll.status.updated', this.#payrollId),
    );
  }
}

function inspectAll(scenario: Scenario, { tenantKey }: Tenant, { channel, secret }: Endpoint): void {
  for (const delivery of channel.deliveries) {
    if (!inspectDelivery(scenario, delivery, secret)) {
      throw new CaseEnded('An event does not say what it is about.');
    }
    if (tenantKey === undefined) continue;
    const shown = envelopeOf(delivery).data?.tenantKey;
    scenario.require('HOOK-007', shown === tenantKey, {
      expected: `the tenantKey ${tenantKey}`,
      actual: show(shown),
    });
  }
}

async function expectRetry(
  scenario: Scenario,
  delivery: LiveDelivery,
  elsewhere: Channel,
  index: number,
): Promise<void> {
  const retry = retries[index];
  const failedAt = delivery.times[index];
  if (retry === undefined || failedAt === undefined)
    throw new Error(`There is no attempt before retry ${index + 1}`);
  const { requirement, delay } = retry;
  scenario.step(`wait for retry ${index + 1}, due ${inWords(delay)} after the failure`);
  const seconds = awaitedSeconds(index);
  const attempts = await scenario.eventually(
    () => delivery.attempts,
    ({ length }) => length > index + 1 || elsewhere.deliveries.length > 0,
    seconds,
  );
  const stayed = scenario.require('HOOK-017', elsewhere.deliveries.length === 0, {
    expected: 'no request to the address that the receiver redirects to',
    actual: `a ${elsewhere.deliveries[0]?.method} to ${elsewhere.url}`,
  });
  if (!stayed) throw new CaseEnded('The event went where it was not to go.');
  const came = delivery.times[index + 1];
  const after = came === undefined ? undefined : came - failedAt;
  const isInTime =
    after !== undefined &&
    windowsOf(index).some(({ from, to }) => after >= from && after <= to + lateSeconds);
  const done = scenario.require(requirement, isInTime, {
    expected: `a retry after ${inWords(delay)}`,
    actual: after === undefined ? `none within ${seconds} s` : `one after ${after.toFixed(1)} s`,
  });
  const [first, retried] = [attempts[0], attempts[index + 1]];
  if (!done || first === undefined || retried === undefined)
    throw new CaseEnded('The schedule went its own way.');
  scenario.require('HOOK-012', true, { expected: '', actual: '' });
  scenario.took('webhook-delivery/retry');
  const ids = [first, retried].map((attempt) => [envelopeOf(attempt).id, attempt.headers['hook-id']]);
  scenario.require('HOOK-005', show(ids[0]) === show(ids[1]), {
    expected: `the ids ${show(ids[0])} of the first attempt, in the envelope and in hook-id`,
    actual: show(ids[1]),
  });
}

/** What was acknowledged before the waiting began has had its time to be sent again. */
function requireNoRepetition(scenario: Scenario, { channel }: Endpoint): void {
  const acknowledged = channel.deliveries.filter(({ answered }) => answered >= 200 && answered <= 299);
  const ids = acknowledged.map((delivery) => envelopeOf(delivery).id);
  scenario.require('HOOK-011', new Set(ids).size === ids.length, {
    expected: 'no further attempt after 200',
    actual: `the ids ${show(ids)}`,
  });
}

export const liveDeliveryChecks: readonly Check[] = [
  example({
    id: 'webhooks.live-clock',
    title:
      'Without a clock to move, what arrives is as documented, and the retries that can be waited for come in time',
    covers: [
      'HOOK-001',
      'HOOK-002',
      'HOOK-003',
      'HOOK-004',
      'HOOK-005',
      'HOOK-007',
      'HOOK-008',
      'HOOK-010',
      'HOOK-011',
      'HOOK-012',
      'HOOK-016',
      'HOOK-017',
      'EVENT-001',
      'EVENT-002',
      'PAYROLL-038',
      ...retries.map(({ requirement }) => requirement),
    ],
    needs: ['create-payroll', 'create-person', 'webhooks'],
    // A clock that only moves when it is told to brings no retry by itself.
    unless: ['clock'],
    run: async (scenario) => {
      const fitting = fittingRetries(scenario);
      const tenant = await openTenant(scenario);
      const endpoint = await endpointFor(scenario, tenant);
      const elsewhere = scenario.openChannel();
      const payrollId = await createPayroll(scenario, tenant.caller);
      const delivery = new LiveDelivery(endpoint, payrollId, fitting, elsewhere.url);
      scenario.step(`save a payroll${fitting > 0 ? '; the receiver refuses its event' : ''}`);
      await savePayroll(scenario, tenant, payrollId);
      const [first] = await scenario.eventually(
        () => delivery.attempts,
        ({ length }) => length > 0,
      );
      if (first === undefined) {
        throw new CaseEnded(
          `No payroll.status.updated arrived in ${scenario.patience.seconds} s, and none has to: give it more with --patience.`,
        );
      }
      for (let index = 0; index < fitting; index += 1)
        await expectRetry(scenario, delivery, elsewhere, index);
      inspectAll(scenario, tenant, endpoint);
      const ids = new Map(
        endpoint.channel.deliveries.map((each) => [String(envelopeOf(each).eventType), envelopeOf(each).id]),
      );
      if (ids.size > 1) {
        scenario.require('HOOK-004', new Set(ids.values()).size === ids.size, {
          expected: 'an id of its own for each event',
          actual: `the ids ${show([...ids])}`,
        });
      }
      if (fitting > 0) requireNoRepetition(scenario, endpoint);
    },
  }),
];
