/** Judges several deliveries together: ids, and attempts that should not exist. */
import { hash } from 'node:crypto';
import { requireOwnId } from '../../judgements/delivery-ids.ts';
import { retries } from '../../judgements/retry-schedule.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { show } from '../../provider/response.ts';
import type { TrafficCheck } from '../check.ts';
import { jsonOf } from '../json.ts';
import type { ObservedDelivery } from '../observation.ts';
import { keptThings, Recent } from '../recent.ts';
import type { TrafficScenario } from '../scenario.ts';

/** Kept attempts of one webhook: three suffice to recognise the schedule. */
const keptAttempts = 6;

interface Attempt {
  readonly id: string;
  readonly delivery: ObservedDelivery;
}

/** The sender may have given up before a later acknowledgement arrived. */
const promptMillis = 1_000;

const isAcknowledged = ({ answered }: ObservedDelivery) => answered >= 200 && answered <= 299;

const isPrompt = ({ startedAt, endedAt = Number.POSITIVE_INFINITY }: ObservedDelivery) =>
  endedAt - startedAt <= promptMillis;

/**
 * Whether three attempts fit the schedule. Manual repetitions come at other times, and so do retries of a service with
 * its own clock: those are not recognised.
 */
function isOnSchedule(attempts: readonly Attempt[]): boolean {
  return [0, 1].every((index) => {
    const [before, after] = [attempts[index], attempts[index + 1]];
    const delay = retries[index]?.delay ?? 0;
    if (before === undefined || after === undefined) return false;
    const seconds = (after.delivery.startedAt - before.delivery.startedAt) / 1_000;
    return seconds >= delay * 0.9 - 1 && seconds <= delay * 1.1 + 2;
  });
}

/** Three attempts that fit the schedule and end with the given one. */
function threeBy(last: Attempt, attempts: readonly Attempt[]): readonly Attempt[] | undefined {
  for (const [place, first] of attempts.entries())
    for (const second of attempts.slice(place + 1))
      if (isOnSchedule([first, second, last])) return [first, second, last];
  return undefined;
}

const showAll = (scenario: TrafficScenario, attempts: readonly Attempt[]) => {
  for (const { delivery } of attempts) scenario.showDelivery(delivery);
};

/**
 * Evaluates that an acknowledged webhook is not retried. One acknowledgement may be lost on its way back, but hardly two
 * of the same webhook.
 */
function judgeRepetition(scenario: TrafficScenario, latest: Attempt, before: readonly Attempt[]): void {
  const own = before.filter(({ id }) => id === latest.id);
  if (own.some(({ delivery }) => !isAcknowledged(delivery))) return;
  const three = threeBy(latest, own);
  if (three === undefined || !three.slice(0, 2).every(({ delivery }) => isPrompt(delivery))) return;
  showAll(scenario, three);
  const expected = `no retry of ${show(latest.id)}, which was acknowledged twice`;
  scenario.require('HOOK-011', false, expected, 'another at the time of the second retry');
}

/** Evaluates that retries keep their id: the same content at the times of retries, each time with another id, is a violation. */
function judgeIdentity(scenario: TrafficScenario, latest: Attempt, before: readonly Attempt[]): void {
  const refused = before.filter(({ delivery }) => !isAcknowledged(delivery));
  if (refused.some(({ id }) => id === latest.id)) {
    scenario.require('HOOK-005', true, '', '');
    return;
  }
  const three = threeBy(latest, refused);
  if (three === undefined || new Set(three.map(({ id }) => id)).size < three.length) return;
  showAll(scenario, three);
  const ids = three.map(({ id }) => id);
  scenario.require('HOOK-005', false, `retries under the id ${show(ids[0])}`, `the ids ${show(ids)}`);
}

/** A message that was given up may be sent again by hand, with the whole schedule. */
const mostAttempts = 2 * (retries.length + 1);

function judgeNumber(
  scenario: TrafficScenario,
  latest: Attempt,
  before: readonly Attempt[],
  refused: number,
): void {
  if (refused <= mostAttempts) return;
  showAll(scenario, [...before.filter(({ id }) => id === latest.id).slice(-1), latest]);
  const expected = `no attempt after ${retries.length} retries of ${show(latest.id)}`;
  scenario.require('RETRY-008', false, expected, `${refused} rejected attempts`);
}

/** The address and content of a webhook: if either differs, it is another one. */
function contentKey({ to }: ObservedDelivery, { eventType, data }: Envelope): string {
  return hash('sha256', JSON.stringify([to, eventType, data]), 'base64');
}

const repetitions = (): TrafficCheck => {
  const webhooks = new Recent<readonly Attempt[]>(keptThings);
  const refusals = new Recent<number>(keptThings);
  const count = (delivery: ObservedDelivery, key: string) => {
    const times = (refusals.get(key) ?? 0) + (isAcknowledged(delivery) ? 0 : 1);
    refusals.set(key, times);
    return times;
  };
  return {
    id: 'deliveries.attempts',
    title: 'A rejected webhook is retried with the same id, at most as often as documented',
    judgedBy: 'history',
    covers: ['HOOK-005', 'HOOK-011', 'RETRY-008'],
    delivery: (delivery, envelope) => {
      const { id } = envelope;
      if (typeof id !== 'string') return undefined;
      const key = contentKey(delivery, envelope);
      const before = webhooks.get(key) ?? [];
      const latest = { id, delivery };
      webhooks.set(key, [...before, latest].slice(-keptAttempts));
      const refused = count(delivery, JSON.stringify([key, id]));
      if (before.length === 0) return undefined;
      return async (scenario) => {
        judgeRepetition(scenario, latest, before);
        judgeIdentity(scenario, latest, before);
        judgeNumber(scenario, latest, before, refused);
      };
    },
  };
};

const ids = (): TrafficCheck => {
  const known = new Recent<ObservedDelivery>(keptThings);
  return {
    id: 'deliveries.ids',
    title: 'Each webhook id belongs to one event',
    judgedBy: 'history',
    covers: ['HOOK-004'],
    delivery: (delivery, { id, data }) => {
      if (typeof id !== 'string') return undefined;
      // Endpoints of two businesses may number their webhooks separately.
      const key = JSON.stringify([delivery.to, data?.tenantKey, id]);
      const earlier = known.get(key);
      known.set(key, earlier ?? delivery);
      if (earlier === undefined) return undefined;
      return async (scenario) => {
        scenario.showDelivery(earlier);
        scenario.showDelivery(delivery);
        requireOwnId(scenario, { json: jsonOf(delivery.body) }, { json: jsonOf(earlier.body) });
      };
    },
  };
};

export const deliveryHistory = (): readonly TrafficCheck[] => [ids(), repetitions()];
