/** A finding as a Hurl file. */
import type {
  Expectation,
  ExpectedType,
  ExpectedValue,
  Scalar,
} from '../../conformance/engine/expectation.ts';
import { literally } from '../../conformance/http/curl.ts';
import {
  baseVariable,
  type FindingTest,
  type Pieces,
  statusPattern,
  type TestRequest,
} from './conversation.ts';

/** Characters that Hurl reads otherwise, and those that no terminal should show. */
const special = /[\\#`"]|\{(?=\{)|[^\P{C}\n]|[\u2028\u2029]|\n/gu;

/** @param kept the special character that means nothing here */
function literal(text: string, kept: string): string {
  return text.replace(special, (character) => {
    if (character === kept) return character;
    if (character === '\\' || character === '#') return `\\${character}`;
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

const textOf = (pieces: Pieces, kept: string) =>
  pieces.map((piece) => ('text' in piece ? literal(piece.text, kept) : `{{${piece.variable}}}`)).join('');

const quoted = (pieces: Pieces) => `"${textOf(pieces, '#')}"`;

const jsonPath = (at: readonly (string | number)[]) =>
  `jsonpath "$${at.map((key) => (/^\d+$/.test(String(key)) ? `[${key}]` : `['${literal(String(key), '#')}']`)).join('')}"`;

const pattern = (source: string) => `/${source.replaceAll('/', '\\/')}/`;

const typePredicates = {
  string: 'isString',
  integer: 'isInteger',
  number: 'isNumber',
  boolean: 'isBoolean',
  object: 'isObject',
  array: 'isList',
  null: '== null',
} as const satisfies Record<ExpectedType, string>;

function assertionsOf({ at, rule, isOptional }: ExpectedValue, { cut }: FindingTest): readonly string[] {
  const value = jsonPath(at);
  const literal = (each: Scalar) => (typeof each === 'string' ? quoted(cut(each)) : JSON.stringify(each));
  const lead = isOptional ? ['# The value may also be missing; then remove the next line.'] : [];
  switch (rule.type) {
    case 'present':
      return [...lead, `${value} exists`];
    case 'is':
      return rule.of.length === 1
        ? [...lead, ...rule.of.map((type) => `${value} ${typePredicates[type]}`)]
        : [
            `# One of these, which Hurl cannot say: ${rule.of.join(', ')}.`,
            ...rule.of.slice(0, 1).map((type) => `${value} ${typePredicates[type]}`),
          ];
    case 'within':
      return [
        ...(rule.least === undefined ? [] : [...lead, `${value} >= ${rule.least}`]),
        ...(rule.most === undefined ? [] : [...lead, `${value} <= ${rule.most}`]),
      ];
    case 'matches':
      return [...lead, `${value} matches ${pattern(rule.pattern)}`];
    case 'none-of':
      return rule.values.flatMap((each) => [...lead, `${value} != ${literal(each)}`]);
    case 'one-of': {
      const [only, ...others] = rule.values;
      if (only !== undefined && others.length === 0) return [...lead, `${value} == ${literal(only)}`];
      const options = rule.values.map((each) => literally(String(each)));
      return [...lead, `${value} toString matches ${pattern(`^(?:${options.join('|')})$`)}`];
    }
  }
  return rule satisfies never;
}

function expectationLines(expects: Expectation, test: FindingTest): readonly string[] {
  const statuses = statusPattern(expects);
  return [
    ...(statuses === undefined ? [] : [`status toString matches ${pattern(statuses)}`]),
    ...(expects.values ?? []).flatMap((each) => assertionsOf(each, test)),
  ];
}

function requestLines(request: TestRequest, test: FindingTest): readonly string[] {
  const { about, operation, method, path, isBelowBase, headers, body, captures, expects } = request;
  const address = textOf(isBelowBase ? [{ variable: baseVariable }, ...path] : path, '');
  const asserts = expects === undefined ? [] : expectationLines(expects, test);
  return [
    '',
    `# ${about}`,
    ...(operation === undefined
      ? ['# CONTROL: the interface has no such operation. Put here how your server does it.']
      : []),
    `${method} ${address}`,
    ...headers.map(([name, value]) => `${name}: ${textOf(value, '"')}`),
    ...(body === undefined
      ? []
      : [
          body.type === 'text'
            ? `\`${textOf(body.pieces, '"')}\``
            : `base64,${Buffer.from(body.bytes).toString('base64')};`,
        ]),
    'HTTP *',
    ...(captures.length === 0 ? [] : ['[Captures]']),
    ...captures.map(({ name, path: at }) => `${name}: ${jsonPath(at)}`),
    ...(asserts.length === 0 ? [] : ['[Asserts]', ...asserts]),
  ];
}

/** The variable without which a test that nobody has completed fails. */
const completed = 'completed_by_hand';

export function asHurl(test: FindingTest): string {
  const { introduction, requests, fresh, secrets, place } = test;
  const variables = [baseVariable, ...secrets, ...fresh];
  const given = fresh.length === 0 ? [] : [`${fresh.join(', ')} are new UUIDs, such as those of uuidgen.`];
  return [
    ...[
      ...introduction,
      'Needs variables: hurl --test --variable NAME=value, or HURL_VARIABLE_NAME in the environment, for',
      `${variables.join(', ')}.`,
      ...given,
    ].map((line) => `# ${line}`),
    ...requests.flatMap((request) => requestLines(request, test)),
    ...(place === undefined
      ? []
      : [
          '',
          '# PLACE FOR YOUR ASSERTION: the finding is in words only, or about a webhook:',
          `# ${place}`,
          '# Until you have written it, this last line fails.',
          ...(requests.length === 0 ? [`GET {{${baseVariable}}}`, 'HTTP *'] : []),
          ...(requests.at(-1)?.expects === undefined || requests.length === 0 ? ['[Asserts]'] : []),
          `variable "${completed}" == "yes"`,
        ]),
    '',
  ].join('\n');
}
