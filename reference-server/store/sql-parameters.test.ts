import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

/** Words that begin a statement, where a template or a sum puts it together. */
const statement = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|LISTEN|NOTIFY|SET|WHERE)\b/;

/**
 * Expressions that a statement may contain: constants of the code, in capitals or named here, never a value that a
 * caller sent.
 */
const constants = /^(?:[A-Z][A-Z\d_]*|applicationId|schemaVersion|name)$/;

/** Other expressions that were reviewed, by the name of their file: names of our own tables and columns, and numbers. */
const lookedAt: Readonly<Record<string, readonly string[]>> = {
  'pending-writes.ts': [
    ...['table.name', "names.join(', ')", "lists.join(', ')", 'key'],
    ...["times.join(', ')", 'noticeMillis'],
  ],
  // Statements in which every value is a parameter, with the places of the parameters.
  'together.ts': ["changes.join(', ')", 'part', 'text'],
  // Numbers of locks, which are hashes.
  'postgres-store.ts': ['everything', 'own'],
  'coordination.ts': ['claimed', 'claimMillis', 'mostClaimed', 'number'],
  // The name of the schema is lower-case letters, digits and underscores: other names are rejected.
  'migrations.ts': ['schema', 'version', 'migrations[version - 1]'],
  'transaction.ts': [
    'selects[name]',
    'selects.records',
    'selects.deliveries',
    "inRecords ? ' AND collection = $2' : ''",
    'condition',
    "conditions.join(' AND ')",
  ],
};

const isKnown = (file: string, expression: string) =>
  constants.test(expression) || (lookedAt[basename(file)] ?? []).includes(expression);

/** The expressions that template texts with SQL have in them. */
function expressionsIn(source: string): string[] {
  const templates = source.match(/`(?:[^`\\]|\\.)*`/gs) ?? [];
  return templates
    .filter((template) => statement.test(template))
    .flatMap((template) =>
      Array.from(template.matchAll(/\$\{([^}]*)\}/g), ([, inside = '']) => inside.trim()),
    );
}

/** Statements that are made with a plus. */
const sumsIn = (source: string) =>
  source.match(/(['"])\s*(?:SELECT|INSERT|UPDATE|DELETE)\b[^'"]*\1\s*\+\s*\w+/g) ?? [];

const files = globSync('reference-server/**/*.ts', { exclude: ['**/*.test.ts'] });

test('every value in a statement is a parameter', () => {
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    expect({ file, built: expressionsIn(source).filter((one) => !isKnown(file, one)) }).toEqual({
      file,
      built: [],
    });
    expect({ file, added: sumsIn(source) }).toEqual({ file, added: [] });
  }
});

const hole = (expression: string) => `$\{${expression}}`;

test.each([
  [`\`SELECT * FROM records WHERE id = ${hole('id')}\``, ['id']],
  [`\`UPDATE x SET y = ${hole('record.name')} WHERE z = ?\``, ['record.name']],
  [`\`PRAGMA user_version = ${hole('schemaVersion')}\``, []],
  [`\`Failed to open ${hole('path')}\``, []],
])('what is put into %s is seen', (source, want) => {
  expect(expressionsIn(source).filter((one) => !constants.test(one))).toEqual(want);
});

test('a concatenated statement is detected', () => {
  expect(sumsIn("database.exec('DELETE FROM records WHERE id = ' + id)")).toHaveLength(1);
});
