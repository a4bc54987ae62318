/** What is not worth mutating, and why: a plugin for Stryker. */
import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

export const wordsOfRefusals =
  'The words of a refusal are for people: the document states its status, its code and the names of the fields.';

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly left?: Node;
  readonly object?: Node;
}

/** The part of Babel's path that is looked at here; Stryker's own type says nothing of it. */
interface Path extends NodePath {
  readonly node: Node;
  readonly key: string | number | null;
  readonly parentPath: Path | null;
}

const refusals = new Set(['invalidState', 'invalidBody', 'unauthorized', 'forbidden']);

const isText = ({ node }: Path) => node.type === 'StringLiteral' || node.type === 'TemplateLiteral';

const isRefusal = (path: Path | null) =>
  path?.node.type === 'CallExpression' && refusals.has(path.node.callee?.name ?? '');

/** Fields and what is wrong with them are gathered under this name. */
const isGathered = ({ node, key }: Pick<Path, 'node'> & { key: Path['key'] }) =>
  node.type === 'AssignmentExpression' && key === 'right' && node.left?.object?.name === 'params';

/** Whether a text is said in a refusal, as it is or as the value of a field. */
function isSaid(path: Path): boolean {
  const { parentPath } = path;
  if (isRefusal(parentPath)) return true;
  if (parentPath !== null && isGathered({ node: parentPath.node, key: path.key })) return true;
  const isValue = parentPath?.node.type === 'ObjectProperty' && path.key === 'value';
  return isValue && isRefusal(parentPath.parentPath?.parentPath ?? null);
}

export const ignorer: Ignorer = {
  shouldIgnore: (given) => {
    const path = given as Path;
    return isText(path) && isSaid(path) ? wordsOfRefusals : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'words-of-refusals', ignorer)];
