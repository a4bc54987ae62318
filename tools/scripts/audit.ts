/**
 * `npm run task -- audit`: whether the installed packages are the chosen ones. The lock file is always checked; known
 * vulnerabilities are looked up if the registry responds, and a critical or high one in a shipped package fails.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dependencyProblems, type LockFile, licencesIn, vulnerabilitiesIn } from './dependency-problems.ts';

const locks = ['package-lock.json', 'tools/package-lock.json'].map(
  (path) => JSON.parse(readFileSync(path, 'utf8')) as LockFile,
);
const problems = [...dependencyProblems(locks)];
const [own, tools] = locks.map(({ packages }) => Object.keys(packages).length - 1);
console.log(`${own} packages in the lock file, ${tools} more in that of tools/`);
for (const lock of locks)
  console.log(`Licences: ${[...licencesIn(lock)].map(([name, count]) => `${name} ${count}`).join(', ')}`);

const { stdout } = spawnSync(
  'npm',
  ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=15000'],
  {
    encoding: 'utf8',
    timeout: 60_000,
  },
);
const known = vulnerabilitiesIn(stdout);
if (known === undefined)
  console.log('The registry does not say what is known to be vulnerable: not looked at');
else {
  console.log(`${known.length} known vulnerabilities in what is shipped`);
  for (const { name, severity, title } of known) {
    const line = `${name}: ${severity}, ${title}`;
    if (severity === 'critical' || severity === 'high') problems.push(line);
    else console.log(line);
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
