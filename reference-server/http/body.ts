import express, { type Request, type Response } from 'express';
import { invalidBody, Refusal } from '../state/refusal.ts';
import { parseJson } from './json.ts';
import { formLimitBytes, jsonLimitBytes } from './limits.ts';

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
