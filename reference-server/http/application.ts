import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { invalidBody, notFound } from '../refusal.ts';
import { businessRoutes } from '../resources/businesses/routes.ts';
import { payrollRoutes } from '../resources/payrolls/routes.ts';
import { personRoutes } from '../resources/persons/routes.ts';
import { walletRoutes } from '../resources/wallets/routes.ts';
import type { Service } from '../service.ts';
import { answerOf, send } from './answer.ts';
import type { Handlers } from './exchange.ts';
import { type ExchangeHooks, operationsRouter } from './operations.ts';

/** What a route did not answer itself, such as a path that cannot be decoded. Express wants four parameters. */
const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  send(response, answerOf(error instanceof URIError ? invalidBody({ path: 'cannot be decoded' }) : error));
};

/** The operations that the server serves. */
export function handlersOf(service: Service): Handlers {
  return {
    ...businessRoutes(service),
    ...personRoutes(service),
    ...payrollRoutes(service),
    ...walletRoutes(service),
  };
}

/**
 * The Express application of a service.
 *
 * @param control routes of the control plane, when it is switched on.
 */
export function createApplication(
  service: Service,
  handlers: Handlers,
  hooks: ExchangeHooks,
  control?: Router,
): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.use(operationsRouter(service, handlers, hooks));
  if (control) application.use(control);
  application.use((_request, response) => send(response, answerOf(notFound())));
  application.use(onError);
  return application;
}
