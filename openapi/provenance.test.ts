/** The description claims no more than the document states. */
import { describe, expect, test } from 'vitest';
import { referenced, type Schema, schemas } from './description.ts';
import bundled from './generated/openapi.json' with { type: 'json' };
import { type ExampleExchange, eventExchanges, isSuccess, operationExchanges } from './testing/exchanges.ts';

function* nodes(value: unknown, path: readonly string[] = []): Generator<[path: string, node: Schema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path.join('/'), value];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, [...path, key]);
}

/** A schema and all its parts, each component once, with the name of the component around it. */
function* parts(
  schema: unknown,
  component = '',
  seen = new Set<string>(),
): Generator<[component: string, schema: Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  const node = schema as Schema;
  if (!Array.isArray(schema)) yield [component, node];
  if (node.$ref !== undefined && !seen.has(node.$ref)) {
    seen.add(node.$ref);
    yield* parts(referenced(node.$ref), node.$ref.slice(node.$ref.lastIndexOf('/') + 1), seen);
  }
  for (const [key, child] of Object.entries(schema)) {
    if (!['examples', 'required', 'x-assumed'].includes(key)) yield* parts(child, component, seen);
  }
}

/** Objects that the document defines as a whole, wherever they occur. */
const wholeObjects = new Set(['Money']);

/** Operations whose success status the document shows. */
const shownStatuses = ['deleteSandboxUser 204', 'reviewKyc 204'];

const levels = ['documented', 'observed', 'assumed', undefined];

describe('the description claims no more than the document', () => {
  test('every mark is a level', () => {
    const unknown = [...nodes(bundled)].flatMap(([path, node]) =>
      levels.includes(node['x-provenance']) ? [] : [path],
    );
    expect(unknown).toEqual([]);
  });

  test('enums with only observed values are not closed', () => {
    const closed = [...nodes(bundled)].flatMap(([path, node]) => {
      const isVocabulary = node['x-observed-values'] !== undefined || node['x-provenance'] === 'observed';
      return isVocabulary && (node.enum !== undefined || node.const !== undefined) ? [path] : [];
    });
    expect(closed).toEqual([]);
  });

  test('observed values are free text with an example', () => {
    const odd = Object.entries(schemas).flatMap(([name, schema]) =>
      [...nodes(schema)].flatMap(([path, node]) => {
        const observed = node['x-observed-values'];
        if (observed === undefined) return [];
        const { examples = [] } = node as { examples?: readonly unknown[] };
        const isText = [node.type].flat().includes('string') && observed.length > 0;
        return isText && examples.every((value) => typeof value === 'string') ? [] : [`${name}/${path}`];
      }),
    );
    expect(odd).toEqual([]);
  });

  test('no request field is required', () => {
    const required = operationExchanges.flatMap(({ id, request }) =>
      request.flatMap(({ schema }) =>
        [...parts(schema)].flatMap(([component, { required: names = [] }]) =>
          names.length === 0 || wholeObjects.has(component) ? [] : [`${id}: ${component} ${names}`],
        ),
      ),
    );
    expect(required).toEqual([]);
  });

  test('no query parameter or header is required', () => {
    const required = operationExchanges.flatMap(({ id, parameters }) =>
      parameters.flatMap((parameter) =>
        parameter.required && parameter.in !== 'path' ? [`${id}: ${parameter.name}`] : [],
      ),
    );
    expect(required).toEqual([]);
  });

  test('a success status is fixed only if the document shows it', () => {
    const fixed = (exchanges: readonly ExampleExchange[]) =>
      exchanges.flatMap(({ id, answers }) =>
        answers.flatMap(({ status }) => (isSuccess(status) && status !== '2XX' ? [`${id} ${status}`] : [])),
      );
    expect(fixed(operationExchanges).sort()).toEqual(shownStatuses);
    expect(fixed(eventExchanges)).toEqual([]);
  });

  test('the response of an assumed operation is assumed, unless its status is shown', () => {
    const claimed = operationExchanges.flatMap(({ id, provenance, answers }) =>
      answers.flatMap((answer) =>
        provenance === 'assumed' && answer.status === '2XX' && answer.provenance === 'documented' ? [id] : [],
      ),
    );
    expect(claimed).toEqual([]);
  });
});
