/** How much a JSON text would take to hold and to walk through, told without parsing it. */
import { deepestJson, mostJsonValues } from './limits.ts';

const codeOf = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma] = ['"', '\\', ','].map(codeOf) as [number, number, number];
const opening = ['{', '['].map(codeOf) as [number, number];
const closing = ['}', ']'].map(codeOf) as [number, number];

/** Nothing that is shorter can be too deep or hold too much. */
const harmlessLength = deepestJson;

/**
 * @param bytes of a text that may be JSON or anything else
 * @returns why it is not to be parsed, in words; undefined when it may be
 */
export function whyTooMuchJson(bytes: Uint8Array): string | undefined {
  if (bytes.length <= harmlessLength) return undefined;
  let depth = 0;
  let values = 0;
  let inText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === comma) values += 1;
    else if (byte === opening[0] || byte === opening[1]) {
      depth += 1;
      values += 1;
      if (depth > deepestJson)
        return `its body has more than ${deepestJson} objects and lists inside of each other`;
    } else if (byte === closing[0] || byte === closing[1]) depth -= 1;
    if (values > mostJsonValues) return `its body holds more than ${mostJsonValues} values`;
  }
  return undefined;
}
