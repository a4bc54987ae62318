import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  dependencyProblems,
  type LockedPackage,
  type LockFile,
  vulnerabilitiesIn,
} from './dependency-problems.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as LockFile;
const [lock, tools] = [read('../../package-lock.json'), read('../package-lock.json')];
const sound = { version: '1.0.0', integrity: 'sha512-abc', license: 'MIT' };
const withPackage = (added: LockedPackage): LockFile => ({
  packages: { ...lock.packages, 'node_modules/a/node_modules/@b/c': added },
});

test('what is installed is what was chosen', () => {
  expect(dependencyProblems([lock, tools])).toEqual([]);
});

test.each<[added: LockedPackage, want: string[]]>([
  [sound, []],
  [{ ...sound, license: '(GPL-3.0 OR MIT)' }, []],
  [{ ...sound, license: 'MPL-2.0', dev: true }, []],
  [{ version: '1.0.0', license: 'MIT' }, ['has no sha512']],
  [{ ...sound, integrity: 'sha1-abc' }, ['has no sha512']],
  [{ ...sound, resolved: 'git+ssh://git@example.com/b/c.git' }, ['names where it comes from']],
  [{ ...sound, link: true }, ['is a link']],
  [{ ...sound, hasInstallScript: true }, ['runs a program']],
  [{ version: '1.0.0', integrity: 'sha512-abc' }, ['names no licence']],
  [{ ...sound, license: 'GPL-3.0' }, ['has the licence GPL-3.0']],
  [{ ...sound, license: 'MPL-2.0' }, ['has the licence MPL-2.0']],
  [{ ...sound, license: '(MIT AND GPL-3.0)' }, ['has the licence (MIT AND GPL-3.0)']],
])('%j: %j', (added, want) => {
  const problems = dependencyProblems([withPackage(added), tools]);
  expect(problems.map((problem) => problem.replace('@b/c 1.0.0: ', ''))).toEqual(
    want.map((start) => expect.stringMatching(`^${start.replaceAll(/[()]/g, '\\$&')}`)),
  );
});

test('an exception that nothing needs is a problem too', () => {
  const without = Object.fromEntries(
    Object.entries(tools.packages).filter(([path]) => !path.endsWith('/esbuild')),
  );
  expect(dependencyProblems([lock, { packages: without }])).toEqual([
    'esbuild: is not installed, so remove it from the list',
  ]);
});

test('a registry that does not answer is not one that knows of nothing', () => {
  expect(vulnerabilitiesIn('{"message":"405 Method Not Allowed"}')).toBeUndefined();
  expect(vulnerabilitiesIn('')).toBeUndefined();
  expect(vulnerabilitiesIn('{"vulnerabilities":{}}')).toEqual([]);
  const found = { a: { severity: 'high', via: [{ title: 'Too trusting' }, 'b'] } };
  expect(vulnerabilitiesIn(JSON.stringify({ vulnerabilities: found }))).toEqual([
    { name: 'a', severity: 'high', title: 'Too trusting; by b' },
  ]);
});
