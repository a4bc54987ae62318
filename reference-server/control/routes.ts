import { type RequestHandler, Router } from 'express';
import { answerOf, send } from '../http/answer.ts';
import { jsonReader, readJsonBody } from '../http/body.ts';
import { answered, call, checkPath, readQuery, routerOf } from '../http/pipe.ts';
import type { RequestLog } from '../http/request-log.ts';
import { validationRules } from '../resources/validation.ts';
import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { type ControlHandlers, controlOperations } from './operations.ts';
import { moneyControls, peopleControls } from './outside-world.ts';
import type { PageParts } from './page/actions.ts';
import { pageRouter } from './page/routes.ts';
import { type ServerFacts, serverControls } from './server.ts';
import { tokenControls } from './tokens.ts';
import { webhookControls } from './webhooks.ts';

/** A snapshot holds everything that the server remembers. */
const readSnapshotBody = jsonReader(64 * 1024 * 1024);

/**
 * The control plane with its page, for a server that is started with it.
 *
 * @param guard decides which callers may use it.
 */
export function controlRouter(handlers: ControlHandlers, parts: PageParts, guard: RequestHandler): Router {
  const router = Router({ caseSensitive: true });
  router.use('/_control', guard);
  router.use(pageRouter(parts));
  router.use(
    routerOf(controlOperations, (operation, request, response) =>
      answered(response, async () => {
        const path = request.params;
        checkPath(validationRules, operation, path);
        const query = readQuery(operation.parameters, request.query);
        const readBody = operation.id === 'restoreSnapshot' ? readSnapshotBody : readJsonBody;
        const body = operation.requestBody && (await readBody(request, response));
        return call(handlers[operation.id], validationRules, operation, { path, query, body });
      }),
    ),
  );
  router.use('/_control', (_request, response) => send(response, answerOf(notFound())));
  return router;
}

/**
 * The controls of control.yaml.
 *
 * @param about facts that the server reports about itself beside its keys.
 * @param log the latest requests.
 * @param startOver returns to the state after start.
 */
export function controlHandlers(
  service: Service,
  about: ServerFacts,
  log: RequestLog,
  startOver: () => Promise<void>,
): ControlHandlers {
  return {
    ...moneyControls(service),
    ...peopleControls(service),
    ...serverControls(service, about, log, startOver),
    ...tokenControls(service),
    ...webhookControls(service),
  };
}
