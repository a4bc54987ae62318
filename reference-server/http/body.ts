import express, { type Request, type Response } from 'express';
import { invalidBody, Refusal } from '../refusal.ts';

/** The document shows no limit. */
const bodyLimitBytes = 1024 * 1024;

const readRaw = express.raw({ type: () => true, limit: bodyLimitBytes });

function readBytes(request: Request, response: Response): Promise<unknown> {
  return new Promise((resolve, reject) => {
    readRaw(request, response, (error?: unknown) => (error ? reject(error) : resolve(request.body)));
  });
}

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

/**
 * Reads a JSON body.
 *
 * @throws Refusal `invalid_request_body` when it is missing, not declared as JSON or not JSON; 413 when it is too large.
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  const bytes = await readBytes(request, response).catch((error: unknown) => {
    if (statusOf(error) === 413)
      throw new Refusal(413, 'request_too_large', `A request body may have ${bodyLimitBytes} bytes`);
    throw invalidBody({ body: 'could not be read' });
  });
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) throw invalidBody({ body: 'is missing' });
  if (!request.is('application/json')) throw invalidBody({ 'content-type': 'must be application/json' });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidBody({ body: 'must be JSON' });
  }
}
