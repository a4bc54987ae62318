/** What a server answered and sent, judged one by one as in a run. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { allOperations, eventSchemas, type Operation } from '../../openapi/description.ts';
import { requirementsIn } from '../../openapi/evidence.ts';
import { type Envelope, inspectDelivery } from '../provider/inspect.ts';
import { shapeOf } from '../provider/scenario.ts';
import type { TokenSight, TrafficCheck } from './check.ts';
import type { ObservedExchange } from './observation.ts';
import { answerOf, type TrafficScenario } from './scenario.ts';
import type { SentValues } from './sent-values.ts';

/** What judges a server beside its messages. */
export interface ServerKnowledge {
  readonly sent: SentValues;
  readonly tokens: TokenSight;
  /** Signing secret of the webhooks, where it is known. */
  readonly secret: string | undefined;
}

/** The rules that answers of an operation show. */
const shownBy = ({ responses }: Operation): readonly RequirementId[] => [
  ...new Set(Object.values(responses).flatMap(({ schema }) => (schema ? requirementsIn(schema) : []))),
];

/** Only where the document shows the operation: what is assumed may be a page for everybody. */
const asksForToken = ({ provenance }: Operation, tokens: TokenSight) =>
  tokens === 'certain' && provenance !== 'assumed';

/** A refusal for another reason says nothing about the token. */
function judgeAccess(scenario: TrafficScenario, { request, response }: ObservedExchange): void {
  const isSuccess = response.status >= 200 && response.status <= 299;
  if ((request.headers.authorization ?? '') !== '' || !(isSuccess || response.status === 401)) return;
  const expected = `401 to ${request.method} ${request.path} without a token`;
  scenario.require('AUTH-001', response.status === 401, expected, String(response.status));
}

const answers = (operation: Operation, { sent, tokens }: ServerKnowledge): TrafficCheck => ({
  id: `answers.${operation.id}`,
  title: `Answers to ${operation.method.toUpperCase()} ${operation.path} are as described`,
  judgedBy: 'exchange',
  covers: [...shownBy(operation), ...(asksForToken(operation, tokens) ? ['AUTH-001' as const] : [])],
  exchange: (exchange, asked) => {
    if (asked !== operation) return undefined;
    return async (scenario) => {
      scenario.judged(operation, exchange);
      if (asksForToken(operation, tokens)) judgeAccess(scenario, exchange);
      const answer = answerOf(exchange);
      if (answer === undefined) return;
      for (const { requirement, holds, evidence } of shapeOf(operation.id, answer)) {
        // Evidence is the whole body in words, which is only worth making for a violation.
        const { expected, actual, at } = holds ? { expected: '', actual: '', at: undefined } : evidence();
        if (!holds && sent.has(answer.json, at ?? [])) continue;
        scenario.require(requirement, holds, expected, actual, at);
      }
    };
  },
});

/** What a delivery says about itself, whatever its event. */
const ofEveryDelivery = ['HOOK-001', 'HOOK-002', 'HOOK-003', 'HOOK-008', 'HOOK-016'] as const;

/** Deliveries of events that the description does not have. */
const unknown = 'unknown';

const nameOf = ({ eventType }: Envelope): string =>
  typeof eventType === 'string' && eventSchemas.has(eventType) ? eventType : unknown;

function deliveriesOf(eventType: string, { secret }: ServerKnowledge): TrafficCheck {
  const schema = eventSchemas.get(eventType);
  return {
    id: `events.${eventType}`,
    title:
      schema === undefined
        ? 'Deliveries of other events have an envelope'
        : `Deliveries of ${eventType} are as described`,
    judgedBy: 'exchange',
    covers: [
      ...ofEveryDelivery,
      ...(secret === undefined ? [] : ['HOOK-010' as const]),
      ...(schema === undefined ? [] : requirementsIn(schema)),
    ],
    delivery: (delivery, envelope) => {
      if (nameOf(envelope) !== eventType) return undefined;
      return async (scenario) => {
        inspectDelivery(scenario, scenario.receive(delivery), secret);
      };
    },
  };
}

/** One for each operation and each event. */
export const serverChecks = (known: ServerKnowledge): readonly TrafficCheck[] => [
  ...allOperations.map((operation) => answers(operation, known)),
  ...[...eventSchemas.keys(), unknown].map((eventType) => deliveriesOf(eventType, known)),
];
