/** Methods that a path does not have, and the question for those that it has. */
import type { RequestHandler } from 'express';
import type { MethodsAt } from '../../openapi/path-methods.ts';
import { Refusal } from '../state/refusal.ts';
import { answerOf, send } from './answer.ts';

/** Answers `OPTIONS` where there is something at the path. */
export const nameMethods =
  (methodsAt: MethodsAt): RequestHandler =>
  (request, response, next) => {
    const methods = request.method === 'OPTIONS' ? methodsAt(request.path) : [];
    if (methods.length === 0) return next();
    response.setHeader('Allow', methods.join(', '));
    send(response, { status: 204 });
  };

/** Rejects requests whose path has routes for other methods only. */
export const refuseMethod =
  (methodsAt: MethodsAt): RequestHandler =>
  (request, response, next) => {
    const methods = methodsAt(request.path);
    if (methods.length === 0 || methods.includes(request.method)) return next();
    response.setHeader('Allow', methods.join(', '));
    const message = `${request.path} has no ${request.method}`;
    send(response, answerOf(new Refusal(405, 'method_not_allowed', message)));
  };
