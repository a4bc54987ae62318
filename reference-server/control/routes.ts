import { type Request, type RequestHandler, type Response, Router } from 'express';
import { answerOf, send } from '../http/answer.ts';
import { jsonReader, readJsonBody } from '../http/body.ts';
import { note } from '../http/observe-requests.ts';
import { readQuery } from '../http/parameters.ts';
import { notFound } from '../state/refusal.ts';
import type { ControlHandler, ControlHandlers } from './exchange.ts';
import { checkPath, checkRequest } from './levers.ts';
import { type ControlOperation, controlOperations } from './operations.ts';
import type { PageParts } from './page/actions.ts';
import { pageRouter } from './page/routes.ts';

/** A snapshot holds everything that the server remembers. */
const readSnapshotBody = jsonReader(64 * 1024 * 1024);

function serve(operation: ControlOperation, handler: ControlHandler<never>) {
  return async (request: Request, response: Response) => {
    note(response, { operation: operation.id });
    const carryOut = async () => {
      const path = request.params;
      checkPath(operation, path);
      const query = readQuery(operation.parameters, request.query);
      const readBody = operation.id === 'restoreSnapshot' ? readSnapshotBody : readJsonBody;
      const body = operation.requestBody && (await readBody(request, response));
      return handler(checkRequest(operation, { path, query, body }));
    };
    const refuse = (error: unknown) => {
      note(response, { error });
      return answerOf(error);
    };
    send(response, await carryOut().catch(refuse));
  };
}

/**
 * The control plane with its page, for a server that is started with it.
 *
 * @param guard decides who may use it.
 */
export function controlRouter(handlers: ControlHandlers, parts: PageParts, guard: RequestHandler): Router {
  const router = Router({ caseSensitive: true });
  router.use('/_control', guard);
  router.use(pageRouter(parts));
  for (const operation of controlOperations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handler = handlers[operation.id] as ControlHandler<never>;
    router[operation.method](path, serve(operation, handler));
  }
  router.use('/_control', (_request, response) => send(response, answerOf(notFound())));
  return router;
}
