/** The collection of `conformance spec --postman`, made with the converter among the tools. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allOperations } from '../../openapi/description.ts';
import { invoke } from '../../src/testing/invoke.ts';
import { workflows } from '../../src/workflows/workflows.ts';

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
}

const requestsIn = (items: readonly Item[] = []): readonly Item[] =>
  items.flatMap((each) => (each.item === undefined ? [each] : requestsIn(each.item)));

test('has a folder for each way, in the order of its steps, and all operations', async () => {
  const file = join(tmpdir(), `collection-${process.pid}.json`);
  const ended = await invoke(['spec', '--postman', '--out', file], join(import.meta.dirname, '..'));
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  const { item } = JSON.parse(readFileSync(file, 'utf8')) as { item: readonly Item[] };
  rmSync(file);
  const [all, ...ways] = item.toReversed();
  expect(requestsIn(all?.item)).toHaveLength(allOperations.length);
  const summaryOf = new Map<string, string>(allOperations.map(({ id, summary }) => [id, summary]));
  const wanted = workflows.map(({ summary, steps }) => [
    summary,
    steps.flatMap(({ operation }) => summaryOf.get(operation) ?? []),
  ]);
  expect(ways.toReversed().map((way) => [way.name, requestsIn(way.item).map(({ name }) => name)])).toEqual(
    wanted,
  );
});
