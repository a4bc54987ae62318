/** The requests that a description has, each with the operations or controls of ours that it may be. */
import { type ControlName, controlTable } from '../../conformance/target/controls.ts';
import { allOperations, type OperationId } from '../../openapi/description.ts';
import { type ForeignOperation, foreignOperations } from '../../src/discovery/foreign-description.ts';
import { follow, isPlain, lookupIn } from '../../src/discovery/shape.ts';
import type { DialectEntry, Foreign } from './dialect.ts';

export type Meaning = { readonly entry: DialectEntry } & (
  | { readonly kind: 'operation'; readonly id: OperationId }
  | { readonly kind: 'control'; readonly name: ControlName }
);

/** How a request ends: the status of its success, whether that has a body, and the form of its errors. */
interface Endings {
  readonly status: number;
  readonly hasBody: boolean;
  readonly errors: 'error' | 'problem' | 'enveloped';
}

export interface DescribedRoute extends Endings {
  readonly described: ForeignOperation;
  readonly pattern: RegExp;
  readonly parameters: readonly string[];
  /** Those with conditions first. */
  readonly meanings: readonly Meaning[];
}

const media = (response: Readonly<Record<string, unknown>>) =>
  isPlain(response.content) ? Object.entries(response.content) : [];

function endingsOf(document: unknown, { method, path }: ForeignOperation): Endings {
  const lookup = lookupIn(document);
  const at = (value: unknown, name: string) => follow(follow(value, lookup)[name], lookup);
  const responses = at(at(at(document, 'paths'), path), method.toLowerCase()).responses;
  const all = Object.keys(follow(responses, lookup)).toSorted();
  const status = all.find((each) => each.startsWith('2')) ?? '200';
  const failure = all.find((each) => each.startsWith('4')) ?? '400';
  const [[type, content] = ['', {}]] = media(at(responses, failure));
  const isEnveloped = isPlain(at(at(content, 'schema'), 'properties').ok);
  return {
    status: Number(status),
    hasBody: status !== '204',
    errors: type.includes('problem') ? 'problem' : isEnveloped ? 'enveloped' : 'error',
  };
}

const isOperation = (id: string): id is OperationId => allOperations.some((each) => each.id === id);
const isControl = (name: string): name is ControlName => Object.hasOwn(controlTable, name);

function meaningsOf({ truth, dialect }: Foreign, request: string): readonly Meaning[] {
  const named = (kind: 'operations' | 'controls') =>
    Object.keys(truth[kind]).filter((name) => truth[kind][name] === request);
  return [
    ...named('operations')
      .filter(isOperation)
      .map((id): Meaning => ({ kind: 'operation', id, entry: dialect.operations[id] ?? {} })),
    ...named('controls')
      .filter(isControl)
      .map((name): Meaning => ({ kind: 'control', name, entry: dialect.controls[name] ?? {} })),
  ].toSorted((a, b) => Number(b.entry.when !== undefined) - Number(a.entry.when !== undefined));
}

/** @returns the requests that mean something to us; the longest fixed path first */
export function routesOf(foreign: Foreign): readonly DescribedRoute[] {
  const routes = foreignOperations(foreign.document, foreign.name).flatMap((described): DescribedRoute[] => {
    const { method, path } = described;
    const meanings = meaningsOf(foreign, `${method} ${path}`);
    if (meanings.length === 0) return [];
    const pattern = path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '([^/]+)');
    return [
      {
        ...endingsOf(foreign.document, described),
        described,
        pattern: new RegExp(`^${pattern}$`),
        parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
        meanings,
      },
    ];
  });
  const length = ({ described, parameters }: DescribedRoute) =>
    described.path.length - 100 * parameters.length;
  return routes.toSorted((a, b) => length(b) - length(a));
}
