/** What is not worth mutating, and why: a plugin for Stryker. */
import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

export const wordsOfRefusals =
  'The words of a rejection are for people: the document states its status, its code and the names of the fields.';

export const emptyParams =
  'An error may do without params, and none in it is like none at all (interpretation 217 of the error object).';

export const wordsOfFindings =
  'The words of a finding and of its steps are for people: what is judged is whether there is one, and of which requirement.';

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly left?: Node;
  readonly object?: Node;
  /** Of a member expression, or of a property: its name. */
  readonly property?: Node;
  readonly key?: Node;
  readonly properties?: readonly Node[];
  /** Of a declaration: its name. */
  readonly id?: Node | null;
  /** Of a string: the text itself. */
  readonly value?: unknown;
  /** Of a template: its texts. */
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

/** The part of Babel's path that is looked at here; Stryker's own type says nothing of it. */
interface Path extends NodePath {
  readonly node: Node;
  readonly key: string | number | null;
  readonly listKey?: string | undefined;
  readonly parentPath: Path | null;
}

const refusals = new Set(['invalidState', 'invalidBody', 'unauthorized', 'forbidden']);

const isText = ({ node }: Path) => node.type === 'StringLiteral' || node.type === 'TemplateLiteral';

const isRefusal = (path: Path | null) =>
  path?.node.type === 'CallExpression' && refusals.has(path.node.callee?.name ?? '');

/** Fields and what is wrong with them are gathered under this name. */
const isGathered = ({ node, key }: Pick<Path, 'node'> & { key: Path['key'] }) =>
  node.type === 'AssignmentExpression' && key === 'right' && node.left?.object?.name === 'params';

/** Whether a text is said in a rejection, as it is or as the value of a field. */
function isSaid(path: Path): boolean {
  const { parentPath } = path;
  if (isRefusal(parentPath)) return true;
  if (parentPath !== null && isGathered({ node: parentPath.node, key: path.key })) return true;
  const isValue = parentPath?.node.type === 'ObjectProperty' && path.key === 'value';
  return isValue && isRefusal(parentPath.parentPath?.parentPath ?? null);
}

const judgements = new Set(['require', 'mustHold']);

/** What a judgement expected and what it saw come after the requirement and whether it holds. */
function isEvidence({ key, listKey, parentPath }: Path): boolean {
  const isArgument = listKey === 'arguments' && (key === 2 || key === 3);
  const { type, callee } = parentPath?.node ?? {};
  return isArgument && type === 'CallExpression' && judgements.has(callee?.property?.name ?? '');
}

/** What a move is called, and how a counterexample tells of it. */
function isLabel({ key, parentPath }: Path): boolean {
  if (key !== 'value' || parentPath?.node.type !== 'ObjectProperty') return false;
  const name = parentPath.node.key?.name ?? '';
  const siblings = parentPath.parentPath?.node.properties ?? [];
  const isMove = siblings.some((sibling) => sibling.key?.name === 'act');
  return isMove && ['name', 'verb', 'describe'].includes(name);
}

/** Why a case ended, or what is wrong with the model itself. */
const isComplaint = ({ parentPath }: Path) =>
  parentPath?.node.type === 'NewExpression' &&
  ['CaseEnded', 'Error'].includes(parentPath.node.callee?.name ?? '');

export const ignorer: Ignorer = {
  shouldIgnore: (given) => {
    const path = given as Path;
    if (isText(path) && isSaid(path)) return wordsOfRefusals;
    if (path.node.type === 'ObjectExpression' && isRefusal(path.parentPath)) return emptyParams;
    if (isEvidence(path) || isLabel(path)) return wordsOfFindings;
    return isText(path) && isComplaint(path) ? wordsOfFindings : undefined;
  },
};

/** Two words of a sentence: no state and no type of an event has a small letter after a blank. */
const isSentence = ({ value, quasis = [] }: Node): boolean =>
  [value, ...quasis.map((quasi) => quasi.value.raw)].some(
    (text) => typeof text === 'string' && /[a-z,] [a-z]/.test(text),
  );

/** Functions that put a state, a move or a value into words, and variables that hold what a finding says. */
const inWords = /^(show|describe)[A-Z]|InWords$|^inWords|^(expected|actual|wanted|sentence)$/;

const isPutIntoWords = (path: Path | null): boolean =>
  path !== null &&
  ((isDeclaration(path.node) && inWords.test(path.node.id?.name ?? '')) || isPutIntoWords(path.parentPath));

const isDeclaration = ({ type }: Node) => type === 'FunctionDeclaration' || type === 'VariableDeclarator';

/** For models, which say in sentences what they expected and saw. Rules have sentences that a caller reads. */
export const sentences: Ignorer = {
  shouldIgnore: (given) => {
    const path = given as Path;
    const isWords = (isText(path) && isSentence(path.node)) || isPutIntoWords(path);
    return isWords ? wordsOfFindings : undefined;
  },
};

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'words', ignorer),
  declareValuePlugin(PluginKind.Ignore, 'sentences', sentences),
];
