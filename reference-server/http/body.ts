import express, { type Request, type Response } from 'express';
import { invalidBody, Refusal } from '../state/refusal.ts';
import { formLimitBytes, jsonDepthLimit, jsonLimitBytes } from './limits.ts';

/** Reads the bytes of a body that may have a number of them. */
function bytesUpTo(limit: number): (request: Request, response: Response) => Promise<Uint8Array> {
  const read = express.raw({ type: () => true, limit });
  return async (request, response) => {
    const error = await new Promise<unknown>((resolve) => read(request, response, resolve));
    if (statusOf(error) === 413)
      throw new Refusal(413, 'request_too_large', `A request body may have ${limit} bytes`);
    if (error) throw invalidBody({ body: 'could not be read' });
    const bytes: unknown = request.body;
    if (!(bytes instanceof Uint8Array) || bytes.length === 0) throw invalidBody({ body: 'is missing' });
    return bytes;
  };
}

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

const readFormBytes = bytesUpTo(formLimitBytes);

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody({ body: 'must be JSON' });
  }
}

/** Reads a JSON body; see `readJsonBody`. */
type JsonReader = (request: Request, response: Response) => Promise<unknown>;

/** @param limit bytes that a body may have. */
export function jsonReader(limit: number): JsonReader {
  const readBytes = bytesUpTo(limit);
  return async (request, response) => {
    const bytes = await readBytes(request, response);
    if (!request.is('application/json')) throw invalidBody({ 'content-type': 'must be application/json' });
    return parseJson(decode(bytes));
  };
}

/**
 * Reads a JSON body.
 *
 * @throws Refusal `invalid_request_body` when it is missing, not declared as JSON, not JSON or nested too deep;
 * 413 when it is too large.
 */
export const readJsonBody = jsonReader(jsonLimitBytes);

/**
 * Reads a form with files.
 *
 * @throws Refusal `invalid_request_body` when it is missing, not declared as a form or not one; 413 when it is too large.
 */
export async function readFormBody(request: Request, response: Response): Promise<FormData> {
  const bytes = await readFormBytes(request, response);
  const contentType = request.get('content-type');
  if (contentType === undefined || !request.is('multipart/form-data'))
    throw invalidBody({ 'content-type': 'must be multipart/form-data' });
  try {
    // The platform's own parser of forms is that of fetch. Copied, because a response does not take shared memory.
    return await new globalThis.Response(new Uint8Array(bytes), {
      headers: { 'content-type': contentType },
    }).formData();
  } catch {
    throw invalidBody({ body: 'must be a form' });
  }
}

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
 * Parses JSON. Deeply nested JSON is rejected, because functions that walk through it would overflow the stack.
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
