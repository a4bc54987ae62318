import { expect, test } from 'vitest';
import { allOperations, operation } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { walkBody, walkParameters } from './constraints.ts';
import { fullExampleOf } from './example.ts';

const documented = allOperations.filter(({ provenance }) => provenance !== 'assumed');
const bodies = documented.flatMap(({ id, requestBody }) =>
  requestBody ? [{ id, schema: requestBody }] : [],
);

test.each(bodies)('every body of the walk of $id is valid or invalid as labelled', ({ schema }) => {
  const valid = fullExampleOf(schema);
  expect(validate(schema, valid)).toEqual([]);
  for (const { body, position, path, what } of walkBody(schema, valid)) {
    const refused = validate(schema, body).length > 0;
    if (refused !== (position === 'outside')) expect({ path, what, position }).toBe('as labelled');
  }
});

test('the walk stands at, just inside and just outside of both bounds of a page size', () => {
  const limits = walkParameters(operation('listPersons')).filter(
    ({ parameter }) => parameter.name === 'limit',
  );
  const values = (position: string) =>
    limits.filter((probe) => probe.position === position).map(({ value }) => value);
  expect(values('at')).toEqual([1, 100]);
  expect(values('inside')).toEqual([2, 99]);
  expect(values('outside')).toEqual(expect.arrayContaining([0, 101, 'ten', 10.5]));
});

test('every documented body and list parameter is walked, in the same order every time', () => {
  expect(bodies.length).toBeGreaterThan(14);
  for (const { schema } of bodies) {
    const valid = fullExampleOf(schema);
    expect(walkBody(schema, valid)).toEqual(walkBody(schema, valid));
  }
  const walked = documented.flatMap((entry) => walkParameters(entry).map(({ parameter }) => parameter.name));
  expect([...new Set(walked)].sort()).toEqual(['email', 'endDate', 'limit', 'page', 'personId', 'startDate']);
});

test('assumed parts are not walked', () => {
  const names = walkParameters(operation('listPayouts')).map(({ parameter }) => parameter.name);
  expect(new Set(names)).toEqual(new Set(['startDate', 'endDate']));
});
