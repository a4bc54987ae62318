import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allAreas, areasNamed } from './areas.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const areas = allAreas(root);

test('every area of the server with rules is an area of its own', () => {
  const [payrolls] = areasNamed(areas, ['payrolls']);
  expect(payrolls).toEqual({
    id: 'payrolls',
    kind: 'rules',
    mutated: ['reference-server/resources/payrolls/rules.ts'],
  });
});

test('of a model all that judges is mutated, and nothing that only generates', () => {
  const folder = 'conformance/resources/payrolls';
  const [payroll] = areasNamed(areas, ['models/payroll']);
  expect(payroll?.mutated).toEqual(
    ['funds.ts', 'model.ts', 'moves.ts', 'observe.ts', 'saves.ts'].map((file) => `${folder}/${file}`),
  );
});

test('every model of the suite can be mutated', () => {
  const models = areasNamed(areas, ['models']);
  expect(models.map(({ id }) => id)).toContain('models/webhook-delivery');
  for (const { id, mutated } of models) expect(mutated.length, id).toBeGreaterThan(1);
});

test('an unknown area is refused with those that there are', () => {
  expect(() => areasNamed(areas, ['payrol'])).toThrow(
    /There is no area payrol; there are rules, models, .*payrolls/,
  );
});
