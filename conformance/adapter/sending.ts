/** The requests that one operation sends, and what came back. */
import type { OperationId } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { isSuccess } from '../http/is-success.ts';
import { assemble, type Caller, callerHeaders, type OperationInput } from '../http/message.ts';
import type { IncomingResponse, OutgoingRequest } from '../http/transport.ts';
import type { Operations, Words } from './adapter.ts';
import { variablesIn } from './rejection.ts';
import type { Key, OwnAnswer, OwnHeaders, OwnRequest } from './send.ts';

/** The parts of a scenario that an operation is performed with. */
export interface SendingContext {
  readonly operations: Operations;
  readonly words: Words;
  /** The field that holds the whole of each response that the document leaves open. */
  readonly unwrap?: string;
  /** Operations with a documented path but an undocumented request. */
  readonly openRequests: readonly OperationId[];
  /** Sends a request and records it. */
  readonly exchange: (request: OutgoingRequest) => Promise<IncomingResponse>;
  /** The key that controls send. */
  readonly controlKey: Exclude<Key, 'caller'>;
  /** Base address of controls. @defaultValue the target */
  readonly controlBaseUrl?: string;
  /** The headers of a key other than that of the caller. */
  readonly headersOf: (key: Exclude<Key, 'caller'>) => Readonly<Record<string, string>>;
  /** Headers that every request carries. */
  readonly headersOfAll?: (request: OutgoingRequest) => Promise<OwnHeaders>;
  /** The value of an environment variable that the adapter lists. */
  readonly secret: (variable: string) => string;
  readonly businessIdOf: (caller: Caller) => string | undefined;
  /** Called when a function of the adapter uses the controls of the target, which may move its clock. */
  readonly onControl?: () => void;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
}

export function parse(text: string): unknown {
  // Many responses have no body, and an exception is expensive.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The method of a request of the target's own. */
export const methodOf = ({ method, body, form }: OwnRequest): NonNullable<OwnRequest['method']> =>
  method ?? (body === undefined && form === undefined ? 'GET' : 'POST');

function withSecrets(headers: OwnHeaders = {}, secret: SendingContext['secret']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : secret(value.env),
    ]),
  );
}

/** A request of the target's own, as it is sent. */
export function toOutgoing(
  own: OwnRequest,
  sender: Readonly<Record<string, string>>,
  secret: SendingContext['secret'],
): OutgoingRequest {
  const { path, query = {}, body, form, headers, baseUrl } = own;
  const known = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const outgoing = assemble(methodOf(own), path, sender, {
    query: Object.fromEntries(known),
    headers: withSecrets(headers, secret),
    ...(form === undefined ? { body } : { form }),
  });
  return baseUrl === undefined ? outgoing : { ...outgoing, baseUrl };
}

/** What an adapter's function gets: without the object around it, if all responses of the target may have one. */
export function answerOf({ status, headers, text }: IncomingResponse, unwrap: string | undefined): OwnAnswer {
  const json = parse(text);
  const isWrapped = unwrap !== undefined && isRecord(json) && unwrap in json;
  return { status, headers, text, json: isWrapped ? json[unwrap] : json };
}

/** One request that an operation sent, and what came back. */
export interface Sent {
  readonly request: OutgoingRequest;
  readonly response: IncomingResponse;
  /** That of the response, or 200 if the adapter says that it means success. */
  readonly status: number;
  /** Whether the operation goes on after a rejection. */
  readonly mayFail: boolean;
  /** Whether it carried the credentials of the caller. */
  readonly byCaller: boolean;
  /** The environment variables of other keys that it carried. */
  readonly variables: readonly string[];
}

interface How {
  readonly byCaller: boolean;
  /** Further success statuses. */
  readonly success?: readonly number[];
  readonly mayFail?: boolean;
  readonly variables?: readonly string[];
}

/** Sends the requests of one operation, and keeps them in their order. */
export class Sending {
  readonly caller: Caller;
  readonly surroundings: SendingContext;
  readonly all: Sent[] = [];
  readonly #headers: NonNullable<OperationInput['headers']>;
  #change = (request: OutgoingRequest): OutgoingRequest => request;

  constructor(caller: Caller, { headers = {} }: OperationInput, surroundings: SendingContext) {
    this.caller = caller;
    this.surroundings = surroundings;
    this.#headers = headers;
  }

  async exchange(
    plain: OutgoingRequest,
    { byCaller, success = [], mayFail = false, variables = [] }: How,
  ): Promise<Sent> {
    const { headersOfAll, secret } = this.surroundings;
    const further = withSecrets(await headersOfAll?.(plain), secret);
    const request = { ...plain, headers: { ...further, ...plain.headers } };
    const response = await this.surroundings.exchange(request);
    const status = success.includes(response.status) ? 200 : response.status;
    const sent = { request, response, status, mayFail, byCaller, variables };
    this.all.push(sent);
    return sent;
  }

  /** Changes the requests of the target's own before they are sent. */
  replaceBody(change: (request: OutgoingRequest) => OutgoingRequest): void {
    this.#change = change;
  }

  /** Sends a request of the target's own. */
  async send(own: OwnRequest): Promise<Sent> {
    const { headersOf, secret } = this.surroundings;
    const { key = own.baseUrl === undefined ? 'caller' : 'none', success, mayFail } = own;
    const sender = key === 'caller' ? { ...callerHeaders(this.caller), ...this.#headers } : headersOf(key);
    return this.exchange(this.#change(toOutgoing(own, sender, secret)), {
      byCaller: key === 'caller',
      variables: variablesIn({ ...own, key }),
      ...(success && { success }),
      ...(mayFail && { mayFail }),
    });
  }
}

/** The request that counts, and our JSON for its response. */
export interface SentRequest {
  readonly sent: Sent;
  readonly json: unknown;
}

/** How a target performs an operation: a binding and a function of an adapter both become this. */
export type Perform = (input: OperationInput, sending: Sending) => Promise<SentRequest>;

export const succeeded = ({ status }: Sent): boolean => isSuccess(status);
