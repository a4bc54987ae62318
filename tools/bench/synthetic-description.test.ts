import { expect, it } from 'vitest';
import { syntheticDescription } from './synthetic-description.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

it.each([10, 200])(
  'a description of %d operations has no two of one name, and all that they refer to',
  (count) => {
    const { paths, components } = syntheticDescription(count);
    const operations = Object.values(paths).flatMap((item) =>
      Object.entries(item).flatMap(([method, operation]) => (methods.includes(method) ? [operation] : [])),
    );
    const ids = operations.map((operation) => (operation as { operationId: string }).operationId);
    expect(new Set(ids).size).toBe(count);
    const references = JSON.stringify([paths, components]).matchAll(/#\/components\/(\w+)\/(\w+)/g);
    const missing = [...references].filter(
      ([, kind = '', name = '']) => components[kind]?.[name] === undefined,
    );
    expect(missing).toEqual([]);
  },
);
