/** Where in a source file a mutant stands, by the names of what is declared around it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** @returns the name that a node gives to what is inside it, if any. */
function nameOf(node: ts.Node): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyAssignment(node);
  return isNamed && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

/**
 * The names of all declarations around a position, the outermost first; none where the source has become too short for it. Line and
 * column count from 1.
 */
export function namesAround(source: string, line: number, column: number): string[] {
  if (column > (source.split('\n')[line - 1]?.length ?? 0)) return [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  // A record may be older than its file, so that it names a place that is no more.
  const position = (file.getLineStarts()[line - 1] ?? source.length) + column - 1;
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (position < node.getStart(file) || position >= node.end) return;
    const name = nameOf(node);
    if (name !== undefined) names.push(name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** @param root the root of the project. */
export function placesIn(root: string) {
  const sources = new Map<string, string>();
  return ({
    file,
    line,
    column,
  }: {
    readonly file: string;
    readonly line: number;
    readonly column: number;
  }) => {
    const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
    sources.set(file, source);
    return namesAround(source, line, column);
  };
}
