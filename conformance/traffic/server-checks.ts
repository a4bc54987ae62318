/** What a server answered and sent, judged one by one as in a run. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { eventSchemas, type Operation } from '../../openapi/description.ts';
import { requirementsIn } from '../../openapi/evidence.ts';
import { byList, type Check } from '../engine/check.ts';
import { envelopeOf, inspectDelivery } from '../provider/inspect.ts';
import { shapeOf } from '../provider/scenario.ts';
import type { ObservedDelivery, ObservedExchange, Traffic } from './observation.ts';
import { operationFor } from './recognise.ts';
import { answerOf, type TrafficScenario } from './scenario.ts';
import { SentValues } from './sent-values.ts';

export type TrafficCheck = Check<TrafficScenario>;

/** The rules that answers of an operation show. */
const shownBy = ({ responses }: Operation): readonly RequirementId[] => [
  ...new Set(Object.values(responses).flatMap(({ schema }) => (schema ? requirementsIn(schema) : []))),
];

const answers = (
  operation: Operation,
  exchanges: readonly ObservedExchange[],
  sent: SentValues,
): TrafficCheck => ({
  id: `answers.${operation.id}`,
  title: `Answers to ${operation.method.toUpperCase()} ${operation.path} are as described`,
  covers: shownBy(operation),
  needs: [],
  ...byList(() =>
    exchanges.map((exchange) => async (scenario: TrafficScenario) => {
      scenario.judged(operation, exchange);
      const answer = answerOf(exchange);
      if (answer === undefined) return;
      for (const { requirement, holds, evidence } of shapeOf(operation.id, answer)) {
        const { expected, actual, at } = evidence();
        if (!holds && sent.has(answer.json, at ?? [])) continue;
        scenario.require(requirement, holds, expected, actual, at);
      }
    }),
  ),
});

/** What a delivery says about itself, whatever its event. */
const ofEveryDelivery = ['HOOK-001', 'HOOK-002', 'HOOK-003', 'HOOK-008', 'HOOK-016'] as const;

function deliveriesOf(
  eventType: string,
  deliveries: readonly ObservedDelivery[],
  secret: string | undefined,
): TrafficCheck {
  const schema = eventSchemas.get(eventType);
  return {
    id: `events.${eventType}`,
    title: `Deliveries of ${eventType} are as described`,
    covers: [
      ...ofEveryDelivery,
      ...(secret === undefined ? [] : ['HOOK-010' as const]),
      ...(schema === undefined ? [] : requirementsIn(schema)),
    ],
    needs: [],
    ...byList(() =>
      deliveries.map((observed) => async (scenario: TrafficScenario) => {
        inspectDelivery(scenario, scenario.receive(observed), secret);
      }),
    ),
  };
}

const eventTypeOf = ({ body }: ObservedDelivery): string => {
  try {
    return String(envelopeOf({ json: JSON.parse(body) }).eventType);
  } catch {
    return 'unknown';
  }
};

/** @param secret the signing secret of the webhooks, where it is known */
export function serverChecks(
  { exchanges, deliveries }: Traffic,
  secret: string | undefined,
): readonly TrafficCheck[] {
  const byOperation = Map.groupBy(exchanges, ({ request }) => operationFor(request.method, request.path));
  const sent = new SentValues(exchanges);
  const byEvent = Map.groupBy(deliveries, eventTypeOf);
  return [
    ...[...byOperation].flatMap(([operation, some]) => (operation ? [answers(operation, some, sent)] : [])),
    ...[...byEvent].map(([eventType, some]) => deliveriesOf(eventType, some, secret)),
  ];
}
