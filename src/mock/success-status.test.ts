import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allOperations } from '../../openapi/description.ts';
import { successStatus } from './success-status.ts';

const folder = new URL('../../reference-server/api/', import.meta.url);
const handlers = readdirSync(folder)
  .filter((name) => !name.includes('.test.'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

/** The first status that the handler of an operation returns. */
function servedStatus(id: string): string | undefined {
  const start = handlers.search(new RegExp(`^ +(async )?${id}\\b`, 'm'));
  return start < 0 ? undefined : /status: (\d+)/.exec(handlers.slice(start))?.[1];
}

const open = allOperations.filter(({ responses }) => '2XX' in responses);

test.each(open.map(({ id }) => id))('mock and serve answer %s with the same status', (id) => {
  expect(successStatus(id)).toBe(servedStatus(id));
});
