/** A finding as an Arazzo document, whose steps are operations of the descriptions that `conformance spec` prints. */
import type { Expectation, ExpectedType, ExpectedValue } from '../../conformance/engine/expectation.ts';
import { literally } from '../../conformance/http/curl.ts';
import { allOperations } from '../../openapi/description.ts';
import control from '../../openapi/generated/control.json' with { type: 'json' };
import type { FindingTest, Pieces, TestRequest } from './conversation.ts';

/** The descriptions that workflows refer to. */
export const arazzoSources = [
  { name: 'service', url: './openapi.yaml', type: 'openapi' },
  { name: 'control', url: './control.yaml', type: 'openapi' },
] as const;

/** An operation with the names of its path parameters. */
interface Described {
  readonly operationId: string;
  readonly template: string;
}

function describedOf({ operation, method, path }: TestRequest): Described | undefined {
  const service = allOperations.find(({ id }) => id === operation);
  if (service !== undefined)
    return { operationId: `$sourceDescriptions.service.${service.id}`, template: service.path };
  const shown = path
    .map((piece) => ('text' in piece ? piece.text : 'x'))
    .join('')
    .replace(/\?.*$/, '');
  const found = Object.entries(control.paths).flatMap(([template, operations]) => {
    const entry = Object.entries(operations).find(([name]) => name.toUpperCase() === method)?.[1];
    const isIt = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(shown);
    return isIt && entry !== undefined && 'operationId' in entry
      ? [{ template, id: String(entry.operationId) }]
      : [];
  });
  const [first] = found;
  return first && { operationId: `$sourceDescriptions.control.${first.id}`, template: first.template };
}

/** Names of expressions: an input, or an output of an earlier step. */
type Names = ReadonlyMap<string, string>;

/** A value on its own is an expression; inside a text it stands in braces. */
function textOf(pieces: Pieces, names: Names): string {
  const expression = (name: string) => names.get(name) ?? `$inputs.${name}`;
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && 'variable' in only) return expression(only.variable);
  return pieces.map((piece) => ('text' in piece ? piece.text : `{${expression(piece.variable)}}`)).join('');
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly value: string;
}

/** Splits pieces at each separator in their texts. */
function splitAt(pieces: Pieces, separator: string): Pieces[] {
  const parts: Pieces[number][][] = [[]];
  for (const piece of pieces) {
    if ('variable' in piece) {
      parts.at(-1)?.push(piece);
      continue;
    }
    for (const [index, text] of piece.text.split(separator).entries()) {
      if (index > 0) parts.push([]);
      if (text !== '') parts.at(-1)?.push({ text });
    }
  }
  return parts;
}

const decoded = (pieces: Pieces): Pieces =>
  pieces.map((piece) => ('text' in piece ? { text: decodeURIComponent(piece.text) } : piece));

function parametersOf({ path, headers }: TestRequest, template: string, names: Names): readonly Parameter[] {
  const [route = [], query = []] = splitAt(path, '?');
  const parts = splitAt(route, '/');
  const inPath = template.split('/').flatMap((part, index): Parameter[] => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined
      ? []
      : [{ name, in: 'path', value: textOf(decoded(parts[index] ?? []), names) }];
  });
  const inQuery = splitAt(query, '&').flatMap((pair): Parameter[] => {
    const [key, value = []] = splitAt(pair, '=');
    const name = textOf(decoded(key ?? []), names);
    return name === '' ? [] : [{ name, in: 'query', value: textOf(decoded(value), names) }];
  });
  const inHeaders = headers
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, value]): Parameter => ({ name, in: 'header', value: textOf(value, names) }));
  return [...inPath, ...inQuery, ...inHeaders];
}

const pointer = (at: readonly (string | number)[]) =>
  at.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const isNumber = '@ < 0 || @ >= 0';
/** Filters of JSONPath (RFC 9535), whose comparisons are false between values of different types. */
const filters: Readonly<Partial<Record<ExpectedType, string>>> = {
  integer: isNumber,
  number: isNumber,
  boolean: '@ == true || @ == false',
  null: '@ == null',
  string: "search(@, '')",
};

/** Criteria of the specification; undefined if it has none for the rule. */
function criteriaFor({ at, rule }: ExpectedValue, test: FindingTest, names: Names) {
  const context = `$response.body#${pointer(at)}`;
  const regex = (condition: string) => [{ context, condition, type: 'regex' }];
  switch (rule.type) {
    case 'matches':
      return regex(rule.pattern);
    case 'present':
      return regex('[^]');
    case 'is':
      return rule.of.every((type) => filters[type] !== undefined)
        ? [
            {
              context,
              condition: `$[?${rule.of.map((type) => filters[type]).join(' || ')}]`,
              type: 'jsonpath',
            },
            // JSONPath knows no integers.
            ...(rule.of.join() === 'integer' ? regex('^-?[0-9]+$') : []),
          ]
        : undefined;
    case 'within': {
      const { least, most } = rule;
      const bounds = [
        ...(least === undefined ? [] : [`${context} >= ${least}`]),
        ...(most === undefined ? [] : [`${context} <= ${most}`]),
      ];
      return [{ condition: bounds.join(' && ') }];
    }
    case 'none-of':
      return regex(`^(?!(?:${rule.values.map((each) => literally(String(each))).join('|')})$)`);
    case 'one-of': {
      const [only, ...others] = rule.values;
      if (typeof only === 'string' && others.length === 0) {
        const [piece] = test.cut(only);
        const value =
          piece !== undefined && 'variable' in piece
            ? textOf([piece], names)
            : `'${only.replaceAll("'", "''")}'`;
        return [{ condition: `${context} == ${value}` }];
      }
      return regex(`^(?:${rule.values.map((each) => literally(String(each))).join('|')})$`);
    }
  }
  return rule satisfies never;
}

function criteriaOf(expects: Expectation, test: FindingTest, names: Names) {
  const values = (expects.values ?? []).map((each) => criteriaFor(each, test, names));
  const statuses = (expects.statuses ?? []).map((each) =>
    typeof each === 'number'
      ? `$statusCode == ${each}`
      : `$statusCode >= ${each[0]}00 && $statusCode <= ${each[0]}99`,
  );
  return {
    criteria: [
      ...(statuses.length === 0 ? [] : [{ condition: statuses.join(' || ') }]),
      ...values.flatMap((each) => each ?? []),
    ],
    isComplete: !values.includes(undefined),
  };
}

/** Fails until somebody has written the assertion and passes the input. */
const open = { condition: `$inputs.completedByHand == 'yes'` };

function stepOf(request: TestRequest, index: number, test: FindingTest, names: Map<string, string>) {
  const { about, operation, headers, body, captures, expects, method, path } = request;
  const stepId = `step${index + 1}`;
  const described = describedOf(request);
  const isLast = index === test.requests.length - 1;
  const { criteria, isComplete } = criteriaOf(expects ?? {}, test, names);
  const needsHand = !isComplete || (isLast && test.place !== undefined);
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? [];
  const notes = [
    about,
    ...(operation === undefined ? ['CONTROL: put here how your server does it.'] : []),
    ...(body?.type === 'bytes' ? ['PLACE FOR YOUR BODY: Arazzo cannot hold its bytes.'] : []),
    ...(needsHand ? [`PLACE FOR YOUR ASSERTION: ${test.place ?? 'no criterion of Arazzo says this'}.`] : []),
    ...(described === undefined ? [`Not in the descriptions: ${method} ${textOf(path, names)}.`] : []),
  ];
  const step = {
    stepId,
    description: notes.join(' '),
    operationId: described?.operationId ?? '',
    parameters: parametersOf(request, described?.template ?? '', names),
    ...(body?.type === 'text' && {
      requestBody: {
        contentType: textOf(contentType, names) || 'application/json',
        payload: payloadOf(textOf(body.pieces, names)),
      },
    }),
    successCriteria: [...criteria, ...(needsHand ? [open] : [])],
    ...(captures.length > 0 && {
      outputs: Object.fromEntries(
        captures.map(({ name, path: at }) => [name, `$response.body#${pointer(at)}`]),
      ),
    }),
  };
  for (const { name } of captures) names.set(name, `$steps.${stepId}.outputs.${name}`);
  return step;
}

/** A body that is JSON as data, so that a runner fills in its expressions. */
function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function asArazzo(test: FindingTest): object {
  const { name, introduction, requests, fresh, secrets } = test;
  const names = new Map<string, string>();
  const inputs = [...secrets, ...fresh, 'completedByHand'];
  return {
    arazzo: '1.1.0',
    info: { title: name, version: '1.0.0', description: introduction.join('\n') },
    sourceDescriptions: arazzoSources,
    workflows: [
      {
        workflowId: 'finding',
        summary: name,
        inputs: {
          type: 'object',
          required: [...secrets, ...fresh],
          properties: Object.fromEntries(inputs.map((each) => [each, { type: 'string' }])),
        },
        steps: requests.map((request, index) => stepOf(request, index, test, names)),
      },
    ],
  };
}
