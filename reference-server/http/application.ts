import express, { type ErrorRequestHandler, type Express, type RequestHandler, Router } from 'express';
import { methodsOf } from '../../openapi/path-methods.ts';
import type { Observer } from '../service/observer.ts';
import type { Service } from '../service/service.ts';
import { invalidBody, notFound } from '../state/refusal.ts';
import { answerOf, send } from './answer.ts';
import type { ExchangeHooks, Handlers } from './exchange.ts';
import { localFrontends } from './local-frontends.ts';
import { nameMethods, refuseMethod } from './methods.ts';
import { note, observeRequests } from './observe-requests.ts';
import { operationsRouter, servedBy } from './operations.ts';
import type { RateLimits } from './rate-limits.ts';
import { screenRequests } from './web-server.ts';

/**
 * Responds to errors that no route has handled, such as a path that cannot be decoded. Express requires four
 * parameters.
 */
const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  note(response, { error });
  send(response, answerOf(error instanceof URIError ? invalidBody({ path: 'cannot be decoded' }) : error));
};

/** Routes of the server beside the service; all their paths begin with an underscore. */
export interface Asides {
  /** Routes of the control plane, when it is switched on. */
  readonly control?: Router;
  /** Answers with the metrics. */
  readonly metrics?: RequestHandler;
}

function asideRouter({ control, metrics }: Asides): Router {
  const router = Router({ caseSensitive: true });
  if (metrics) router.get('/_metrics', metrics);
  if (control) router.use(control);
  return router;
}

/**
 * The Express application of a service.
 *
 * @param observer called with every request.
 */
export function createApplication(
  service: Service,
  handlers: Handlers,
  hooks: ExchangeHooks,
  rateLimits: RateLimits,
  observer: Required<Observer>,
  asides: Asides = {},
): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.use(observeRequests(observer));
  application.use(screenRequests);
  // Routers try routes in order, so requests to the service skip the routes about the server itself.
  const aside = asideRouter(asides);
  application.use((...turn) => (turn[0].path.startsWith('/_') ? aside(...turn) : turn[2]()));
  const methodsAt = methodsOf(servedBy(service));
  application.use(localFrontends(methodsAt));
  application.use(nameMethods(methodsAt));
  application.use(operationsRouter(service, handlers, hooks, rateLimits));
  application.use(refuseMethod(methodsAt));
  application.use((_request, response) => send(response, answerOf(notFound())));
  application.use(onError);
  return application;
}
