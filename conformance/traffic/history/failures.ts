/** Finds operations that always fail although the server works. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Operation } from '../../../openapi/description.ts';
import { bodyRules, strangeIn } from '../../judgements/body-rules.ts';
import type { TrafficCheck } from '../check.ts';
import { jsonOf } from '../json.ts';
import type { ObservedExchange } from '../observation.ts';
import { forLater } from '../observed-states.ts';

/** Fewer failures, or failures within a shorter time, may be an outage. */
const leastFailures = 3;
const leastMillis = 60_000;
/** Other requests that were served in the meantime. */
const leastServed = 3;

interface Streak {
  readonly failures: readonly ObservedExchange[];
  /** Requests of all operations that had been served when the failures began. */
  readonly servedBefore: number;
}

const hasBodyRule = (id: string): id is keyof typeof bodyRules => id in bodyRules;

/** The rule that a failing request violates: that of invalid bodies if the body is certainly invalid. */
function ruleOf({ id, requestBody }: Operation, { request }: ObservedExchange): RequirementId {
  if (requestBody === undefined || !hasBodyRule(id) || request.body === undefined) return 'ERR-007';
  const isInvalid = strangeIn(id, jsonOf(request.body)) !== undefined;
  return isInvalid ? bodyRules[id] : 'ERR-007';
}

/** An operation that has worked once only fails temporarily, so it is not judged. */
export const failureHistory = (): TrafficCheck => {
  const streaks = new Map<string, Streak | 'works'>();
  let served = 0;
  return {
    id: 'operations.failures',
    title: 'No operation fails every time while others succeed',
    judgedBy: 'history',
    covers: ['ERR-007', ...new Set(Object.values(bodyRules))],
    exchange: (exchange, asked) => {
      if (asked === undefined || asked.provenance === 'assumed') return undefined;
      const rule = ruleOf(asked, exchange);
      const key = `${asked.id} ${rule}`;
      const known = streaks.get(key) ?? { failures: [], servedBefore: served };
      if (exchange.response.status < 500) {
        served += 1;
        streaks.set(key, 'works');
        return undefined;
      }
      if (known === 'works') return undefined;
      const failures = [...known.failures.slice(0, leastFailures - 1), forLater(exchange)];
      streaks.set(key, { ...known, failures });
      const [first] = failures;
      const lasted = exchange.endedAt - (first?.startedAt ?? exchange.endedAt);
      if (failures.length < leastFailures || lasted < leastMillis) return undefined;
      if (served - known.servedBefore < leastServed) return undefined;
      return async (scenario) => {
        for (const failure of failures) scenario.show(asked, failure);
        const expected = `${asked.method.toUpperCase()} ${asked.path} successful, as other operations are`;
        const statuses = failures.map(({ response }) => response.status).join(', ');
        scenario.require(rule, false, expected, `${statuses} each time that it was seen`);
      };
    },
  };
};
