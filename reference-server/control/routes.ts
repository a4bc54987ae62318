import { type Request, type Response, Router } from 'express';
import { answerOf, send } from '../http/answer.ts';
import { readJsonBody } from '../http/body.ts';
import { createDirectCaller } from '../http/direct-call.ts';
import type { Handlers } from '../http/exchange.ts';
import { readQuery } from '../http/parameters.ts';
import type { RequestLog } from '../http/request-log.ts';
import { notFound, notImplemented } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { ControlHandler } from './exchange.ts';
import { guardControlPlane } from './guard.ts';
import { controlHandlers, type ServerFacts } from './handlers.ts';
import { checkPath, checkRequest, createLevers } from './levers.ts';
import { type ControlOperation, controlOperations } from './operations.ts';
import { pageRouter } from './page/routes.ts';

function serve(operation: ControlOperation, handler: ControlHandler<never>) {
  return async (request: Request, response: Response) => {
    const carryOut = async () => {
      const path = request.params;
      checkPath(operation, path);
      const query = readQuery(operation.parameters, request.query);
      const body = operation.requestBody && (await readJsonBody(request, response));
      return handler(checkRequest(operation, { path, query, body }));
    };
    send(response, await carryOut().catch(answerOf));
  };
}

async function notServed(): Promise<never> {
  throw notImplemented();
}

/**
 * The control plane with its page, for a server that is started with it.
 *
 * @param operations what the page can do in the name of a caller.
 * @param log the latest requests.
 */
export function controlRouter(
  service: Service,
  about: ServerFacts,
  operations: Handlers,
  log: RequestLog,
): Router {
  const handlers = controlHandlers(service, about, log);
  const router = Router({ caseSensitive: true });
  router.use('/_control', guardControlPlane);
  router.use(
    pageRouter({
      service,
      levers: createLevers(handlers),
      operations: createDirectCaller(service, operations),
      log,
      about,
    }),
  );
  for (const operation of controlOperations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handler = (handlers[operation.id] ?? notServed) as ControlHandler<never>;
    router[operation.method](path, serve(operation, handler));
  }
  router.use('/_control', (_request, response) => send(response, answerOf(notFound())));
  return router;
}
