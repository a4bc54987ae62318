/** Judges the responses and webhooks of a server, one by one and together with earlier messages. */

import type { RequirementId } from '../../openapi/catalogue.ts';
import { allOperations, eventSchemas, type Operation } from '../../openapi/description.ts';
import { requirementsIn } from '../../openapi/evidence.ts';
import { unwrapped } from '../adapter/open-places.ts';
import type { Environment } from '../engine/events.ts';
import { isSuccess } from '../http/is-success.ts';
import { type Envelope, inspectDelivery } from '../provider/inspect.ts';
import { shapeOf } from '../provider/shape.ts';
import type { TokenVisibility, TrafficCheck } from './check.ts';
import { stateChecks } from './follow.ts';
import { deliveryHistory } from './history/deliveries.ts';
import { failureHistory } from './history/failures.ts';
import { pairHistory } from './history/pairs.ts';
import { resourceHistory } from './history/resources.ts';
import { transactionHistory } from './history/transactions.ts';
import { verificationHistory } from './history/verifications.ts';
import { isLeftOut, isNothingGiven } from './left-out.ts';
import type { ObservedExchange } from './observation.ts';
import { bodyRuleList } from './rules/bodies.ts';
import { eventCheck } from './rules/events.ts';
import { listRules } from './rules/lists.ts';
import { payoutRules } from './rules/payouts.ts';
import { resourceRules } from './rules/resources.ts';
import { ruleCheck } from './rules/rule.ts';
import { answerOf, type TrafficScenario } from './scenario.ts';
import type { SentValues } from './sent-values.ts';

/** Knowledge about the traffic that the checks of a server need beside its messages. */
export interface ServerKnowledge {
  readonly sent: SentValues;
  readonly tokens: TokenVisibility;
  /** Signing secret of the webhooks, if known. */
  readonly secret: string | undefined;
  readonly environment: Environment;
}

/** The rules that responses of an operation can show. */
const shownBy = ({ responses }: Operation): readonly RequirementId[] => [
  ...new Set(Object.values(responses).flatMap(({ schema }) => (schema ? requirementsIn(schema) : []))),
];

/** Only for documented operations: an assumed one may be open to everybody. */
const asksForToken = ({ provenance }: Operation, tokens: TokenVisibility) =>
  tokens === 'certain' && provenance !== 'assumed';

/** A rejection for another reason shows nothing about the token. */
function judgeAccess(scenario: TrafficScenario, { request, response }: ObservedExchange): void {
  const isOpen = isSuccess(response.status);
  if ((request.headers.authorization ?? '') !== '' || !(isOpen || response.status === 401)) return;
  const expected = `401 to ${request.method} ${request.path} without a token`;
  scenario.require('AUTH-001', response.status === 401, expected, String(response.status));
}

const answers = (operation: Operation, { sent, tokens }: ServerKnowledge): TrafficCheck => ({
  id: `answers.${operation.id}`,
  title: `Responses of ${operation.method.toUpperCase()} ${operation.path} match the description`,
  judgedBy: 'exchange',
  covers: [...shownBy(operation), ...(asksForToken(operation, tokens) ? ['AUTH-001' as const] : [])],
  exchange: (exchange, asked) => {
    if (asked !== operation) return undefined;
    return async (scenario) => {
      scenario.judged(operation, exchange);
      if (asksForToken(operation, tokens)) judgeAccess(scenario, exchange);
      const answer = answerOf(exchange);
      if (answer === undefined) return;
      const shown = { ...answer, json: unwrapped(operation.id, answer.json) };
      for (const { requirement, holds, evidence } of shapeOf(operation.id, shown)) {
        // The evidence contains the whole body, so it is only built for a violation.
        const { expected, actual, at } = holds ? { expected: '', actual: '', at: undefined } : evidence();
        const place = at ?? [];
        if (!holds && (sent.has(shown.json, place) || isNothingGiven(shown.json, place))) continue;
        scenario.require(requirement, holds, expected, actual, at);
      }
    };
  },
});

/** The rules of every delivery, whatever its event. */
const ofEveryDelivery = ['HOOK-001', 'HOOK-002', 'HOOK-003', 'HOOK-008', 'HOOK-016'] as const;

/** Deliveries of events that the description does not have. */
const unknown = 'unknown';

const nameOf = ({ eventType }: Envelope): string =>
  typeof eventType === 'string' && eventSchemas.has(eventType) ? eventType : unknown;

function deliveriesOf(eventType: string, { secret, sent }: ServerKnowledge): TrafficCheck {
  const schema = eventSchemas.get(eventType);
  return {
    id: `events.${eventType}`,
    title:
      schema === undefined
        ? 'Deliveries of other events have an envelope'
        : `Deliveries of ${eventType} match the description`,
    judgedBy: 'exchange',
    covers: [
      ...ofEveryDelivery,
      ...(secret === undefined ? [] : ['HOOK-010' as const]),
      ...(schema === undefined ? [] : requirementsIn(schema)),
    ],
    delivery: (delivery, envelope) => {
      if (nameOf(envelope) !== eventType) return undefined;
      return async (scenario) => {
        const received = scenario.receive(delivery);
        const { json } = received;
        inspectDelivery(scenario, received, secret, (at) => sent.has(json, at) || isLeftOut(json, at));
      };
    },
  };
}

const ruleChecks = ({ sent, environment }: ServerKnowledge): readonly TrafficCheck[] => [
  ruleCheck({ id: 'rules.lists', title: 'A page contains the requested items' }, listRules, sent),
  ruleCheck(
    { id: 'rules.payouts', title: 'Payouts are listed and exported as requested' },
    payoutRules,
    sent,
  ),
  ruleCheck(
    { id: 'rules.resources', title: 'Read and created resources match the request' },
    resourceRules,
    sent,
  ),
  ruleCheck({ id: 'rules.bodies', title: 'A body of the wrong type is rejected' }, bodyRuleList, sent),
  eventCheck(environment),
];

/** Longest body in characters of a delivery that is remembered. */
const mostKeptBody = 20_000;

/** Longer deliveries are only judged alone, because remembering them would take too much memory. */
const withoutLong = ({ delivery: caseOf, ...check }: TrafficCheck): TrafficCheck => ({
  ...check,
  ...(caseOf && {
    delivery: (delivery, envelope) =>
      delivery.body.length > mostKeptBody ? undefined : caseOf(delivery, envelope),
  }),
});

/** Checks of several messages together. */
const historyChecks = ({ secret }: ServerKnowledge): readonly TrafficCheck[] =>
  [
    ...stateChecks(),
    ...deliveryHistory(),
    transactionHistory(secret),
    verificationHistory(),
    ...resourceHistory(),
    ...pairHistory(),
    failureHistory(),
  ].map(withoutLong);

/** The checks of a server; each call has a memory of its own. */
export const serverChecks = (known: ServerKnowledge): readonly TrafficCheck[] => [
  ...allOperations.map((operation) => answers(operation, known)),
  ...[...eventSchemas.keys(), unknown].map((eventType) => deliveriesOf(eventType, known)),
  ...ruleChecks(known),
  ...historyChecks(known),
];
