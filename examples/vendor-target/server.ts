/**
 * A payroll service of some vendor: small, in memory, written from the interface document alone. It chooses its own
 * names where the document gives none, and omits everything that it does not need.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { notFound, refuseBody } from './answers.ts';
import { authenticate, type Keys } from './authenticate.ts';
import { businessRoutes } from './business-routes.ts';
import { payoutRoutes } from './payout-routes.ts';
import { payrollRoutes } from './payroll-routes.ts';
import { personRoutes } from './person-routes.ts';
import { type Business, newBusiness } from './store.ts';

export interface Vendor extends AsyncDisposable {
  readonly url: string;
}

const broken: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  if (error.status !== undefined && error.status < 500) refuseBody(response);
  else response.status(500).json({ code: 'internal_error', message: 'Something went wrong' });
};

function createVendor(keys: Keys): Server {
  const own: Business = newBusiness();
  const main: Business = newBusiness();
  const created: Business[] = [];
  const app = express();
  app.disable('x-powered-by');
  app.use(authenticate(keys, { own, main, created }));
  app.use(express.json({ limit: '1mb' }));
  app.use(businessRoutes(created));
  app.use(personRoutes());
  app.use(payrollRoutes());
  app.use(payoutRoutes());
  app.use((_request, response) => notFound(response));
  app.use(broken);
  return createServer(app);
}

/** @param port 0 selects any free port */
export async function startVendor(keys: Keys, port = 0): Promise<Vendor> {
  const server = createVendor(keys).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
