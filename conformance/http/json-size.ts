/** Estimates the memory and time that a JSON text needs, without parsing it. */
import { deepestJson, mostJsonValues } from './limits.ts';

const codeOf = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma] = ['"', '\\', ','].map(codeOf) as [number, number, number];
const opening = ['{', '['].map(codeOf) as [number, number];
const closing = ['}', ']'].map(codeOf) as [number, number];

/** White space, and the bytes of a byte order mark. */
const leading = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Whether a text may be JSON; a table with a thousand commas is only text. */
function mayBeJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => !leading.has(byte));
  return first === opening[0] || first === opening[1];
}

/**
 * @param bytes of a text that may be JSON, lines of JSON, or anything else
 * @returns the limit that it exceeds; undefined if it may be parsed
 */
export function exceededJson(
  bytes: Uint8Array,
  most: { readonly depth: number; readonly values: number },
): 'depth' | 'values' | undefined {
  if (bytes.length <= most.depth || !mayBeJson(bytes)) return undefined;
  let depth = 0;
  let values = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      // Skips to the end of the string, including escapes.
      for (index += 1; index < bytes.length && bytes[index] !== quote; index += 1)
        if (bytes[index] === backslash) index += 1;
    } else if (byte === comma) {
      values += 1;
    } else if (byte === opening[0] || byte === opening[1]) {
      depth += 1;
      values += 1;
      if (depth > most.depth) return 'depth';
      if (values > most.values) return 'values';
    } else if (byte === closing[0] || byte === closing[1]) {
      depth -= 1;
    }
  }
  return values > most.values ? 'values' : undefined;
}

/**
 * @param bytes of a text that may be JSON or anything else
 * @returns why it must not be parsed, in words; undefined if it may be
 */
export function whyTooMuchJson(bytes: Uint8Array): string | undefined {
  switch (exceededJson(bytes, { depth: deepestJson, values: mostJsonValues })) {
    case 'depth':
      return `its body has more than ${deepestJson} objects and lists inside of each other`;
    case 'values':
      return `its body holds more than ${mostJsonValues} values`;
    case undefined:
      return undefined;
  }
}

/** @returns undefined for bytes that are no JSON, or too much of it */
export function parseSmallJson(bytes: Buffer): unknown {
  if (whyTooMuchJson(bytes) !== undefined) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
