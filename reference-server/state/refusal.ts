import type { Schemas } from './schemas.ts';

/** A request that the service does not carry out. Thrown by rules and routes, answered as the document's error object. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly params: Readonly<Record<string, string>> | undefined;

  constructor(status: number, code: string, message: string, params?: Readonly<Record<string, string>>) {
    super(message);
    this.status = status;
    this.code = code;
    this.params = params;
  }

  /** The error object (section "Errors"). */
  get body(): Schemas['Error'] {
    const { code, message, params } = this;
    return { code, message, ...(params && { params }) };
  }
}

/** @param params a message for each offending field, nested fields by their dotted path. */
export const invalidBody = (params: Readonly<Record<string, string>>) =>
  new Refusal(400, 'invalid_request_body', 'The request body provided is not valid', params);

export const unauthorized = (message: string) => new Refusal(401, 'unauthorized', message);

export const forbidden = (message: string) => new Refusal(403, 'forbidden', message);

export const notFound = () =>
  new Refusal(404, 'resource_not_found', 'The requested resource could not be found');

/** The document shows no code for a call that the state of a resource does not allow; this one is ours. */
export const invalidState = (message: string) => new Refusal(400, 'invalid_state', message);
