import { invalidBody } from '../state/refusal.ts';
import { jsonDepthLimit } from './limits.ts';

/** How deep the brackets of a JSON text are nested; those within strings do not count. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

/**
 * Parses JSON that is nested no deeper than what works on it can follow without overflowing the stack.
 *
 * @throws Refusal `invalid_request_body`
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > jsonDepthLimit)
    throw invalidBody({ body: `must not be nested deeper than ${jsonDepthLimit} levels` });
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody({ body: 'must be JSON' });
  }
}
