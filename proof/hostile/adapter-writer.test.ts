/** Hostile descriptions through the real drafting and writing: what `init` writes holds their text as text only. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Accepted } from '../../conformance/engine/survey.ts';
import { controlTable } from '../../conformance/target/controls.ts';
import type { Target } from '../../conformance/target/target.ts';
import openapi from '../../openapi/generated/openapi.json' with { type: 'json' };
import { firstAdapter } from '../../src/cli/connect/first-adapter.ts';
import { firstConfig } from '../../src/cli/connect/first-config.ts';
import { dataLines } from '../../src/cli/connect/refused-values.ts';
import { perturb, snakeCase } from '../../src/discovery/testing/perturb.ts';
import { hostileString, hostileStrings, visibleString } from './testing/hostile-strings.ts';
import { readSource } from './testing/read-source.ts';

type Plain = Record<string, unknown>;

const { document } = perturb({ paths: { persons: 'staff', files: 'attachments' }, fields: snakeCase });
const paths = Object.entries(document.paths as Plain);
/** Controls, a scheme of their own, and a body in which a file is. */
const more: Plain = {
  '/test/clock/advance': {
    post: {
      operationId: 'advanceClock',
      summary: 'Advances the clock',
      security: [{ OpsKey: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: { properties: { seconds: { type: 'integer' }, business: { type: 'string' } } },
          },
        },
      },
      responses: { 204: { description: 'done' } },
    },
  },
  '/v1/uploads': {
    post: {
      operationId: 'uploadFile',
      summary: 'Uploads a file',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              required: ['kind', 'content'],
              properties: {
                kind: { const: 'file', type: 'string' },
                content: { type: 'string', format: 'byte' },
                filename: { type: 'string' },
              },
            },
          },
        },
      },
      responses: { 201: { headers: { Location: {} } } },
    },
  },
};

const stringsEach = 100;

/** Puts a string before, behind or in place of a text, by turns. */
function spoiler(strings: readonly string[]) {
  let used = 0;
  return (text: string): string => {
    const own = strings[used % strings.length] ?? '';
    used += 1;
    return [`${text}${own}`, `${own}${text}`, text, own][used % 4] ?? text;
  };
}

/** Places of names that a description chooses itself. */
const ofNames = ['properties', 'paths', 'securitySchemes'];
const ofTexts = [
  'summary',
  'description',
  'operationId',
  'name',
  'enum',
  'const',
  'example',
  'required',
  'url',
];

function spoiled(
  value: unknown,
  spoil: { readonly text: (text: string) => string; readonly path: (text: string) => string },
  place = '',
): unknown {
  if (typeof value === 'string') return ofTexts.includes(place) ? spoil.text(value) : value;
  if (Array.isArray(value)) return value.map((each) => spoiled(each, spoil, place));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const rename = place === 'paths' ? (text: string) => `/${spoil.path(text.slice(1))}` : spoil.text;
      const own = ofNames.includes(place) || place === 'security' ? rename(name) : name;
      return [own, spoiled(inner, spoil, ofNames.includes(place) ? '' : name)];
    }),
  );
}

/** Some paths of the description, with what they refer to, spoiled by these strings. */
function hostileDescription(visible: readonly string[], any: readonly string[], from: number): Plain {
  const chosen = Array.from({ length: 6 }, (_, index) => paths[(from + index * 11) % paths.length] ?? []);
  const spoil = { text: spoiler(any), path: spoiler(visible) };
  const source = { openapi: '3.1.0', paths: { ...Object.fromEntries(chosen), ...more } };
  // It is the copy of an object.
  return { ...(spoiled(source, spoil) as Plain), components: spoiled(document.components, spoil) };
}

const descriptions = fc.record({
  visible: fc.array(visibleString, { minLength: stringsEach / 4, maxLength: stringsEach / 4 }),
  any: fc.array(hostileString, { minLength: (stringsEach * 3) / 4, maxLength: (stringsEach * 3) / 4 }),
  from: fc.nat({ max: paths.length - 1 }),
  name: hostileString,
  typed: fc.boolean(),
});

/** Enough for a thorough run on a busy machine. */
const timeoutMillis = 60_000 + 30 * hostileStrings;

const numRuns = Math.ceil(hostileStrings / stringsEach);

/** Every text in a value, names included. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

/** The pieces of a text that a binding is made of: places are joined by dots, and a path has our parameters. */
const piecesOf = (text: string) => text.split(/\{[^}]*\}|[?&=.]/);

/** The words of an adapter itself. */
const fixed = [
  ...['workforce-conformance', 'defineAdapter', 'renamed', 'idFromLocation', '/', 'none', 'platform', 'env'],
  ...[
    'operations',
    'controls',
    'controlKey',
    'values',
    'absentOperations',
    'pathPrefix',
    'constants',
    'omit',
    'answer',
    '$',
  ],
  ...['method', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'key', 'form', 'file', 'content', 'contentType'],
  ...['json', 'headers', 'location', '@location', 'split', 'at', 'map', 'from', 'toString', 'base64', 'send'],
];
const own = new Set(
  [...fixed, ...textsIn([openapi, controlTable])].flatMap((text) => [text, ...piecesOf(text)]),
);

it(
  'a written adapter holds the texts of its description as literals, and nothing else of them',
  () => {
    let reached = 0;
    fc.assert(
      fc.property(descriptions, ({ visible, any, from, name, typed }) => {
        const hostile = hostileDescription(visible, any, from);
        const text = firstAdapter({ document: hostile, name }, typed).textWith([]);
        const { strange, texts, comments } = readSource(text);
        expect(strange).toEqual([]);
        expect(comments.filter((each) => !each.startsWith('Line:'))).toEqual([]);
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
        const given = textsIn(hostile).join('\n');
        const unexpected = texts.flatMap(piecesOf).filter((each) => !own.has(each) && !given.includes(each));
        expect(unexpected).toEqual([]);
        reached += texts.filter((each) => any.some((part) => part !== '' && each.includes(part))).length;
      }),
      { numRuns },
    );
    // Otherwise nothing hostile would have reached the writer.
    expect(reached).toBeGreaterThan(numRuns);
  },
  timeoutMillis,
);

it('a description with a path that has a hidden character is refused, and the message shows the path', () => {
  const hidden = hostileString.filter((text) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text));
  fc.assert(
    fc.property(hidden, (text) => {
      const document = { openapi: '3.1.0', paths: { [`/v1/${text}`]: { get: {} } } };
      expect(() => firstAdapter({ document, name: 'openapi.json' }, false)).toThrow(
        /^openapi\.json: the path "\/v1\/[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*" has a control character/u,
      );
    }),
    { numRuns },
  );
});

it('a written configuration holds what a server says as literals and comments', () => {
  const names = ['country', 'currency', 'phoneNumber', 'address', 'bank'];
  const allOf = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
  fc.assert(
    fc.property(hostileString, hostileString, fc.boolean(), (said, address, typed) => {
      const target = {
        kind: 'live',
        environment: 'sandbox',
        baseUrl: address,
        credentials: { orgToken: 'key' },
      };
      const refused = {
        values: allOf('NG'),
        operation: 'createBusiness',
        status: 400,
        said: { message: said },
      };
      const accepted = { values: allOf(said), refused: [refused] };
      const data = dataLines(accepted as unknown as Accepted);
      const found = new Map([['createPerson' as const, address]]);
      const text = firstConfig(target as unknown as Target, [], found, undefined, data, typed);
      const { strange, texts, comments } = readSource(text);
      expect({ strange, block: comments.filter((each) => !each.startsWith('Line:')) }).toEqual({
        strange: [],
        block: [],
      });
      expect(texts.filter((each) => each === said).length).toBeGreaterThan(0);
      expect(texts).toContain(address);
    }),
    { numRuns: Math.ceil(hostileStrings / 20) },
  );
});
