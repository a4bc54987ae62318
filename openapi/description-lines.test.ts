import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { allOperations, eventSchemas } from './description.ts';
import { descriptionLines } from './description-lines.ts';
import lines from './generated/lines.json' with { type: 'json' };

const yaml = `openapi: 3.1.0
paths:
  /v1/payrolls:
    get:
      operationId: listPayrolls
      x-requirement: [LIST-001, LIST-002]
    post:
      operationId: createPayroll
webhooks:
  payroll.created:
    post:
      operationId: onPayrollCreated
components:
  schemas:
    Payroll:
      properties:
        id:
          type: string
          x-requirement: CONV-001
        status:
          x-requirement: CONV-001
`;

const want = {
  operations: { listPayrolls: [4, 6], createPayroll: [7, 8], onPayrollCreated: [11, 12] },
  events: { 'payroll.created': [10, 12] },
  marks: {
    'LIST-001': [[4, 6]],
    'LIST-002': [[4, 6]],
    'CONV-001': [
      [17, 19],
      [20, 21],
    ],
  },
};

describe('the lines of a description', () => {
  test('are those of its operations, events and marks', () => {
    expect(descriptionLines(yaml)).toEqual(want);
  });

  test('are found in JSON, too', () => {
    const json = '{\n "paths": {\n  "/": {\n   "get": {\n    "operationId": "root"\n   }\n  }\n }\n}\n';
    expect(descriptionLines(json).operations).toEqual({ root: [4, 6] });
  });

  test.each([
    ['what is not YAML', 'a: [', /Flow sequence/],
    ['what describes nothing', 'openapi: 3.1.0\n', /describes no operation/],
    ['an empty file', '', /describes no operation/],
  ])('%s is refused', (_, text, message) => {
    expect(() => descriptionLines(text)).toThrow(message);
  });

  const bundle = readFileSync(new URL('./generated/openapi.json', import.meta.url), 'utf8').split('\n');

  test.each(allOperations.map(({ id, method }) => [id, method] as const))(
    '%s has its lines',
    (id, method) => {
      const [first, last] = (lines.operations as Partial<Record<string, number[]>>)[id] ?? [];
      expect(bundle[(first ?? 0) - 1]).toContain(`"${method}": {`);
      const within = bundle.slice(first, last);
      expect(within.filter((line) => line.includes('"operationId"'))).toEqual([
        expect.stringContaining(`"${id}"`),
      ]);
    },
  );

  test('every event has its lines', () => {
    expect(Object.keys(lines.events)).toEqual([...eventSchemas.keys()]);
  });

  test('the same marks are found in the YAML that conformance spec prints', () => {
    const printed = stringify(JSON.parse(bundle.join('\n')), { aliasDuplicateObjects: false, lineWidth: 0 });
    const found = descriptionLines(printed);
    expect(Object.keys(found.operations)).toEqual(Object.keys(lines.operations));
    const counts = (marks: Readonly<Record<string, readonly unknown[]>>) =>
      Object.fromEntries(Object.entries(marks).map(([id, ranges]) => [id, ranges.length]));
    expect(counts(found.marks)).toEqual(counts(lines.marks as Record<string, number[][]>));
  });
});
