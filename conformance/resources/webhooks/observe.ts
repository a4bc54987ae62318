/** Looks at what has arrived at every endpoint, and judges each attempt once. */

import { CaseEnded } from '../../engine/outcome.ts';
import type { Reading, Settle } from '../../provider/reading.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import { envelopeOf, inspectDelivery } from '../../webhooks/inspect.ts';
import type { Delivery } from '../../webhooks/receiver.ts';
import { type Attempt, type Attempts, type Place, phaseAfter, type Route } from './attempts.ts';
import { type Announced, announcedBy, type DeliveryState, type DeliveryWorld, nameOfRoute } from './model.ts';
import { judgeAbsence, judgeRetry } from './retries.ts';

/** What an event says, as far as it is the same in every attempt. */
function contentOf(delivery: Delivery): string {
  const { eventType, data } = envelopeOf(delivery);
  return show([eventType, data?.id, data?.status]);
}

const isAcknowledged = ({ answered }: Delivery) => answered >= 200 && answered <= 299;

/**
 * One id is of one event, and what was acknowledged does not come again.
 *
 * @param hasWaited whether there was time for it to come again.
 */
export function judgeIds(reading: Reading, deliveries: readonly Delivery[], hasWaited: boolean): void {
  const before = new Map<unknown, Delivery>();
  for (const delivery of deliveries) {
    const { id } = envelopeOf(delivery);
    const earlier = before.get(id);
    before.set(id, delivery);
    if (earlier === undefined) continue;
    const [content, other] = [contentOf(delivery), contentOf(earlier)];
    reading.mustHold(
      'HOOK-004',
      content === other,
      `an id of its own for ${content}`,
      `${show(id)}, that of ${other}`,
    );
    if (!isAcknowledged(earlier)) continue;
    const none = `no further attempt of ${content} after ${earlier.answered}`;
    reading.mustHold('HOOK-011', false, none, `${show(id)} once more`);
  }
  if (before.size > 1) reading.require('HOOK-004', true, '', '');
  if (hasWaited && deliveries.some(isAcknowledged)) reading.require('HOOK-011', true, '', '');
}

/** Judges what has arrived at the endpoints beside that of the business, as far as it is about this case. */
function inspectOthers(scenario: Scenario, world: DeliveryWorld): void {
  for (const [at, { channel, secret }] of world.endpoints) {
    if (at === 'business') continue;
    const seen = world.inspected.get(at) ?? 0;
    world.inspected.set(at, channel.deliveries.length);
    for (const delivery of channel.deliveries.slice(seen)) {
      if (announcedBy(world, delivery) === undefined) continue;
      if (!inspectDelivery(scenario, delivery, secret)) {
        throw new CaseEnded('An event does not say what it is about.');
      }
    }
  }
}

/** Whether an event is none of the business of an endpoint. */
const isMisdirected = ({ isForeign }: Announced, at: Place): boolean =>
  at === (isForeign ? 'business' : 'other business');

function judgeWhereabouts(
  reading: Reading,
  { announced, endpoints, elsewhere }: DeliveryWorld,
  attemptsOn: (route: Route) => readonly Attempt[],
): void {
  for (const event of announced) {
    for (const at of endpoints.keys()) {
      const attempts = attemptsOn({ event: event.name, at });
      const name = nameOfRoute({ event: event.name, at });
      if (isMisdirected(event, at)) {
        const whose = event.isForeign ? 'the other business' : 'the business';
        reading.require('HOOK-015', attempts.length === 0, `no ${name}: it is of ${whose}`, 'it arrived');
      }
      const { tenantKey } = event.tenant;
      for (const { delivery } of tenantKey === undefined ? [] : attempts) {
        const shown = envelopeOf(delivery).data?.tenantKey;
        reading.require(
          'HOOK-007',
          shown === tenantKey,
          `${name} with the tenantKey ${tenantKey}`,
          show(shown),
        );
      }
      if (!attempts.some(({ answer }) => /3\d\d/.test(answer))) continue;
      const [followed] = elsewhere.deliveries;
      reading.mustHold(
        'HOOK-017',
        followed === undefined,
        `no request to the address that ${name} was redirected to`,
        `a ${followed?.method} to ${elsewhere.url}`,
      );
    }
  }
}

/** Notes the transitions of a delivery that another attempt, or the answer to it, makes. */
function noteMoves(reading: Reading, route: Route, attempts: readonly Attempt[], judged: number): void {
  const subject = nameOfRoute(route);
  for (let index = Math.max(1, judged); index < attempts.length; index += 1) {
    reading.took('webhook-delivery/retry', subject);
  }
}

function judgeDelivery(
  reading: Reading,
  state: DeliveryState,
  belief: DeliveryState['deliveries'][number],
  attempts: readonly Attempt[],
  clock: Pick<Attempts, 'now' | 'isLive'>,
): void {
  const name = nameOfRoute(belief);
  noteMoves(reading, belief, attempts, belief.attempts);
  for (let index = belief.attempts; index < attempts.length; index += 1) {
    judgeRetry(reading, state, name, attempts.slice(0, index + 1), clock.isLive);
  }
  const phase = phaseAfter(attempts);
  if (phase === 'delivered' && belief.phase !== phase) reading.took('webhook-delivery/acknowledge', name);
  if (phase === 'failed' && belief.phase !== phase) reading.took('webhook-delivery/give-up', name);
  belief.phase = phase;
  belief.attempts = attempts.length;
  judgeAbsence(reading, state, name, attempts, clock);
}

export async function look(
  scenario: Scenario,
  before: Readonly<DeliveryState>,
  world: DeliveryWorld,
): Promise<Settle<DeliveryState>> {
  inspectOthers(scenario, world);
  const { isLive, now: liveNow } = world.attempts;
  const seen = world.attempts.soFar(before.common.now);
  const received = [...(world.ground.endpoint?.channel.deliveries ?? [])];
  const foreign = new Set(world.announced.filter(({ isForeign }) => isForeign).map(({ name }) => name));
  return (reading, state) => {
    // Another machine may have moved the clock.
    const now = isLive ? liveNow : state.common.now;
    const attemptsOn = (route: Route) => seen(route, now);
    judgeWhereabouts(reading, world, attemptsOn);
    for (const belief of state.deliveries) {
      const attempts = attemptsOn(belief);
      if (belief.at === 'platform' && world.ground.conclusive) {
        const name = nameOfRoute(belief);
        reading.require('HOOK-014', attempts.length > 0, name, 'no such event');
      }
      // The clock of another business goes its own way.
      if (foreign.has(belief.event)) belief.phase = phaseAfter(attempts);
      else judgeDelivery(reading, state, belief, attempts, { now, isLive });
    }
    judgeIds(reading, received, state.retried.length > 0);
  };
}
