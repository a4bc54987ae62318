import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { findRequirement, requirements, stateMachines } from './catalogue.ts';
import { allOperations, operation, type Schema, schemas } from './description.ts';
import { evidenceOf } from './evidence.ts';
import bundled from './generated/openapi.json' with { type: 'json' };
import { rulesOf } from './transitions.ts';
import { validate } from './validate.ts';

function* nodes(schema: unknown, path: string): Generator<[string, Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield [path, schema];
  for (const [key, value] of Object.entries(schema)) yield* nodes(value, `${path}/${key}`);
}

const allNodes = [...nodes(schemas, 'schemas')];

describe('the description', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    // The parser dereferences what it is given, so it gets a copy.
    await expect(SwaggerParser.validate(structuredClone(bundled) as never)).resolves.toBeDefined();
  });

  test('marks schemas only with requirements of the catalogue', () => {
    const unknown = allNodes.flatMap(([path, node]) => {
      const marks = [node['x-requirement'] ?? []].flat();
      return marks.filter((id) => findRequirement(id) === undefined).map((id) => `${path}: ${id}`);
    });
    expect(unknown).toEqual([]);
  });

  test('marks operations only with documented requirements that name them', () => {
    const wrong = allOperations.flatMap(({ id, requirements: marks }) =>
      marks.filter((mark) => {
        const { level, operations = [] } = findRequirement(mark) ?? {};
        return level !== 'documented' || !operations.includes(id);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('gives every example of a schema a valid value', () => {
    const wrong = allNodes.flatMap(([path, node]) => {
      const examples = (node as { examples?: unknown }).examples;
      if (!Array.isArray(examples)) return [];
      return examples.flatMap((example) =>
        validate(node, example).map(({ message }) => `${path}: ${message}`),
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('the catalogue', () => {
  test('has a transition for every requirement that a machine names', () => {
    for (const { transitions } of stateMachines) {
      for (const id of transitions.flatMap(rulesOf)) expect(findRequirement(id), id).toBeDefined();
    }
  });

  test('gives a reason for each untestable requirement', () => {
    for (const { id, untestable } of requirements) {
      if (untestable !== undefined) expect(untestable.length, id).toBeGreaterThan(20);
    }
  });
});

describe('evidence', () => {
  const list = operation('listPayrolls').responses['2XX']?.schema as Schema;
  const money = { amount: 1, currency: 'USD' };
  const payroll = {
    payrollId: '0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4',
    workerType: 'EMPLOYEE',
    status: 'Completed',
    numPeople: 1,
    type: 'ONE-OFF',
    payrollDate: '2026-03-31',
    debit: money,
    gross: money,
    net: money,
    tax: money,
    pension: money,
    statutoryDeductions: money,
    employerContributions: money,
    payPeriod: { fromDate: '2026-03-01', toDate: '2026-03-31' },
  };
  const violated = (value: unknown) =>
    evidenceOf(list, value).flatMap(({ requirement, violation, path }) =>
      violation ? [`${requirement} at ${path.join('.')}: ${violation.message}`] : [],
    );

  test.each<[name: string, given: unknown, want: string[]]>([
    ['a sound list breaks nothing', { data: [payroll] }, []],
    ['a missing list', {}, ['PAYROLL-010 at : is missing']],
    [
      'a date that is not on the calendar',
      { data: [{ ...payroll, payrollDate: '2026-02-30' }] },
      [
        'PAYROLL-006 at data.0.payrollDate: must match format "date"',
        'CONV-002 at data.0.payrollDate: must match format "date"',
      ],
    ],
    [
      'a fractional amount blames the money, not the list',
      { data: [{ ...payroll, debit: { amount: 1.5, currency: 'USD' } }] },
      ['PAYROLL-007 at data.0.debit: must be integer', 'CONV-006 at data.0.debit: must be integer'],
    ],
    [
      'a missing field blames the field',
      { data: [{ ...payroll, net: undefined }] },
      ['PAYROLL-007 at data.0.net: is missing'],
    ],
    [
      'a missing part blames the type that it is a part of',
      { data: [{ ...payroll, debit: { amount: 1 } }] },
      ['CONV-006 at data.0.debit: is missing'],
    ],
  ])('%s', (_name, given, want) => {
    expect(violated(given)).toEqual(want);
  });

  test('assumed parts cause no violation', () => {
    const detail = operation('readPayroll').responses['2XX']?.schema as Schema;
    const violations = evidenceOf(detail, { status: 'saved', numPeople: 'two' });
    expect(violations.filter(({ violation }) => violation)).toEqual([]);
  });
});
