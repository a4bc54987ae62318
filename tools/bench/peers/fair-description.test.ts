import { describe, expect, test } from 'vitest';
import openapi from '../../../openapi/generated/openapi.json' with { type: 'json' };
import {
  withExistingIds,
  withoutAnswerExamples,
  withPlainMaps,
  withStatuses,
  withSuccessOnly,
} from './fair-description.ts';

const id = '11111111-1111-4111-8111-111111111111';
const fair = JSON.stringify(withExistingIds(openapi, { personId: id, beneficiaryId: id }));

describe('the description for a peer that knows the server', () => {
  test('has ids that exist in paths and examples, and no parameter of another server', () => {
    expect(fair).toContain(`"personId":"${id}"`);
    expect(fair).not.toContain('"$ref":"#/components/parameters/Cursor"');
    expect(fair).not.toContain('"$ref":"#/components/parameters/MultiTenantKey"');
  });

  test('leaves alone what is only called like an id', () => {
    expect(fair).toContain('"beneficiaryId":{"$ref":"#/components/schemas/BeneficiaryTaxId"}');
  });

  const operation = (responses: object, operationId = 'listPersons') => ({
    paths: { '/a': { get: { operationId, responses } } },
  });

  test.each([
    { operationId: 'listPersons', want: { 200: 1, 404: 2, 500: 3 } },
    { operationId: 'createPerson', want: { 201: 1, 404: 2, 500: 3 } },
    { operationId: 'removeExternalAccount', want: { 204: 1, 404: 2, 500: 3 } },
  ])('has the status of $operationId', ({ operationId, want }) => {
    expect(withStatuses(operation({ '2XX': 1, 404: 2, '5XX': 3 }, operationId))).toEqual(
      operation(want, operationId),
    );
  });

  test('can be reduced to what a simpler tool understands', () => {
    expect(withSuccessOnly(operation({ 200: 1, 404: 2 }))).toEqual(operation({ 200: 1 }));
    expect(withPlainMaps({ a: { patternProperties: { '^x$': { type: 'number' } } } })).toEqual({
      a: { additionalProperties: { type: 'number' } },
    });
    expect(withoutAnswerExamples(operation({ 200: { examples: { one: 1 }, schema: {} } }))).toEqual(
      operation({ 200: { schema: {} } }),
    );
  });
});
