/** Operations without HTTP: what the holder of a key could send, for the seed data and the page of the control plane. */
import { type OperationId, operation } from '../../openapi/description.ts';
import type { operations } from '../../openapi/generated/types.ts';
import type { Caller } from '../resources/tokens/authentication.ts';
import type { Service } from '../service/service.ts';
import { invalidBody, notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import { isPartOf } from './environment.ts';
import type { Answer, BodyOf, Handler, Handlers, PathOf, ValidRequest } from './exchange.ts';
import { paramsOf } from './parameters.ts';

/** What a call carries; left out where the operation has none. */
export interface DirectRequest<Op> {
  readonly path?: PathOf<Op>;
  readonly body?: BodyOf<Op>;
}

/** What an operation answers; nothing where it answers without a body. */
export type AnswerBody<Id extends OperationId> =
  Awaited<ReturnType<Handler<operations[Id]>>> extends Answer<infer Body> ? Body | undefined : never;

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

/** Calls the handlers directly; requests are validated against the description as those over HTTP are. */
export function createDirectCaller(service: Service, handlers: Handlers): DirectCaller {
  const { validation } = service.rules;
  const serves = (id: OperationId) => isPartOf(service.environment, operation(id));
  return {
    serves,
    async call<Id extends OperationId>(
      businessId: string,
      id: Id,
      { path, body }: DirectRequest<operations[Id]> = {},
    ) {
      if (!serves(id)) throw notFound();
      const handler: Handler<operations[Id]> = handlers[id];
      const described = operation(id);
      if (validation.ofParameters(described, 'path', { ...path }).length > 0) throw notFound();
      const violations = validation.ofBody(described, body);
      if (violations.length > 0) throw invalidBody(paramsOf(violations));
      const caller = await callerOf(service, businessId);
      // The description has just been checked, which the compiler cannot see.
      const request = { caller, businessId, path, query: {}, body } as unknown as ValidRequest<
        operations[Id]
      >;
      return (await handler(request)).body as AnswerBody<Id>;
    },
  };
}
