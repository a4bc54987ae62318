import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { run, step } from './steps.ts';

const node = (code: string) => run(process.execPath, ['-e', code], tmpdir());

test('a program that ends well gives what it printed', () => {
  expect(node("console.log('done')")).toBe('done\n');
});

test.each([
  [
    'both of its streams',
    "console.log('a.ts(1,1): error'); console.error('and more'); process.exit(2)",
    /ended with 2, in .*\na\.ts\(1,1\): error\nand more$/,
  ],
  ['the signal that ended it', "process.kill(process.pid, 'SIGKILL')", /was ended by SIGKILL/],
])('one that fails is told with %s', (_, code, want) => {
  expect(() => node(code)).toThrow(want);
});

test('one that is not there is told too', () => {
  expect(() => run('no-such-program', [], tmpdir())).toThrow(/no-such-program .*ENOENT/);
});

test('a step that fails has a name and a remedy', async () => {
  expect(await step('adding', 'Count again.', () => 2)).toBe(2);
  const failing = step('compiling the examples', 'Mend the types.', () => {
    throw new Error('a.ts(1,1): error\nb.ts(2,2): error');
  });
  await expect(failing).rejects.toThrow(
    'FAILED: compiling the examples\n\n    a.ts(1,1): error\n    b.ts(2,2): error\n\nWhat to do: Mend the types.',
  );
});
