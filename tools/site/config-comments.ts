/** What the schema of the configuration says of its keys in comments, which are what an editor shows as well. */
import ts from 'typescript';

function commentOf(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comments.at(-1)?.comment) ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

/** The literal inside of `z.strictObject({…}).optional()`. */
function shapeIn(node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [argument] = node.arguments;
  if (node.expression.name.text === 'strictObject') {
    return argument !== undefined && ts.isObjectLiteralExpression(argument) ? argument : undefined;
  }
  return shapeIn(node.expression.expression);
}

function collect(shape: ts.ObjectLiteralExpression, prefix: string, found: Map<string, string>): void {
  for (const property of shape.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    const path = `${prefix}${property.name.getText()}`;
    const comment = commentOf(property);
    if (comment !== '') found.set(path, comment);
    const inner = shapeIn(property.initializer);
    if (inner !== undefined) collect(inner, `${path}.`, found);
  }
}

/**
 * Comments by key, such as `patience.pauseMillis`.
 *
 * @param source text of the file with the schema
 * @param name of the constant that is the schema, a `z.strictObject`
 */
export function commentsOf(source: string, name: string): ReadonlyMap<string, string> {
  const file = ts.createSourceFile('schema.ts', source, ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      const shape = initializer === undefined ? undefined : shapeIn(initializer);
      if (declared.getText() === name && shape !== undefined) collect(shape, '', found);
    }
  }
  return found;
}
