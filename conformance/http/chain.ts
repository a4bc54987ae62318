/** The way of a request to the target: a list of layers, each of which does one thing with every request. */
import type { IncomingResponse, OutgoingRequest } from './transport.ts';

export type SendRequest = (request: OutgoingRequest) => Promise<IncomingResponse>;

/** May send the request again, or do something before or after it. */
export type Layer = (next: SendRequest) => SendRequest;

/** @param layers the outermost first */
export const chain = (layers: readonly Layer[], transport: SendRequest): SendRequest =>
  layers.reduceRight((next, layer) => layer(next), transport);
