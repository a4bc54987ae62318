/** Rules of a single exchange as data: the operation, and a function that judges it. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Operation, OperationId } from '../../../openapi/description.ts';
import type { JudgingBody } from '../../judgements/judging.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { TrafficCheck } from '../check.ts';
import { jsonOf } from '../json.ts';
import type { ObservedExchange } from '../observation.ts';
import { answerOf, type TrafficScenario } from '../scenario.ts';
import type { SentValues } from '../sent-values.ts';

/** An exchange with a completely known response. */
export interface Seen {
  readonly answer: ApiResponse;
  readonly query: URLSearchParams;
  /** The values of the path parameters, by their names in the description. */
  readonly path: Readonly<Record<string, string>>;
  /** The JSON that was sent; undefined if it is unknown or absent. */
  readonly sent: unknown;
}

export interface ExchangeRule {
  readonly operation: OperationId;
  readonly covers: readonly RequirementId[];
  readonly judge: (judging: JudgingBody, seen: Seen) => void;
}

function pathOf({ path }: Operation, { request }: ObservedExchange): Readonly<Record<string, string>> {
  const words = request.path.split('?')[0]?.split('/') ?? [];
  const named = path.split('/').map((part, place) => [/^\{(\w+)\}$/.exec(part)?.[1], words[place]] as const);
  return Object.fromEntries(named.flatMap(([name, word]) => (name && word ? [[name, word]] : [])));
}

function seenIn(exchange: ObservedExchange, asked: Operation): Seen | undefined {
  const { request, response } = exchange;
  const { status, headers, body } = response;
  // A 204 has no content, whether a body was recorded or not.
  const none = status === 204 && body === undefined;
  const answer = none ? { status, headers, text: '', json: undefined } : answerOf(exchange);
  if (answer === undefined) return undefined;
  return {
    answer,
    query: new URLSearchParams(request.path.split('?')[1] ?? ''),
    path: pathOf(asked, exchange),
    sent: jsonOf(request.body),
  };
}

/** Ignores violations by values that a client sent itself. */
const excusing = (scenario: TrafficScenario, sent: SentValues, { json }: ApiResponse): JudgingBody => ({
  require: (requirement, holds, expected, actual, at) => {
    if (!holds && at !== undefined && sent.has(json, at)) return;
    scenario.require(requirement, holds, expected, actual, at);
  },
});

/** Makes one check of a table of rules. */
export const ruleCheck = (
  details: Pick<TrafficCheck, 'id' | 'title'>,
  rules: readonly ExchangeRule[],
  sent: SentValues,
): TrafficCheck => ({
  ...details,
  judgedBy: 'exchange',
  covers: [...new Set(rules.flatMap(({ covers }) => covers))],
  exchange: (exchange, asked) => {
    const own = rules.filter(({ operation }) => operation === asked?.id);
    if (asked === undefined || own.length === 0) return undefined;
    const seen = seenIn(exchange, asked);
    if (seen === undefined) return undefined;
    return async (scenario) => {
      scenario.show(asked, exchange);
      for (const { judge } of own) judge(excusing(scenario, sent, seen.answer), seen);
    };
  },
});

/** The query parameters that occur once; a repeated one is ambiguous. */
export function sole(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name);
  return others.length === 0 && value !== '' ? value : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/** Upper and lower case make no difference in a UUID. */
export const isSameId = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
