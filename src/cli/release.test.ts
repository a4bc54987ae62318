/**
 * Other projects build on commands, flags and schemas, so these change only on purpose: a change shows in the diff of
 * the release. `vitest run src/cli/release.test.ts -u` updates the help.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { commands, createProgram } from '../../bin/program.ts';
import { invoke } from '../testing/invoke.ts';

/** A command and those within it, each by its words. */
async function pathsOf(name: string): Promise<readonly string[][]> {
  const { commands: loaded } = await createProgram(() => {}, [name]);
  const inner = loaded.find((command) => command.name() === name)?.commands ?? [];
  return [[name], ...inner.map((command) => [name, command.name()])];
}

it('every command has the help of the last release', async () => {
  const paths = await Promise.all(commands.map(({ name }) => pathsOf(name)));
  let all = '';
  for (const path of [[], ...paths.flat()]) {
    const args = [...path, '--help'];
    const { stdout } = await invoke(args, process.cwd());
    all += `$ conformance ${args.join(' ')}\n${stdout}\n`;
  }
  const onAnyMachine = all.replace(
    `parallel processes (default: ${availableParallelism()})`,
    'parallel processes (default: <cores>)',
  );
  await expect(onAnyMachine).toMatchFileSnapshot('../testing/release/help.txt');
});

it.each([
  ['reports/results.schema.json', 'e622bb8536fe625edea152b4e5a389b2c69332f982b7864083927b5ae1dd5f44'],
  ['reports/events.schema.json', '1b7ee0c82c46f5ce44b9895cba22cf0a56a09ea00ca856a58001ab35c1d3e5da'],
  ['proof/selftest/selftest.schema.json', 'ab5c4487be07252dcd66441fb336bf10735d1dabc9beddf9f02c2eac1ccc9cc6'],
])('%s is that of the last release', (file, digest) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url));
  expect(createHash('sha256').update(text).digest('hex')).toBe(digest);
});
