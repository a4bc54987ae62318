/** A rule that needs a control which the target always rejects, or which does nothing, is not exercised. */
import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import type { RuleOverrides } from '../../reference-server/service/rules.ts';
import { invalidState } from '../../reference-server/state/refusal.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

const refused = () => {
  throw invalidState('Not here');
};

const ignored = <State>(state: State) => ({ state, events: [] });

const failingOnly = (status: string): RuleOverrides => ({
  transactions: {
    fail: (state, command, context) => {
      const found = state.transactions.find(({ id }) => id === command.transactionId);
      return found?.transaction.status === status
        ? transactionRules.fail(state, command, context)
        : refused();
    },
  },
});

test.each<[string, RuleOverrides, string, RequirementId[], RequirementId[]]>([
  [
    'no transaction fails',
    { transactions: { fail: refused } },
    'transaction.model',
    ['TXN-011', 'TXN-012', 'TXN-013'],
    ['TXN-014'],
  ],
  [
    'only an initiated transaction fails',
    failingOnly('initiated'),
    'transaction.model',
    ['TXN-012'],
    ['TXN-011'],
  ],
  [
    'only a processing transaction fails',
    failingOnly('processing'),
    'transaction.model',
    ['TXN-011'],
    ['TXN-012'],
  ],
  [
    'no transaction is returned',
    { transactions: { returnToSender: refused } },
    'transaction.model',
    ['TXN-014', 'TXN-015'],
    ['TXN-012'],
  ],
  [
    'the control that fails transactions does nothing',
    { transactions: { fail: ignored } },
    'transaction.model',
    ['TXN-011', 'TXN-012', 'TXN-013'],
    ['TXN-014'],
  ],
  [
    'the control that returns transactions does nothing',
    { transactions: { returnToSender: ignored } },
    'transaction.model',
    ['TXN-014', 'TXN-015'],
    ['TXN-012'],
  ],
  [
    'the control that settles transactions does nothing',
    { transactions: { settle: ignored } },
    'transaction.model',
    [],
    ['TXN-012'],
  ],
])('%s', async (_, rules, check, notExercised, passed) => {
  const fault = {
    id: 'refusing',
    title: '',
    area: 'sandbox',
    breaks: ['ERR-011'],
    overrides: { rules },
  } as const;
  const { target, close } = await openEmbeddedTarget({ control: true, fault });
  const checks = allChecks.filter(({ id }) => id === check);
  const { requirements, findings } = await collectResults(
    runConformance({ target, checks, profile: 'standard', concurrency: 1, seed: 1, tool }),
  ).finally(close);
  const having = (status: string, ids: readonly RequirementId[]) =>
    requirements
      .filter((each) => each.status === status && ids.some((id) => id === each.id))
      .map(({ id }) => id);
  expect(findings).toEqual([]);
  expect(having('not-exercised', notExercised)).toEqual(notExercised);
  expect(having('passed', passed)).toEqual(passed);
});
