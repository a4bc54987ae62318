/** The way of a request to the target: a list of layers, each of which does one thing with every request. */
import type { Layer, SendRequest } from './transport.ts';

/** @param layers the outermost first */
export const chain = (layers: readonly Layer[], transport: SendRequest): SendRequest =>
  layers.reduceRight((next, layer) => layer(next), transport);
