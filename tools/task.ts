/**
 * `npm run task -- NAME …`: runs tasks of tasks.ts one after the other, until one fails. What follows the last name is for that
 * task. Without a name, lists them.
 */
import { spawnSync } from 'node:child_process';
import { tasks } from './tasks.ts';

/** As a shell takes it literally. */
const quoted = (argument: string) => `'${argument.replaceAll("'", "'\\''")}'`;

/** Ends this program as the task ended, if it failed. */
function run(command: string): void {
  const { status, signal } = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

const given = process.argv.slice(2);
const firstOther = given.findIndex((word) => !Object.hasOwn(tasks, word));
const names = firstOther === -1 ? given : given.slice(0, firstOther);
const others = given.slice(names.length);

if (names.length === 0) {
  const [unknown] = others;
  for (const [name, { about }] of Object.entries(tasks)) console.log(`${name.padEnd(22)}${about}`);
  if (unknown !== undefined) {
    console.error(`There is no task ${unknown}: name one of the above, as in npm run task -- types`);
    process.exit(2);
  }
}
for (const [at, name] of names.entries()) {
  const ownArguments = at === names.length - 1 ? others : [];
  run([tasks[name]?.command ?? '', ...ownArguments.map(quoted)].join(' '));
}
