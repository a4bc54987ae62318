/** What can be mutated, by area. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface Area {
  /** As on the command line: `payrolls`, or `models/payroll`. */
  readonly id: string;
  readonly kind: 'rules' | 'model';
  readonly mutated: readonly string[];
}

/**
 * Left out is what does not belong to the model, and what only generates: with another tour, creation or script of answers a
 * run has other conversations, and each is judged as before.
 */
const notMutated = new Set([
  'actions.ts',
  'address-sentinels.ts',
  'checks.ts',
  'creations.ts',
  'disbursements.ts',
  'event-checks.ts',
  'events.ts',
  'members.ts',
  'page-lists.ts',
  'records.ts',
  'scripts.ts',
  'sentinels.ts',
  'tours.ts',
]);

const isMutated = (file: string) => !file.endsWith('.test.ts') && !notMutated.has(basename(file));

function rulesAreas(root: string): Area[] {
  const found = globSync('reference-server/resources/*/rules.ts', { cwd: root });
  return found.toSorted().map((file) => {
    return { id: basename(dirname(file)), kind: 'rules', mutated: [file] };
  });
}

function modelAreas(root: string): Area[] {
  const found = globSync('conformance/resources/*/checks.ts', { cwd: root });
  return found.toSorted().flatMap((file): Area[] => {
    const machine = /id: '([a-z-]+)\.model'/.exec(readFileSync(join(root, file), 'utf8'))?.[1];
    if (machine === undefined) return [];
    const folder = dirname(file);
    const mutated = globSync(`${folder}/*.ts`, { cwd: root }).filter(isMutated).toSorted();
    return [{ id: `models/${machine}`, kind: 'model', mutated }];
  });
}

/** @param root the root of the project. */
export const allAreas = (root: string): Area[] => [...rulesAreas(root), ...modelAreas(root)];

/**
 * @param names `rules`, `models` or areas; by default the rules.
 * @throws Error that names what there is, when a name is unknown.
 */
export function areasNamed(areas: readonly Area[], names: readonly string[]): Area[] {
  const wanted = names.length === 0 ? ['rules'] : names;
  return wanted.flatMap((name) => {
    const found = areas.filter(
      ({ id, kind }) => id === name || (kind === 'rules' ? 'rules' : 'models') === name,
    );
    if (found.length > 0) return found;
    throw new Error(
      `There is no area ${name}; there are rules, models, ${areas.map(({ id }) => id).join(', ')}.`,
    );
  });
}
