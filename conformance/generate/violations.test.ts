import { expect, test } from 'vitest';
import { operation, type Schema } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { businessInput } from '../actions/tenant.ts';
import { exampleOf } from './example.ts';
import { bodyViolations } from './violations.ts';

const bodyOf = (id: 'createBusiness' | 'savePayroll' | 'createBusinessDeposit') =>
  operation(id).requestBody as Schema;

test.each(['createBusiness', 'savePayroll', 'createBusinessDeposit'] as const)(
  'every violation of a %s body is one, at the place that it names',
  (id) => {
    const schema = bodyOf(id);
    const valid = id === 'createBusiness' ? businessInput() : exampleOf(schema);
    expect(validate(schema, valid)).toEqual([]);
    const violations = bodyViolations(schema, valid);
    expect(violations.length).toBeGreaterThan(5);
    for (const { path, body } of violations) {
      const found = validate(schema, body);
      expect(found.length, path.join('.')).toBeGreaterThan(0);
      for (const violation of found) expect(violation.path.slice(0, path.length)).toEqual(path);
    }
  },
);

test('what is assumed is left as it is', () => {
  const schema = bodyOf('savePayroll');
  const fields = bodyViolations(schema, exampleOf(schema)).map(({ path }) => path[0]);
  expect(fields).toContain('payrollDate');
  expect(fields).not.toContain('fxValidUntil');
});
