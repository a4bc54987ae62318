import { type Request, type Response, Router } from 'express';
import { validate } from '../../openapi/validate.ts';
import { answerOf, send } from '../http/answer.ts';
import { jsonReader, readJsonBody } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';
import { paramsOf, readQuery } from '../http/parameters.ts';
import { validationRules } from '../http/validation-rules.ts';
import { forbidden, invalidBody, notFound, notImplemented } from '../refusal.ts';
import type { Service } from '../service.ts';
import { isLoopbackAddress } from '../webhooks/loopback.ts';
import type { ControlHandler, ControlRequest } from './exchange.ts';
import { controlHandlers, type ServerFacts } from './handlers.ts';
import { type ControlOperation, controlOperations } from './operations.ts';

/** A snapshot holds everything that the server remembers. */
const readSnapshotBody = jsonReader(64 * 1024 * 1024);

/** @throws Refusal when the request is not as control.yaml wants it. */
async function readRequest(
  operation: ControlOperation,
  request: Request,
  response: Response,
): Promise<ControlRequest<never>> {
  const { parameters, requestBody } = operation;
  const path = request.params;
  const query = readQuery(parameters, request.query);
  if (validationRules.ofParameters(operation, 'path', path).length > 0) throw notFound();
  const readBody = operation.id === 'restoreSnapshot' ? readSnapshotBody : readJsonBody;
  const body = requestBody && (await readBody(request, response));
  const violations = [
    ...validationRules.ofParameters(operation, 'query', query),
    ...(requestBody ? validate(requestBody, body) : []),
  ];
  if (violations.length > 0) throw invalidBody(paramsOf(violations));
  // The description has just been checked, which the compiler cannot see.
  return { path, query, body } as unknown as ControlRequest<never>;
}

function serve(operation: ControlOperation, handler: ControlHandler<never>) {
  return async (request: Request, response: Response) => {
    const carryOut = async (): Promise<Answer> => {
      if (!isLoopbackAddress(request.socket.remoteAddress ?? ''))
        throw forbidden('The control plane only answers this machine');
      return await handler(await readRequest(operation, request, response));
    };
    send(response, await carryOut().catch(answerOf));
  };
}

async function notServed(): Promise<never> {
  throw notImplemented();
}

/** The control plane, for a server that is started with it. */
export function controlRouter(service: Service, about: ServerFacts): Router {
  const handlers = controlHandlers(service, about);
  const router = Router({ caseSensitive: true });
  for (const operation of controlOperations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handler = (handlers[operation.id] ?? notServed) as ControlHandler<never>;
    router[operation.method](path, serve(operation, handler));
  }
  return router;
}
