import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { invoke } from '../testing/invoke.ts';

const { stdout: script } = await invoke(['completion', 'bash'], process.cwd());

/** What bash offers for the last of some words. */
const offered = (...words: readonly string[]) =>
  execFileSync(
    'bash',
    [
      '-c',
      `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _conformance; echo "\${COMPREPLY[@]}"`,
      'bash',
      'conformance',
      ...words,
    ],
    { encoding: 'utf8' },
  )
    .trim()
    .split(' ');

it.each<[words: readonly string[], wanted: readonly string[]]>([
  [['ru'], ['run']],
  [['run', '--base'], ['--base-url']],
  [['run', '--profile', 'st'], ['standard']],
  [['webhook', 'trig'], ['trigger']],
  [['list', 'scop'], ['scopes']],
  [['selftest', '--fail'], ['--fail-fast']],
  [['run', '--config', 'conf'], ['']],
])('%j is completed', (words, wanted) => {
  expect(offered(...words)).toEqual(wanted);
});

it('zsh takes the same script', async () => {
  const { stdout } = await invoke(['completion', 'zsh'], process.cwd());
  expect(stdout).toBe(`autoload -Uz bashcompinit && bashcompinit\n${script}`);
});
