import { expect, test } from 'vitest';
import type { Scenario } from '../../provider/scenario.ts';
import type { Payout } from './actions.ts';
import { requireReferences } from './exports.ts';

const payouts = ['pay-1', 'März-2'].map((reference) => ({ reference }) as Payout);

test.each<[what: string, text: string, judged: readonly boolean[]]>([
  ['shows both', 'pay-1,März-2', [true]],
  ['writes an accent as a letter of its own', `pay-1,${'März-2'.normalize('NFD')}`, [true]],
  ['replaces a letter', 'pay-1,M?rz-2', [false]],
  ['has another encoding', 'pay-1,M\uFFFDrz-2', []],
  ['shows no references', 'a,b', []],
])('an export that %s', (_, text, judged) => {
  const evaluated: boolean[] = [];
  const scenario = {
    require: (_id: string, holds: boolean) => evaluated.push(holds),
  } as unknown as Scenario;
  requireReferences(scenario, text, text.split(','), payouts);
  expect(evaluated).toEqual(judged);
});
