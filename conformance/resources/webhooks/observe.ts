/** Looks at what has arrived at every endpoint, and judges each attempt once. */

import { CaseEnded } from '../../engine/outcome.ts';
import { isSentTwice, requireOwnId } from '../../judgements/delivery-ids.ts';
import type { Judging } from '../../judgements/judging.ts';
import { envelopeOf, inspectDelivery } from '../../provider/inspect.ts';
import type { Alternative, Conclude } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import type { WebhookDelivery } from '../../webhooks/receiver.ts';
import {
  type Attempts,
  type DeliveryAttempt,
  type DeliveryRoute,
  type EndpointPlace,
  phaseAfter,
} from './attempts.ts';
import {
  type Announced,
  announcedBy,
  type DeliveryContext,
  type DeliveryState,
  nameOfRoute,
} from './model.ts';
import { judgeAbsence, judgeRetry } from './retries.ts';

const isAcknowledged = ({ answered }: WebhookDelivery) => answered >= 200 && answered <= 299;

/**
 * One id is of one event, and what was acknowledged does not come again.
 *
 * @param hasWaited whether there was time for it to come again.
 * @param stoodBetween whether the clock stood between two times of arrival.
 */
export function judgeIds(
  alternative: Alternative,
  deliveries: readonly WebhookDelivery[],
  hasWaited: boolean,
  stoodBetween: Attempts['stoodBetween'],
): void {
  // Later findings would only repeat the shared id.
  const strictly: Judging = {
    require: (requirement, holds, expected, actual) =>
      alternative.require(requirement, holds, expected, actual, 'first'),
  };
  const before = new Map<unknown, WebhookDelivery>();
  /** Ids of which one of two copies was refused, so that it may be retried. */
  const refusedOnce = new Set<unknown>();
  const firsts = new Set<WebhookDelivery>();
  for (const delivery of deliveries) {
    const { id } = envelopeOf(delivery);
    const earlier = before.get(id);
    if (earlier === undefined) firsts.add(delivery);
    // A clock that is moved just when an event is sent may be ahead when its copy is sent.
    const isCopy =
      earlier !== undefined &&
      (isSentTwice(earlier, delivery) ||
        (firsts.has(earlier) && !stoodBetween(earlier.receivedAt, delivery.receivedAt)));
    if (isCopy && isAcknowledged(earlier) !== isAcknowledged(delivery)) refusedOnce.add(id);
    const isSecond = isCopy && isAcknowledged(earlier);
    if (!isSecond) before.set(id, delivery);
    if (earlier === undefined) continue;
    const content = requireOwnId(strictly, delivery, earlier);
    if (!isAcknowledged(earlier) || isSecond || refusedOnce.has(id)) continue;
    const none = `no further attempt of ${content} after ${earlier.answered}`;
    alternative.require('HOOK-011', false, none, `${show(id)} once more`, 'first');
  }
  if (before.size > 1) alternative.require('HOOK-004', true, '', '');
  if (hasWaited && deliveries.some(isAcknowledged)) alternative.require('HOOK-011', true, '', '');
}

/** Judges what has arrived at the endpoints beside that of the business, as far as it is about this case. */
function inspectOthers(scenario: Scenario, context: DeliveryContext): void {
  for (const [at, { channel, secret }] of context.endpoints) {
    if (at === 'business') continue;
    const seen = context.inspected.get(at) ?? 0;
    context.inspected.set(at, channel.deliveries.length);
    for (const delivery of channel.deliveries.slice(seen)) {
      if (announcedBy(context, delivery) === undefined) continue;
      if (!inspectDelivery(scenario, delivery, secret)) {
        throw new CaseEnded('An event does not name its resource.');
      }
    }
  }
}

/** Whether an event is none of the business of an endpoint. */
const isMisdirected = ({ isForeign }: Announced, at: EndpointPlace): boolean =>
  at === (isForeign ? 'business' : 'other business');

function judgeWhereabouts(
  alternative: Alternative,
  { announced, endpoints, elsewhere }: DeliveryContext,
  attemptsOn: (route: DeliveryRoute) => readonly DeliveryAttempt[],
): void {
  for (const event of announced) {
    for (const at of endpoints.keys()) {
      const attempts = attemptsOn({ event: event.name, at });
      const name = nameOfRoute({ event: event.name, at });
      if (isMisdirected(event, at)) {
        const whose = event.isForeign ? 'the other business' : 'the business';
        alternative.require('HOOK-015', attempts.length === 0, `no ${name}: it is of ${whose}`, 'it arrived');
      }
      const { tenantKey } = event.tenant;
      for (const { delivery } of tenantKey === undefined ? [] : attempts) {
        const shown = envelopeOf(delivery).data?.tenantKey;
        const expected = `${name} with the tenantKey ${tenantKey}`;
        alternative.require('HOOK-007', shown === tenantKey, expected, show(shown));
      }
      if (!attempts.some(({ answer }) => /3\d\d/.test(answer))) continue;
      const [followed] = elsewhere.deliveries;
      const holds = followed === undefined;
      const expected = `no request to the address that ${name} was redirected to`;
      alternative.require('HOOK-017', holds, expected, `a ${followed?.method} to ${elsewhere.url}`, 'first');
    }
  }
}

/** Notes the transitions of a delivery that another attempt, or the answer to it, makes. */
function noteMoves(
  alternative: Alternative,
  route: DeliveryRoute,
  attempts: readonly DeliveryAttempt[],
  judged: number,
): void {
  const subject = nameOfRoute(route);
  for (let index = Math.max(1, judged); index < attempts.length; index += 1) {
    alternative.took('webhook-delivery/retry', subject);
  }
}

function judgeDelivery(
  alternative: Alternative,
  state: DeliveryState,
  entry: DeliveryState['deliveries'][number],
  attempts: readonly DeliveryAttempt[],
  clock: Pick<Attempts, 'now' | 'isLive'>,
): void {
  const name = nameOfRoute(entry);
  noteMoves(alternative, entry, attempts, entry.attempts);
  for (let index = entry.attempts; index < attempts.length; index += 1) {
    judgeRetry(alternative, state, name, attempts.slice(0, index + 1), clock.isLive);
  }
  const phase = phaseAfter(attempts);
  if (phase === 'delivered' && entry.phase !== phase) alternative.took('webhook-delivery/acknowledge', name);
  if (phase === 'failed' && entry.phase !== phase) alternative.took('webhook-delivery/give-up', name);
  entry.phase = phase;
  entry.attempts = attempts.length;
  judgeAbsence(alternative, state, name, attempts, clock);
}

export async function look(
  scenario: Scenario,
  before: Readonly<DeliveryState>,
  context: DeliveryContext,
): Promise<Conclude<DeliveryState>> {
  inspectOthers(scenario, context);
  const { isLive, now: liveNow } = context.attempts;
  const seen = context.attempts.soFar(before.common.now);
  const received = [...(context.fixture.endpoint?.channel.deliveries ?? [])];
  const foreign = new Set(context.announced.filter(({ isForeign }) => isForeign).map(({ name }) => name));
  return (alternative, state) => {
    // Another model may have moved the clock.
    const now = isLive ? liveNow : state.common.now;
    const attemptsOn = (route: DeliveryRoute) => seen(route, now);
    judgeWhereabouts(alternative, context, attemptsOn);
    for (const entry of state.deliveries) {
      const attempts = attemptsOn(entry);
      if (entry.at === 'platform' && context.fixture.conclusive) {
        const name = nameOfRoute(entry);
        alternative.require('HOOK-014', attempts.length > 0, name, 'no such event');
      }
      // The clock of another business is independent.
      if (foreign.has(entry.event)) entry.phase = phaseAfter(attempts);
      else judgeDelivery(alternative, state, entry, attempts, { now, isLive });
    }
    judgeIds(alternative, received, state.retried.length > 0, (earlier, later) =>
      context.attempts.stoodBetween(earlier, later),
    );
  };
}
