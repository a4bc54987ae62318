import type { Response } from 'express';
import { Refusal } from '../refusal.ts';
import type { Answer } from './exchange.ts';

/** The answer for whatever was thrown: a refusal says itself what it is, anything else is our own fault. */
export function answerOf(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: error.body };
  return { status: 500, body: { code: 'internal_error', message: 'Unexpected error; retry later' } };
}

export function send(response: Response, { status, body, text }: Answer): void {
  if (text !== undefined) response.status(status).type(text.contentType).send(text.content);
  else if (body === undefined) response.status(status).end();
  else response.status(status).json(body);
}
