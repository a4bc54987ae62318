/** The names of the examples of each operation, for the header `Prefer`. */
import { allOperations, type Operation } from '../../openapi/description.ts';
import { methodsOf } from '../../openapi/path-methods.ts';

/** Those of success first. Empty if a response may have another type, whose examples have other names. */
function namesIn(responses: Operation['responses']): readonly string[] {
  const all = Object.entries(responses);
  if (all.some(([, { otherTypes }]) => otherTypes.length > 0)) return [];
  const sorted = all.toSorted(([a], [b]) => Number(b.startsWith('2')) - Number(a.startsWith('2')));
  return [...new Set(sorted.flatMap(([, { examples }]) => examples))];
}

/** Paths without parameters come first, so that `/v1/users/invite` is no user. */
const operations = allOperations
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map(({ path, method, responses }) => ({
    methodsAt: methodsOf([{ path, method }]),
    method: method.toUpperCase(),
    names: namesIn(responses),
  }));

/** Names of the examples of all responses of an operation; empty if there are none, or no such operation. */
const exampleNamesAt = (method: string, path: string): readonly string[] =>
  operations.find((each) => each.method === method && each.methodsAt(path).includes(method))?.names ?? [];

/** What to say to a request for an example that the operation does not have; undefined if it has it, or none was asked for. */
export function whyNoExample(method: string, path: string, prefer: string): string | undefined {
  const name = /(?:^|[\s,;])example="?([^\s,;"]+)/.exec(prefer)?.[1];
  const names = exampleNamesAt(method, path);
  if (name === undefined || names.length === 0 || names.includes(name)) return undefined;
  return `${method} ${path} has no example "${name}". Its examples: ${names.join(', ')}.`;
}
