/** Sends requests of the operations and controls of an adapter. */
import type { FormFile } from '../http/message.ts';

/**
 * The key that a request carries. `caller`: the key of the caller of the operation. `case`: the platform key for the
 * business that the case works in, or the org key. `{ env }`: the environment variable that holds it, listed in `secrets`
 * of the adapter.
 */
export type Key = 'caller' | 'case' | 'platform' | 'org' | 'none' | { readonly env: string };

/** Names in lower case. A secret comes from an environment variable that the adapter lists. */
export type OwnHeaders = Readonly<Record<string, string | { readonly env: string }>>;

/** A request of the target's own. */
export interface OwnRequest {
  /** @defaultValue `POST` with a body or a form, else `GET` */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Base address of the path. @defaultValue the target in an operation, `controlBaseUrl` of the adapter in a control */
  readonly baseUrl?: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as multipart/form-data instead of `body`. */
  readonly form?: Readonly<Record<string, FormFile>>;
  readonly headers?: OwnHeaders;
  /** @defaultValue `caller` in an operation, `none` at another base address; `controlKey` of the adapter in a control */
  readonly key?: Key;
  /** Further success statuses beside 200 to 299, such as 303. */
  readonly success?: readonly number[];
  /** Whether the operation continues after a rejection. Otherwise the rejection is its response. A control always continues. */
  readonly mayFail?: true;
}

export interface OwnAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

/** Sends a request and records it, so that a finding shows what really happened. */
export type Send = (request: OwnRequest) => Promise<OwnAnswer>;
