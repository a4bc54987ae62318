import express, { type ErrorRequestHandler, type Express, type RequestHandler, Router } from 'express';
import { invalidBody, notFound } from '../refusal.ts';
import { beneficiaryRoutes } from '../resources/beneficiaries/routes.ts';
import { businessRoutes } from '../resources/businesses/routes.ts';
import { complianceRoutes } from '../resources/compliance/routes.ts';
import { contractRoutes } from '../resources/contracts/routes.ts';
import { externalAccountRoutes } from '../resources/external-accounts/routes.ts';
import { fileRoutes } from '../resources/files/routes.ts';
import { invoiceRoutes } from '../resources/invoices/routes.ts';
import { kybRoutes } from '../resources/kyb/routes.ts';
import { kycRoutes } from '../resources/kyc/routes.ts';
import { payoutRoutes } from '../resources/payouts/routes.ts';
import { payrollRoutes } from '../resources/payrolls/routes.ts';
import { personRoutes } from '../resources/persons/routes.ts';
import { reimbursementRoutes } from '../resources/reimbursements/routes.ts';
import { taxRoutes } from '../resources/tax/routes.ts';
import { tokenRoutes } from '../resources/tokens/routes.ts';
import { transactionRoutes } from '../resources/transactions/routes.ts';
import { userRoutes } from '../resources/users/routes.ts';
import { virtualAccountRoutes } from '../resources/virtual-accounts/routes.ts';
import { walletRoutes } from '../resources/wallets/routes.ts';
import type { Service } from '../service.ts';
import type { Observer } from '../telemetry/observer.ts';
import { answerOf, send } from './answer.ts';
import type { ExchangeHooks, Handlers } from './exchange.ts';
import { localFrontends } from './local-frontends.ts';
import { note, observeRequests } from './observe-requests.ts';
import { operationsRouter } from './operations.ts';
import { screenRequests } from './web-server.ts';

/** What a route did not answer itself, such as a path that cannot be decoded. Express wants four parameters. */
const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  note(response, { error });
  send(response, answerOf(error instanceof URIError ? invalidBody({ path: 'cannot be decoded' }) : error));
};

/** The operations that the server serves. */
export function handlersOf(service: Service): Handlers {
  return {
    ...beneficiaryRoutes(service),
    ...businessRoutes(service),
    ...complianceRoutes(service),
    ...contractRoutes(service),
    ...externalAccountRoutes(service),
    ...fileRoutes(service),
    ...invoiceRoutes(service),
    ...kybRoutes(service),
    ...kycRoutes(service),
    ...payoutRoutes(service),
    ...payrollRoutes(service),
    ...personRoutes(service),
    ...reimbursementRoutes(service),
    ...taxRoutes(service),
    ...tokenRoutes(service),
    ...transactionRoutes(service),
    ...userRoutes(service),
    ...virtualAccountRoutes(service),
    ...walletRoutes(service),
  };
}

/** What the server has beside the service: all of it under paths that begin with an underscore. */
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
 * @param observer told of every request.
 */
export function createApplication(
  service: Service,
  handlers: Handlers,
  hooks: ExchangeHooks,
  observer: Required<Observer>,
  asides: Asides = {},
): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.use(observeRequests(observer));
  application.use(screenRequests);
  // Routers try one route after the other: a request to the service need not pass those about the server itself.
  const aside = asideRouter(asides);
  application.use((...turn) => (turn[0].path.startsWith('/_') ? aside(...turn) : turn[2]()));
  application.use(localFrontends);
  application.use(operationsRouter(service, handlers, hooks));
  application.use((_request, response) => send(response, answerOf(notFound())));
  application.use(onError);
  return application;
}
