import express, { type ErrorRequestHandler, type Express, type Request, type Router } from 'express';
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
import { answerOf, send } from './answer.ts';
import type { ExchangeHooks, Handlers } from './exchange.ts';
import { localFrontends } from './local-frontends.ts';
import { operationsRouter } from './operations.ts';
import { logRequests, type RequestLog } from './request-log.ts';
import { screenRequests } from './web-server.ts';

/** What a route did not answer itself, such as a path that cannot be decoded. Express wants four parameters. */
const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  send(response, answerOf(error instanceof URIError ? invalidBody({ path: 'cannot be decoded' }) : error));
};

const isForControl = ({ path }: Request) => path === '/_control' || path.startsWith('/_control/');

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

/**
 * The Express application of a service.
 *
 * @param log takes every request but those to the control plane.
 * @param control routes of the control plane, when it is switched on.
 */
export function createApplication(
  service: Service,
  handlers: Handlers,
  hooks: ExchangeHooks,
  log: RequestLog,
  control?: Router,
): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.use(screenRequests);
  // Routers try one route after the other: a request to the service need not pass those of the control plane.
  if (control) application.use((...turn) => (isForControl(turn[0]) ? control(...turn) : turn[2]()));
  application.use(logRequests(log, service.clock));
  application.use(localFrontends);
  application.use(operationsRouter(service, handlers, hooks));
  application.use((_request, response) => send(response, answerOf(notFound())));
  application.use(onError);
  return application;
}
