import { describe, expect, test } from 'vitest';
import { showProvenance } from './provenance-marks.ts';

const silent = '**Assumed: the interface document is silent.**';

describe('the reader sees', () => {
  test.each<[name: string, given: Record<string, unknown>, want: unknown]>([
    [
      'a sentence before the description of what is assumed',
      { properties: { a: { type: 'string', 'x-provenance': 'assumed', description: 'A word.' } } },
      {
        properties: {
          a: { type: 'string', 'x-provenance': 'assumed', description: `${silent} A word.` },
        },
      },
    ],
    [
      'a sentence where there is no description',
      { schema: { 'x-provenance': 'observed' } },
      {
        schema: {
          'x-provenance': 'observed',
          description: '**Observed: the interface document shows it in use.**',
        },
      },
    ],
    [
      'the values of an open list',
      { 'x-observed-values': ['Checking'], type: 'string' },
      {
        'x-observed-values': ['Checking'],
        type: 'string',
        description: 'Open list; observed values: `Checking`.',
      },
    ],
    [
      'a badge on an operation',
      { get: { 'x-provenance': 'assumed', responses: {} } },
      {
        get: {
          'x-provenance': 'assumed',
          responses: {},
          'x-badges': [{ name: 'Assumed', position: 'after' }],
          description: silent,
        },
      },
    ],
    [
      'a sentence on a body whose whole schema is assumed',
      {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        components: { schemas: { Thing: { 'x-provenance': 'assumed' } } },
      },
      {
        requestBody: {
          description: silent,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
        components: { schemas: { Thing: { 'x-provenance': 'assumed', description: silent } } },
      },
    ],
    ['nothing on what is documented', { get: { responses: {} } }, { get: { responses: {} } }],
    [
      'examples as they are',
      { examples: [{ 'x-provenance': 'assumed' }] },
      { examples: [{ 'x-provenance': 'assumed' }] },
    ],
  ])('%s', (_name, given, want) => {
    expect(showProvenance(given)).toEqual(want);
  });
});
