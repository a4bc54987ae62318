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

it.each(commands.map(({ name }) => [name]))(
  'the help of %s breaks no sentence for a narrow terminal',
  async (name) => {
    const { commands: loaded } = await createProgram(() => {}, [name]);
    const lines = loaded
      .filter((command) => command.name() === name)
      .flatMap((command) => [command, ...command.commands])
      .flatMap((command) => command.description().split('\n'));
    expect(lines.filter((line) => !/[.:)]$|^- |^$/.test(line))).toEqual([]);
  },
);

it.each([
  ['reports/results.schema.json', 'bc58e2399a619c355b7dc3759fee3712766839aa3758b01541943c48a8940ea3'],
  ['reports/events.schema.json', '4c78126ba9f63ec7a007da2c33ff5ddabaeaa89870092a3233b130a9d3c38329'],
  ['proof/selftest/selftest.schema.json', 'd917bd12beb7ac137bf4667b81fb00f1c3c06127c5bf829911daf2ec5020f208'],
])('%s is that of the last release', (file, digest) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url));
  expect(createHash('sha256').update(text).digest('hex')).toBe(digest);
});
