/**
 * Reads files that somebody else may have written: descriptions, recordings, results, lists and configurations. Each
 * limit is far above what an honest file needs, and keeps a small or endless one from taking the machine.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { messageOf } from '../../conformance/engine/errors.ts';
import { exceededJson } from '../../conformance/http/json-size.ts';
import { refuse } from './refuse.ts';

/** By name, as messages have it. */
export const fileLimits = {
  /** Bytes of a file. */
  size: 256_000_000,
  /** Bytes of a YAML file: its parser takes a hundred times as long as that of JSON. */
  yamlSize: 5_000_000,
  /** Objects and lists inside of each other. */
  depth: 200,
  /** Values in a file, each of which takes many times its own length in memory. */
  values: 5_000_000,
} as const;

const chunkBytes = 1_000_000;

const megabytes = (bytes: number) => `${bytes / 1e6} MB`;

export const refuseSize = (name: string, bytes: number) =>
  refuse(
    `${name}: it is larger than ${megabytes(bytes)}, the limit of size: give a smaller file, or parts of it`,
  );

/** Reads no more than the limit, also of a device or a pipe that never ends. */
function bytesOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size > fileLimits.size) throw refuseSize(path, fileLimits.size);
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks);
      size += read;
      if (size > fileLimits.size) throw refuseSize(path, fileLimits.size);
      chunks.push(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that names a limit of JSON */
export function refuseLargeJson(bytes: Uint8Array, name: string): void {
  const exceeded = exceededJson(bytes, fileLimits);
  if (exceeded === undefined) return;
  const limit = fileLimits[exceeded].toLocaleString('en');
  const what = exceeded === 'depth' ? 'objects and lists inside of each other' : 'values';
  throw refuse(`${name}: it has more than ${limit} ${what}, the limit of ${exceeded}: give a smaller file`);
}

/**
 * The text of a file, which is safe to be parsed as JSON or as lines of JSON.
 *
 * @param failed the message for a file that cannot be read, with the remedy
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function readForeignFile(path: string, failed: (reason: string) => string): string {
  let bytes: Buffer;
  try {
    bytes = bytesOf(path);
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw refuse(failed(messageOf(cause)), cause);
    throw cause;
  }
  refuseLargeJson(bytes, path);
  return bytes.toString('utf8');
}

/** Counts without recursion; a part that several aliases name counts each time. */
function refuseLargeValue(root: unknown, name: string): void {
  let values = 0;
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    values += inner.length;
    if (depth > fileLimits.depth || values > fileLimits.values) {
      const exceeded = depth > fileLimits.depth ? 'depth' : 'values';
      const what =
        exceeded === 'depth' ? 'objects and lists inside of each other' : 'values, aliases included';
      throw refuse(
        `${name}: it has more than ${fileLimits[exceeded].toLocaleString('en')} ${what}, the limit of ${exceeded}: give a smaller file`,
      );
    }
    for (const each of inner) open.push({ value: each, depth: depth + 1 });
  }
}

/** A problem of YAML by its place, without the excerpt of the file, which could contain a secret. */
class YamlProblem extends Error {}

/**
 * Parses YAML within the limits.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names a limit; Error for a text that is no YAML
 */
export async function parseYaml(text: string, name: string): Promise<unknown> {
  if (text.length > fileLimits.yamlSize)
    throw refuse(
      `${name}: it is larger than ${megabytes(fileLimits.yamlSize)}, the limit of size for YAML: convert it to JSON, or give parts of it`,
    );
  const { isMap, isScalar, LineCounter, parseDocument, visit } = await import('yaml');
  const counter = new LineCounter();
  const placed = (message: string, offset: number) => {
    const { line, col } = counter.linePos(offset);
    return new YamlProblem(`${message} at line ${line}, column ${col}`);
  };
  // The parser's own search for names that are there twice takes the square of their number.
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error?.message.startsWith('Maximum call stack') === true)
    throw refuse(
      `${name}: it has too many objects and lists inside of each other, the limit of depth: give a smaller file`,
    );
  if (error?.code === 'MULTIPLE_DOCS') throw new YamlProblem('it contains more than one YAML document');
  if (error !== undefined) throw placed(error.message, error.pos[0]);
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key) || isMap(key)) continue;
        if (seen.has(key.value) && key.value !== '<<')
          throw placed('Map keys must be unique', key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  const value: unknown = document.toJS();
  refuseLargeValue(value, name);
  return value;
}
