import type { Response } from 'express';
import { Refusal } from '../state/refusal.ts';
import type { Answer } from './exchange.ts';
import { requestIdOf } from './observe-requests.ts';

/** The response to a thrown error: a Refusal has its own status, any other error is our own fault. */
export function answerOf(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: error.body };
  return { status: 500, body: { code: 'internal_error', message: 'Unexpected error; retry later' } };
}

/** JSON of bodies that never change, which are answered again and again: as bytes, so that it is encoded once. */
const knownJson = new WeakMap<object, Uint8Array>();

function jsonOf(body: unknown): string | Uint8Array {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return JSON.stringify(body);
  const json = knownJson.get(body) ?? Buffer.from(JSON.stringify(body));
  knownJson.set(body, json);
  return json;
}

/**
 * Browsers may only use a response as its declared type, outside of frames, and may not keep it. The pages of the
 * control plane have their own headers. HSTS is left to the proxy that serves HTTPS in front of the server.
 */
const defences = [
  ...['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

export function send(response: Response, { status, body, text }: Answer): void {
  const requestId = requestIdOf(response);
  const common = requestId === undefined ? defences : ['X-Request-Id', requestId, ...defences];
  if (text !== undefined) {
    for (let index = 0; index < common.length; index += 2)
      response.setHeader(common[index] ?? '', common[index + 1] ?? '');
    response.status(status).type(text.contentType).send(text.content);
  } else if (body === undefined) {
    response.writeHead(status, common).end();
  } else {
    const json = jsonOf(body);
    // Written at once with the headers, which Express would look into for a type and an encoding.
    response.writeHead(status, [
      ...common,
      ...[
        'content-type',
        'application/json; charset=utf-8',
        'content-length',
        String(Buffer.byteLength(json)),
      ],
    ]);
    response.end(json);
  }
}

/**
 * Makes the body of a response once, as long as its source stays the same. The body is frozen, so `send` knows that its
 * text stays the same as well.
 */
export function remembered<Source extends object, Body extends object>(
  make: (source: Source) => Body,
): (source: Source) => Readonly<Body> {
  const bodies = new WeakMap<Source, Readonly<Body>>();
  return (source) => {
    const body = bodies.get(source) ?? Object.freeze(make(source));
    bodies.set(source, body);
    return body;
  };
}
