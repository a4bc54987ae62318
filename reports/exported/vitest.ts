/** A finding as a Vitest test, which needs nothing but Vitest and `fetch`. */
import type { Expectation, ExpectedValue } from '../../conformance/engine/expectation.ts';
import { jsonText } from '../../markup/visible-text.ts';
import {
  baseVariable,
  type FindingTest,
  type Pieces,
  statusPattern,
  type TestBody,
  type TestRequest,
} from './conversation.ts';

/** Literal text in a template; what JSON escapes, a template escapes too. */
const inTemplate = (text: string) =>
  jsonText(text).slice(1, -1).replaceAll('\\"', '"').replace(/[`$]/g, '\\$&');

/** An expression of a text with variables. */
function textOf(pieces: Pieces): string {
  const [first, ...others] = pieces;
  if (first === undefined) return "''";
  if (others.length === 0) return 'text' in first ? jsonText(first.text) : first.variable;
  const parts = pieces.map((piece) => ('text' in piece ? inTemplate(piece.text) : `\${${piece.variable}}`));
  return `\`${parts.join('')}\``;
}

const pathOf = (at: readonly (string | number)[]) => at.map((key) => `?.[${jsonText(key)}]`).join('');

const bodyOf = (body: TestBody) =>
  body.type === 'text'
    ? textOf(body.pieces)
    : `Buffer.from(${jsonText(Buffer.from(body.bytes).toString('base64'))}, 'base64')`;

function assertionOf({ at, rule, isOptional }: ExpectedValue, answer: string, { cut }: FindingTest): string {
  const value = `${answer}.json${pathOf(at)}`;
  // What it belongs to must be there, so that nothing passes by chance.
  const around = `expect(${answer}.json${pathOf(at.slice(0, -1))}).toBeDefined(); `;
  const lead = isOptional ? `${around}if (${value} !== undefined) ` : '';
  switch (rule.type) {
    case 'present':
      return `${lead}expect(${value}).toBeDefined();`;
    case 'one-of':
    case 'none-of': {
      const not = rule.type === 'none-of' ? '.not' : '';
      const values = rule.values.map((each) =>
        typeof each === 'string' ? textOf(cut(each)) : jsonText(each),
      );
      return values.length === 1
        ? `${lead}expect(${value})${not}.toBe(${values[0]});`
        : `${lead}expect([${values.join(', ')}])${not}.toContain(${value});`;
    }
    case 'is':
      return `${lead}expect(typeOf(${value})).toMatch(/^(?:${rule.of.flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])).join('|')})$/);`;
    case 'within':
      return [
        ...(rule.least === undefined ? [] : [`expect(${value}).toBeGreaterThanOrEqual(${rule.least});`]),
        ...(rule.most === undefined ? [] : [`expect(${value}).toBeLessThanOrEqual(${rule.most});`]),
      ]
        .map((line) => `${lead}${line}`)
        .join(' ');
    case 'matches':
      return `${lead}expect(${value}).toMatch(new RegExp(${jsonText(rule.pattern)}, 'u'));`;
  }
  return rule satisfies never;
}

const assertionsOf = (expects: Expectation, answer: string, test: FindingTest): readonly string[] => {
  const pattern = statusPattern(expects);
  return [
    ...(pattern === undefined
      ? []
      : [`expect(String(${answer}.status), ${answer}.text).toMatch(/${pattern}/);`]),
    ...(expects.values ?? []).map((each) => assertionOf(each, answer, test)),
  ];
};

function requestLines(request: TestRequest, index: number, test: FindingTest): readonly string[] {
  const { about, operation, method, path, isBelowBase, headers, body, captures, expects } = request;
  const answer = `answer${index + 1}`;
  const address = textOf(isBelowBase ? [{ variable: 'baseUrl' }, ...path] : path);
  const sent = headers.map(([name, value]) => `${jsonText(name)}: ${textOf(value)}`).join(', ');
  const isControl = operation === undefined;
  const control = [
    '// CONTROL: the interface has no such operation. Put here how your server does it.',
    `if (!/^2/.test(String(${answer}.status))) skip(${jsonText(`needs a control: ${about}`)});`,
  ];
  return [
    '',
    `// ${about}`,
    ...control.slice(0, isControl ? 1 : 0),
    `const ${answer} = await send(${jsonText(method)}, ${address}, { ${sent} }${body === undefined ? '' : `, ${bodyOf(body)}`});`,
    ...(isControl ? control.slice(1) : []),
    ...(expects === undefined || isControl ? [] : assertionsOf(expects, answer, test)),
    ...captures.flatMap(({ name, path: at }) => [
      `const ${name} = ${answer}.json${pathOf(at)};`,
      `expect(${name}, ${jsonText(`${about}: ${name}`)}).toBeDefined();`,
    ]),
  ];
}

const helpers = `function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(\`Set the environment variable \${name}.\`);
  return value;
}

async function send(method: string, url: string, headers: Record<string, string>, body?: string | Uint8Array<ArrayBuffer>) {
  const response = await fetch(url, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
  const text = await response.text();
  const json = (() => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })();
  return { status: response.status, text, json };
}`;

/** Only where an assertion is about a type. */
const typeHelper = `
function typeOf(value: unknown): string {
  if (Number.isInteger(value)) return 'integer';
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
`;

export function asVitest(test: FindingTest): string {
  const { name, introduction, requests, fresh, secrets, place } = test;
  const lines = requests.flatMap((request, index) => requestLines(request, index, test));
  const isTyped = lines.some((line) => line.includes('typeOf('));
  const usesSkip = place !== undefined || requests.some(({ operation }) => operation === undefined);
  const needs = [baseVariable, ...secrets].join(', ');
  return [
    ...[...introduction, `Needs the environment variables ${needs}.`].map((line) => `// ${line}`),
    ...(fresh.length > 0 ? [`import { randomUUID } from 'node:crypto';`] : []),
    `import { expect, test } from 'vitest';`,
    '',
    helpers,
    ...(isTyped ? [typeHelper] : ['']),
    `test(${jsonText(name)}, async (${usesSkip ? '{ skip }' : ''}) => {`,
    ...[
      `const baseUrl = variable('${baseVariable}').replace(/\\/$/, '');`,
      ...secrets.map((each) => `const ${each} = variable('${each}');`),
      ...fresh.map((each) => `const ${each} = randomUUID();`),
      ...lines,
      ...(place === undefined
        ? []
        : [
            '',
            '// PLACE FOR YOUR ASSERTION: the finding is in words only, or about a webhook. Replace the next line.',
            `skip(${jsonText(place)});`,
          ]),
    ].map((line) => (line === '' ? '' : `  ${line}`)),
    '});',
    '',
  ].join('\n');
}
