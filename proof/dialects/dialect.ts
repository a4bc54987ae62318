/** How a server of another description says what ours says: names, words and wrappers, as data. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Fields, Names } from '../../conformance/adapter/names.ts';

/** The values that a request must have for one of the operations that share it, by their place. */
type Conditions = Readonly<Record<string, unknown>>;

/**
 * One operation or control. A place of a request is a field of its body, `?name` in its query, `:name` in its path, or
 * `@business` for the business that its key acts for. Names are theirs by ours; `$` is the whole body or answer.
 */
export interface DialectEntry {
  readonly when?: Conditions;
  /** Places of our path parameters. @defaultValue the parameters of their path, in turn */
  readonly path?: Names;
  readonly query?: Names;
  readonly body?: Names;
  /** Names of the parts of a form. */
  readonly form?: Names;
  /** Places of the arguments of a control. */
  readonly takes?: Names;
  /** What ours needs besides, by place in our body. */
  readonly gives?: Fields;
  readonly answer?: Names;
  /**
   * What theirs returns besides, by place in its answer, where it is not there. `{name}` is a path parameter or an
   * argument of ours, or a field of their body.
   */
  readonly adds?: Fields;
  /** Their words by ours, by side and place: `body.action`, `answer.status`, `takes.outcome`. */
  readonly words?: Readonly<Record<string, Fields>>;
}

export interface ForeignDialect {
  /** The field that holds the answer of each operation that describes such a field, with what stands beside it. */
  readonly envelope?: { readonly field: string; readonly success: Fields; readonly failure: Fields };
  readonly operations: Readonly<Record<string, DialectEntry>>;
  readonly controls: Readonly<Record<string, DialectEntry>>;
}

/** Requests by the operation or control that they are. */
export type Truth = Readonly<Record<'operations' | 'controls', Readonly<Record<string, string>>>>;

const folder = new URL('../../src/discovery/testing/blind/', import.meta.url);

const read = (name: string): unknown => parse(readFileSync(new URL(name, folder), 'utf8'));

export const descriptionFile = (name: string): URL => new URL(`${name}.yaml`, folder);

export interface Foreign {
  readonly name: string;
  readonly document: unknown;
  readonly truth: Truth;
  readonly dialect: ForeignDialect;
}

/** @param name of a description beside its truth and its dialect, such as `camel` */
export const readForeign = (name: string): Foreign => ({
  name,
  document: read(`${name}.yaml`),
  // Files of ours.
  truth: read(`${name}.truth.yaml`) as Truth,
  dialect: read(`${name}.dialect.yaml`) as ForeignDialect,
});
