import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { AnsweredRequest, Observer } from '../service/observer.ts';

/** Facts about a request that become known while the routes handle it. */
type Discovered = Pick<AnsweredRequest, 'operation' | 'businessId' | 'caller' | 'warning' | 'error'>;

type Known = Discovered & Pick<AnsweredRequest, 'requestId'>;

const discovered = new WeakMap<Response, Known>();

/** Adds the facts that a route has found to those of its request. */
export function note(response: Response, facts: Discovered): void {
  const known = discovered.get(response);
  if (known !== undefined) Object.assign(known, facts);
}

/** The id of the request that is answered. */
export const requestIdOf = (response: Response): string | undefined => discovered.get(response)?.requestId;

/** Request ids that are safe to write unchanged into a log and a header. */
const fitRequestId = /^[\w.:-]{1,64}$/;

/** The caller's own id of a request where it is fit, so that one id leads through the logs of both. */
function idFrom(header: string | undefined): string {
  return header !== undefined && fitRequestId.test(header) ? header : randomUUID();
}

/** Gives each request an id in its response, and reports its outcome once it is answered or its connection is gone. */
export function observeRequests({ requestAnswered }: Required<Observer>): RequestHandler {
  return (request, response, next) => {
    const facts: Known = { requestId: idFrom(request.get('x-request-id')) };
    discovered.set(response, facts);
    const { method, path, headers } = request;
    const { 'user-agent': userAgent, traceparent } = headers;
    const beganAt = performance.now();
    response.once('close', () =>
      requestAnswered({
        beganAt,
        durationMillis: performance.now() - beganAt,
        method,
        path,
        ...facts,
        // The status that nginx logs if the client disconnected before the response.
        status: response.headersSent ? response.statusCode : 499,
        ...(userAgent !== undefined && { userAgent }),
        ...(typeof traceparent === 'string' && { traceparent }),
      }),
    );
    next();
  };
}
