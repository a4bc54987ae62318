/**
 * Descriptions of others in three styles (almost without schemas, under a path of its own, with envelopes and verbs in paths). Their
 * authors had only the interface document, and wrote down what each operation is; see `testing/blind/`.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { withPathPrefix } from '../../conformance/http/path-prefix.ts';
import type { ControlRequest } from '../../conformance/target/controls.ts';
import { discover } from './discover.ts';
import type { Draft } from './draft.ts';
import type { ForeignOperation } from './foreign-description.ts';
import { withoutNames } from './match-description.ts';

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`testing/blind/${name}.yaml`, import.meta.url), 'utf8'));

/** Requests by the operation or control that they are. */
type Truth = Readonly<Record<'operations' | 'controls', Readonly<Record<string, string>>>>;

type Request = { readonly method?: string; readonly path: string };

const routeOf = ({ method = 'POST', path }: Request, pathPrefix: string | undefined) =>
  withoutNames(`${method} ${withPathPrefix(path, pathPrefix)}`).replace(/\?.*/, '');

it.each([
  ['sparse', 0.97],
  ['prefix', 0.84],
  ['camel', 0.9],
])('%s: at least %d of the operations are found, and no sure line is wrong', (name, least) => {
  const truth = read(`${name}.truth`) as Truth;
  const { drafts } = discover(read(name), `${name}.yaml`);
  const { pathPrefix } = drafts;
  const judge = (
    kind: keyof Truth,
    { wanted, status }: Pick<Draft, 'wanted' | 'status'>,
    found: ForeignOperation | ControlRequest | undefined,
  ) => {
    const request = truth[kind][wanted.name];
    const isRight = (request && withoutNames(request)) === (found && routeOf(found, pathPrefix));
    return { name: wanted.name, status, isRight };
  };
  const operations = drafts.operations
    .filter(({ wanted }) => !wanted.documented)
    .map((each) => judge('operations', each, each.found));
  const controls = drafts.controls.map((each) => judge('controls', each, each.request));
  expect([...operations, ...controls].filter(({ status, isRight }) => status === 'sure' && !isRight)).toEqual(
    [],
  );
  const right = operations.filter(({ isRight }) => isRight);
  expect(right.length / operations.length).toBeGreaterThanOrEqual(least);
});
