import type { Response } from 'express';
import { Refusal } from '../refusal.ts';
import type { Answer } from './exchange.ts';

/** The answer for whatever was thrown: a refusal says itself what it is, anything else is our own fault. */
export function answerOf(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: error.body };
  return { status: 500, body: { code: 'internal_error', message: 'Unexpected error; retry later' } };
}

/** JSON of bodies that never change, which are answered again and again. */
const knownJson = new WeakMap<object, string>();

function jsonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return JSON.stringify(body);
  const json = knownJson.get(body) ?? JSON.stringify(body);
  knownJson.set(body, json);
  return json;
}

export function send(response: Response, { status, body, text }: Answer): void {
  if (text !== undefined) {
    response.status(status).type(text.contentType).send(text.content);
  } else if (body === undefined) {
    response.status(status).end();
  } else {
    const json = jsonOf(body);
    // Written at once with the headers, which Express would look into for a type and an encoding.
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(json),
    });
    response.end(json);
  }
}
