import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { capabilities } from '../openapi/capabilities.ts';
import { formats } from './formats.ts';
import { parseResults, parseSurvey, renderJson } from './json.ts';
import { bundledDescription } from './place.ts';
import schema from './results.schema.json' with { type: 'json' };
import {
  conformantResults,
  erroredResults,
  failingResults,
  surveyedResults,
} from './testing/sample-results.ts';

const samples = {
  conformant: conformantResults,
  failing: failingResults,
  surveyed: surveyedResults,
  errored: erroredResults,
};

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
  'interpretations',
];

function* objectsOf(value: Json, key = ''): Generator<{ [key: string]: Json }> {
  if (Array.isArray(value)) for (const member of value) yield* objectsOf(member, key);
  else if (typeof value === 'object' && value !== null && !maps.includes(key)) {
    yield value;
    for (const [name, member] of Object.entries(value)) yield* objectsOf(member, name);
  }
}

/**
 * With one requirement of each status, because all are alike and each place is tested by parsing the whole results
 * again.
 */
function copy(): Json {
  const requirements = [...new Map(failingResults.requirements.map((each) => [each.status, each])).values()];
  return JSON.parse(renderJson({ ...failingResults, requirements }));
}

describe('a survey', () => {
  const { survey } = surveyedResults;

  test('comes back from results', () => {
    expect(parseSurvey(renderJson(surveyedResults))).toEqual(survey);
  });

  test.each<[string, unknown, RegExp]>([
    ['no results', {}, /the file contains none: give the results\.json of a run/],
    ['results without one', conformantResults, /the file contains none/],
    ['an unknown member', { survey: { ...survey, host: 'x' } }, /its survey: .*\(host\)/],
    ['other values', { survey: { ...survey, clock: 'mine' } }, /its survey: \/clock must be/],
  ])('is not read from %s', (_, value, says) => {
    expect(() => parseSurvey(JSON.stringify(value))).toThrow(says);
  });
});

describe('results.json', () => {
  test.each(Object.entries(samples))('%s results come back as they were', (_, results) => {
    const text = renderJson(results);
    expect(parseResults(text)).toEqual(JSON.parse(text));
    expect(renderJson(parseResults(text))).toBe(text);
  });

  test('an unknown member is rejected at any place', () => {
    const places = [...objectsOf(copy())].length;
    expect(places).toBeGreaterThan(50);
    const results = copy();
    for (const place of objectsOf(results)) {
      place.surprise = 1;
      expect(() => parseResults(JSON.stringify(results))).toThrow(/additional properties \(surprise\)/);
      delete place.surprise;
    }
  });

  test('a missing required member is rejected at any place', () => {
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
  });

  test('a capability of another version is accepted', () => {
    const pattern = new RegExp(schema.$defs.capability.pattern);
    for (const capability of capabilities) expect(capability).toMatch(pattern);
    const text = renderJson(failingResults).replace('"platform-token"', '"retired-control"');
    expect(parseResults(text).target.capabilities).toContain('retired-control');
  });

  const valid = renderJson(conformantResults);

  test.each([
    ['nothing', '', /the file is empty: run the suite again/],
    ['half a file', valid.slice(0, valid.length / 2), /the file is cut off: give the complete results\.json/],
    ['another form', '<testsuites/>', /not JSON \(.*\): give the complete results\.json/],
    ['a list', '[]', /not the results of a run, which have a schemaVersion/],
    ['other JSON', '{"openapi":"3.1.0"}', /not the results of a run, which have a schemaVersion/],
    [
      'a newer form',
      valid.replace('"schemaVersion": 1', '"schemaVersion": 2'),
      /schemaVersion is 2, and this version reads 1 \(it was written by version 0\.1\.0\): use the version/,
    ],
    [
      'a wrong value',
      valid.replace('"conformant"', '"fine"'),
      /\/verdict must be equal to one of .*: use the version that wrote it or a newer one/,
    ],
  ])('%s is refused with what it is and the remedy', (_, text, message) => {
    expect(() => parseResults(text)).toThrow(message);
  });

  test('files of older versions are read and reported on', async () => {
    const text = readFileSync(new URL('./testing/results-0.1.0.json', import.meta.url), 'utf8');
    const results = parseResults(text);
    const context = { description: bundledDescription('openapi.json'), descriptionIsAtHand: true };
    for (const { file, load } of formats.flatMap(({ files }) => files)) {
      expect((await load())(results, context).length, file).toBeGreaterThan(50);
    }
  });
});
