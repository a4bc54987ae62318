/** Judges reads of a verification after its events. Section "KYC record". */
import { isRecord } from '../../../openapi/is-record.ts';
import { show } from '../../provider/response.ts';
import type { TrafficCheck } from '../check.ts';
import { graceMillis } from '../follow.ts';
import type { ObservedDelivery, ObservedExchange } from '../observation.ts';
import { ageOf } from '../observed-states.ts';
import { keptThings, Recent } from '../recent.ts';
import { isUuid } from '../rules/rule.ts';
import { answerOf, type TrafficScenario } from '../scenario.ts';

const components = ['identity', 'address'] as const;
type Component = (typeof components)[number];

/** The first event of each component, which has a status from then on. */
type Announced = Readonly<Partial<Record<Component, ObservedDelivery>>>;

const words = ['processing', 'approved', 'rejected', 'pending'];

/** The document does not show the shape: it may be a word, or an object with one. */
const statusOf = (value: unknown) => (isRecord(value) ? value.status : value);

const userIn = ({ request }: ObservedExchange) => /\/users\/([^/?]+)\/kyc/.exec(request.path)?.[1];

function judge(
  scenario: TrafficScenario,
  json: Readonly<Record<string, unknown>>,
  known: readonly Component[],
) {
  if (known.includes('identity'))
    scenario.require('KYC-034', json.identity != null, 'the status of identity', show(json));
  for (const component of known) {
    const status = statusOf(json[component]);
    if (typeof status !== 'string') continue;
    const holds = words.includes(status.toLowerCase());
    const expected = `${component} ${words.join(', ')}`;
    scenario.require('KYC-002', holds, expected, show(status), [component]);
  }
}

/** Judges reads after the first event: before a component is submitted or decided, a read may show anything. */
export const verificationHistory = (): TrafficCheck => {
  const users = new Recent<Announced>(keptThings);
  return {
    id: 'verifications.reads',
    title: 'A user with a KYC event has a KYC status in later reads',
    judgedBy: 'history',
    covers: ['KYC-002', 'KYC-034'],
    delivery: (delivery, { eventType, data }) => {
      const component = components.find((each) => each === data?.type);
      if (eventType !== 'user.kyc.updated' || !isUuid(data?.userId) || component === undefined)
        return undefined;
      const key = data.userId.toLowerCase();
      const known = users.get(key) ?? {};
      const earlier = known[component];
      const isFirst = earlier === undefined || delivery.startedAt < earlier.startedAt;
      users.set(key, isFirst ? { ...known, [component]: delivery } : known);
      return undefined;
    },
    exchange: (exchange, asked) => {
      if (asked?.id !== 'readKyc' || exchange.response.status !== 200) return undefined;
      const json = answerOf(exchange)?.json;
      if (!isRecord(json)) return undefined;
      const announced = users.get(userIn(exchange)?.toLowerCase() ?? '') ?? {};
      const readAt = exchange.startedAt - ageOf(exchange) - graceMillis;
      const known = components.filter((each) => (announced[each]?.startedAt ?? readAt) < readAt);
      if (known.length === 0) return undefined;
      return async (scenario) => {
        for (const each of known) {
          const delivery = announced[each];
          if (delivery !== undefined) scenario.showDelivery(delivery);
        }
        scenario.show(asked, exchange);
        judge(scenario, json, known);
      };
    },
  };
};
