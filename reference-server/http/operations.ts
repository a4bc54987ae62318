import { type Request, type Response, Router } from 'express';
import { allOperations, type Operation } from '../../openapi/description.ts';
import type { Service } from '../service/service.ts';
import { invalidBody, notFound } from '../state/refusal.ts';
import { answerOf, send } from './answer.ts';
import { authenticate } from './authentication.ts';
import { readFormBody, readJsonBody } from './body.ts';
import { isPartOf } from './environment.ts';
import type { Answer, ExchangeHooks, Handler, Handlers, UncheckedRequest, ValidRequest } from './exchange.ts';
import { note } from './observe-requests.ts';
import { paramsOf, readQuery } from './parameters.ts';
import type { RateLimits } from './rate-limits.ts';

/** @throws Refusal when the request is not as the description wants it. */
function validate(operation: Operation, { rules }: Service, request: UncheckedRequest): ValidRequest<never> {
  const { validation } = rules;
  // A path that cannot name anything names nothing; reads have no 400 in the description.
  if (validation.ofParameters(operation, 'path', request.path).length > 0) throw notFound();
  const violations = [
    ...validation.ofParameters(operation, 'query', request.query),
    ...validation.ofBody(operation, request.body),
  ];
  if (violations.length > 0) throw invalidBody(paramsOf(violations));
  const { caller, business, path, query, body } = request;
  // The description has just been checked, which the compiler cannot see.
  return { caller, businessId: business.id, path, query, body } as unknown as ValidRequest<never>;
}

async function readBody(operation: Operation, request: Request, response: Response): Promise<unknown> {
  if (operation.requestBody) return await readJsonBody(request, response);
  return operation.formBody && (await readFormBody(request, response));
}

function serve(
  operation: Operation,
  handler: Handler<never>,
  service: Service,
  hooks: ExchangeHooks,
  rateLimits: RateLimits,
) {
  return async (request: Request, response: Response) => {
    let unchecked: UncheckedRequest | undefined;
    note(response, { operation: operation.id });
    const carryOut = async (): Promise<Answer> => {
      const identity = await rateLimits.around(request, response, () =>
        authenticate(operation, service, request),
      );
      note(response, { businessId: identity.business.id, caller: identity.caller.type });
      service.retention?.used(identity.business);
      const path = request.params;
      const query = service.rules.authentication.confine(
        identity.caller,
        operation.id,
        path,
        readQuery(operation.parameters, request.query),
      );
      const body = await readBody(operation, request, response);
      unchecked = { operation: operation.id, ...identity, path, query, body };
      if (hooks.request) unchecked = await hooks.request(unchecked, service);
      return await handler(validate(operation, service, unchecked));
    };
    const answer = await carryOut().catch((error: unknown) => {
      note(response, { error });
      return answerOf(error);
    });
    send(response, hooks.answer ? await hooks.answer(answer, operation, unchecked) : answer);
  };
}

/** One route for each operation of the description that the environment has. */
export function operationsRouter(
  service: Service,
  handlers: Handlers,
  hooks: ExchangeHooks,
  rateLimits: RateLimits,
): Router {
  const router = Router({ caseSensitive: true });
  for (const operation of allOperations) {
    if (!isPartOf(service.environment, operation)) continue;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    // Each handler takes what the description of its own operation says, and only that is handed to it.
    const handler = handlers[operation.id] as Handler<never>;
    router[operation.method](path, serve(operation, handler, service, hooks, rateLimits));
  }
  return router;
}
