/** Reads a written adapter or configuration with a parser, and names everything in it that the writer must not write. */
import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, type Comment, parse } from 'acorn';

/** Everything that an adapter consists of. Any other kind of node is one that a description has put there. */
const nodeTypes = new Set([
  ...['Program', 'ImportDeclaration', 'ImportSpecifier', 'ExportDefaultDeclaration', 'CallExpression'],
  ...['ObjectExpression', 'ObjectPattern', 'Property', 'ArrayExpression', 'Literal', 'Identifier'],
  ...['TemplateLiteral', 'TemplateElement', 'ArrowFunctionExpression', 'BlockStatement', 'ReturnStatement'],
  ...['VariableDeclaration', 'VariableDeclarator', 'ExpressionStatement', 'AwaitExpression'],
  ...['MemberExpression', 'ChainExpression', 'LogicalExpression', 'UnaryExpression'],
]);

/** Names that an adapter may use, apart from those of properties. */
const names = new Set([
  ...['defineAdapter', 'defineConfig', 'renamed', 'idFromLocation', 'Buffer'],
  ...['path', 'body', 'form', 'send', 'answer', 'each', '_'],
]);

/** Functions that it may call. */
const calls =
  /^(defineAdapter|defineConfig|renamed|idFromLocation|send|Buffer\.from|.*(\.toString|\?\.map|\.split|\.at))$/s;

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes directly in a node, each with the name of its place. */
const inside = (node: AnyNode): readonly (readonly [string, AnyNode])[] =>
  Object.entries(node).flatMap(([place, value]) =>
    [value].flat().flatMap((each): [string, AnyNode][] => (isNode(each) ? [[place, each]] : [])),
  );

export interface ReadSource {
  /** Node types, names and calls that do not belong into such a file. */
  readonly strange: readonly string[];
  /** Every text that it holds as a value or as the name of a property. */
  readonly texts: readonly string[];
  readonly comments: readonly string[];
}

/** @throws SyntaxError for a text that is no module */
export function readSource(source: string): ReadSource {
  const text = stripTypeScriptTypes(source);
  const comments: Comment[] = [];
  const program = parse(text, { ecmaVersion: 2024, sourceType: 'module', onComment: comments });
  const strange: string[] = [];
  const texts: string[] = [];
  const visit = (node: AnyNode, isName: boolean): void => {
    if (!nodeTypes.has(node.type)) strange.push(node.type);
    if (node.type === 'Identifier') {
      if (isName) texts.push(node.name);
      else if (!names.has(node.name)) strange.push(`name ${node.name}`);
    }
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type === 'TemplateElement') texts.push(node.value.cooked ?? '');
    if (node.type === 'CallExpression') {
      const called = text.slice(node.callee.start, node.callee.end);
      if (!calls.test(called)) strange.push(`call of ${called}`);
    }
    if (
      node.type === 'Property' &&
      node.computed &&
      text.slice(node.key.start, node.key.end) !== "'__proto__'"
    )
      strange.push('computed name');
    for (const [place, inner] of inside(node)) {
      const isOwn =
        ('computed' in node && !node.computed && (place === 'key' || place === 'property')) ||
        place === 'imported' ||
        place === 'local';
      visit(inner, isOwn);
    }
  };
  visit(program, false);
  return { strange, texts, comments: comments.map((each) => `${each.type}:${each.value}`) };
}
