import { describe, expect, test } from 'vitest';
import { Capability } from '../openapi/catalogue-source.ts';
import { parseResults, renderJson } from './json.ts';
import schema from './results.schema.json' with { type: 'json' };
import { conformantResults, erroredResults, failingResults } from './sample-results.ts';

const samples = { conformant: conformantResults, failing: failingResults, errored: erroredResults };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Keys whose values are maps of anything, and members that may be absent. */
const maps = [
  'headers',
  'operations',
  'transitions',
  'heldBack',
  'pairs',
  'outOfReach',
  'events',
  'latencies',
];
const optional = [
  'reason',
  'fault',
  'error',
  'body',
  'path',
  'believed',
  'operation',
  'response',
  'missing',
  'latencies',
  'at',
];

function* objectsOf(value: Json, key = ''): Generator<{ [key: string]: Json }> {
  if (Array.isArray(value)) for (const member of value) yield* objectsOf(member, key);
  else if (typeof value === 'object' && value !== null && !maps.includes(key)) {
    yield value;
    for (const [name, member] of Object.entries(value)) yield* objectsOf(member, name);
  }
}

function copy(): Json {
  return JSON.parse(renderJson(failingResults));
}

describe('results.json', () => {
  test.each(Object.entries(samples))('%s results come back as they were', (_, results) => {
    const text = renderJson(results);
    expect(parseResults(text)).toEqual(JSON.parse(text));
    expect(renderJson(parseResults(text))).toBe(text);
  });

  test('a member that the types do not have is refused wherever it stands', () => {
    const places = [...objectsOf(copy())].length;
    expect(places).toBeGreaterThan(100);
    const results = copy();
    for (const place of objectsOf(results)) {
      place.surprise = 1;
      expect(() => parseResults(JSON.stringify(results))).toThrow(/additional properties \(surprise\)/);
      delete place.surprise;
    }
  });

  test('a member that the types require is missed wherever it stands', () => {
    const results = copy();
    for (const place of objectsOf(results)) {
      for (const [name, value] of Object.entries(place)) {
        if (optional.includes(name)) continue;
        delete place[name];
        expect(() => parseResults(JSON.stringify(results)), name).toThrow('Failed to read results');
        place[name] = value;
      }
    }
    expect(parseResults(JSON.stringify(results))).toBeDefined();
  }, 60_000);

  test('the schema lists the capabilities of the catalogue', () => {
    expect(schema.$defs.capability.enum).toEqual(Capability.options);
  });

  test.each([
    ['{"schemaVersion"', /not JSON.*give the results\.json/],
    ['[]', /the root must be object.*run the suite again/],
    [
      renderJson(conformantResults).replace('"schemaVersion": 1', '"schemaVersion": 2'),
      /\/schemaVersion must be equal/,
    ],
    [renderJson(conformantResults).replace('"conformant"', '"fine"'), /\/verdict must be equal to one of/],
  ])('%#: what cannot be read is named with its remedy', (text, message) => {
    expect(() => parseResults(text)).toThrow(message);
  });
});
