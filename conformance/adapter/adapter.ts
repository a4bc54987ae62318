/**
 * An adapter: how a target does what the interface document leaves open. An operation of an adapter is a binding, which
 * only renames, or a function, which sends the target's own requests. perform.ts turns both into the same function.
 */
import type { OperationId } from '../../openapi/description.ts';
import type { Caller } from '../http/message.ts';
import type { Names } from './names.ts';
import type { OperationAnswer, OperationRequest } from './operation-types.ts';
import type { Key, OwnHeaders, Send } from './send.ts';

/** A target's names for the assumed parts of one operation. Empty: the names of the description. */
export interface OperationBinding {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path template with the description's path parameters, such as `/v1/people/{personId}/exit`. They may be in a query:
   * `/v1/contract.get?id={contractId}`.
   */
  readonly path?: string;
  /** Query parameters: `{ cursor: 'after' }`. */
  readonly query?: Names;
  /** Fields of the request body: `{ 'address.line1': 'street' }`; a dot in a name means a nested field. */
  readonly body?: Names;
  /** Parts of a form: `{ file: 'content' }`. */
  readonly form?: Names;
  /** Our fields that are not sent, because the target rejects unknown fields: `['principals.email']`. */
  readonly omit?: readonly string[];
  /** Additional fields of the target's body: `{ channel: 'api' }`. `{personId}` is that parameter of the path. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /**
   * Fields of the answer, as in `body`; `$` is the answer as a whole: `{ data: '$' }`; `@location` is the id at the end of the
   * Location header.
   */
  readonly answer?: Names;
  /** A key other than that of the caller. @defaultValue `caller` */
  readonly key?: Key;
  /** The target's success status, if it is not between 200 and 299. */
  readonly status?: number;
}

/**
 * Headers that every request of an operation carries, such as a version; or a function that is called once for each
 * request, such as for an idempotency key. What an operation sends itself goes before. They hold no key of a caller, which
 * checks of access leave out.
 */
export type FurtherHeaders =
  | OwnHeaders
  | ((request: { readonly method: string; readonly path: string }) => OwnHeaders);

/** Tools of a function, beside the request. */
export interface OperationTools {
  readonly send: Send;
  /** Sends with the key of controls, independent of the caller of the operation. */
  readonly control: Send;
  /** The caller of the operation: the suite also sends it with keys that must be rejected. */
  readonly caller: Caller;
  /** The business that the caller acts for, if the suite knows it. */
  readonly businessId: string | undefined;
}

/**
 * Sends the target's own requests for an operation, and returns our response. A rejected request ends the function, and
 * the rejection is the response. The status, the headers and the documented fields of the response are always the
 * target's own, whatever is returned.
 */
export type OperationFunction<Id extends OperationId = OperationId> = (
  request: OperationRequest<Id>,
  tools: OperationTools,
) => Promise<OperationAnswer<Id>> | OperationAnswer<Id>;

/** The target's own way to perform each operation that differs from the description. */
export type Operations = {
  readonly [Id in OperationId]?: OperationBinding | OperationFunction<Id>;
};

/** The target's words for ours. Where it has several for one of ours, requests send the first. */
export type WordTable = Readonly<Record<string, string | readonly string[]>>;

/**
 * The target's words for ours, by field: `{ maritalStatus: { married: 'M' }, 'createPerson.type': { EMPLOYEE: 'staff' }
 * }`. A key may include the parent field (`compInfo.type`) and the operation; the longest matching key counts.
 */
export type Words = Readonly<Record<string, WordTable>>;

/** The target's names of the fields of `data` in events: `{ 'virtual-account.created': { id: 'virtualAccountId' } }`. */
export type EventNames = Readonly<Record<string, Names>>;

/** The claims of an external token. */
export interface JwtClaims {
  /** Name of the claim that names the user. */
  readonly subject: string;
}

/**
 * Resolves when the effect of a write or a control can be read. It is called after each successful one, for a target that
 * processes requests asynchronously.
 */
export type AfterWrite = (send: Send, businessId: string | undefined) => Promise<void>;

export type { Key, Names };
