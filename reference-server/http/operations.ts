/** The operations of the description: over HTTP, and called by the server itself. */
import type { Request, Response, Router } from 'express';
import { allOperations, type Operation, type OperationId, operation } from '../../openapi/description.ts';
import type { operations } from '../../openapi/generated/types.ts';
import type { Caller } from '../resources/tokens/authentication.ts';
import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import { authenticate } from './authentication.ts';
import { readFormBody, readJsonBody } from './body.ts';
import {
  type Answer,
  type BodyOf,
  type ExchangeHooks,
  type Handler,
  type Handlers,
  type PathOf,
  type UncheckedRequest,
  warningHeader,
} from './exchange.ts';
import { note } from './observe-requests.ts';
import { answered, call, readQuery, routerOf } from './pipe.ts';
import type { RateLimits } from './rate-limits.ts';

/** Whether an environment has an operation (section "Sandbox-only behaviour"). */
const isPartOf = ({ environment }: Service, { path }: Operation): boolean =>
  environment === 'sandbox' || !path.startsWith('/v1/sandbox/');

/** The operations that the environment has. */
export const servedBy = (service: Service): readonly Operation[] =>
  allOperations.filter((described) => isPartOf(service, described));

async function readBody(described: Operation, request: Request, response: Response): Promise<unknown> {
  if (described.requestBody) return await readJsonBody(request, response);
  return described.formBody && (await readFormBody(request, response));
}

/** The part of a request that a handler sees. */
const requestOf = ({ business, caller, path, query, body }: UncheckedRequest) => ({
  businessId: business.id,
  caller,
  path,
  query,
  body,
});

/** One route for each operation of the description that the environment has. */
export function operationsRouter(
  service: Service,
  handlers: Handlers,
  hooks: ExchangeHooks,
  rateLimits: RateLimits,
): Router {
  const { authentication, validation } = service.rules;
  const served = allOperations.filter((each) => isPartOf(service, each) || hooks.serves?.(each));
  return routerOf(served, async (described, request, response) => {
    const { id } = described;
    let unchecked: UncheckedRequest | undefined;
    const answer = await answered(response, async () => {
      const identity = await rateLimits.around(request, response, () =>
        authenticate(described, service, request),
      );
      note(response, { businessId: identity.business.id, caller: identity.caller.type });
      service.used(identity.business);
      const path = request.params;
      const given = readQuery(described.parameters, request.query);
      const query = authentication.confine(identity.caller, id, path, given);
      const body = await readBody(described, request, response);
      const warning = hooks.warnings?.(described, body, request.query).join(' ') ?? '';
      if (warning !== '') {
        response.setHeader(warningHeader, warning);
        note(response, { warning });
      }
      unchecked = { operation: id, ...identity, path, query, body };
      if (hooks.request) unchecked = await hooks.request(unchecked, service);
      return await call(handlers[id], validation, described, requestOf(unchecked));
    });
    return hooks.answer ? hooks.answer(answer, described, unchecked) : answer;
  });
}

/** The values of a call; omitted if the operation has none. */
export interface DirectRequest<Op> {
  readonly path?: PathOf<Op>;
  readonly body?: BodyOf<Op>;
}

/** The response body of an operation; undefined if it has none. */
export type AnswerBody<Id extends OperationId> =
  Awaited<ReturnType<Handler<operations[Id]>>> extends Answer<infer Body> ? Body | undefined : never;

/** Operations without HTTP, as the holder of a key could call them, for the seed data and the page of the control plane. */
export interface DirectCaller {
  /** Whether the environment has an operation. */
  serves(id: OperationId): boolean;
  /**
   * Sends a call about a business as its platform or its own key would.
   *
   * @throws Refusal as over HTTP.
   */
  call<Id extends OperationId>(
    businessId: string,
    id: Id,
    request?: DirectRequest<operations[Id]>,
  ): Promise<AnswerBody<Id>>;
}

async function callerOf({ access, store }: Service, businessId: string): Promise<Caller> {
  const business = await store.transaction(
    (transaction) => transaction.get('businesses', businessId),
    reading,
  );
  if (business === undefined) throw notFound();
  return business.kind === 'independent'
    ? { type: 'org', business: access.org }
    : { type: 'platform', business: access.platform };
}

export function createDirectCaller(service: Service, handlers: Handlers): DirectCaller {
  const { validation } = service.rules;
  const serves = (id: OperationId) => isPartOf(service, operation(id));
  return {
    serves,
    async call<Id extends OperationId>(
      businessId: string,
      id: Id,
      { path, body }: DirectRequest<operations[Id]> = {},
    ) {
      if (!serves(id)) throw notFound();
      const caller = await callerOf(service, businessId);
      const request = { caller, businessId, path: { ...path }, query: {}, body };
      return (await call(handlers[id], validation, operation(id), request)).body as AnswerBody<Id>;
    },
  };
}
