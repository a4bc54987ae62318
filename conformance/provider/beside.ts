/**
 * Writes that are made at the same time. A target may reject one with 409 because it carries another one out: it is sent
 * again alone. A 409 for another reason comes again, because a rejected write changes nothing.
 */
import type { Layer } from '../http/transport.ts';
import { Turns } from './turns.ts';

interface Write {
  isBeside: boolean;
}

export class Beside {
  readonly #turns = new Turns();
  readonly #running = new Set<Write>();

  readonly layer: Layer = (next) => async (request) => {
    if (request.method === 'GET') return next(request);
    const end = await this.#turns.take('beside others');
    const write: Write = { isBeside: this.#running.size > 0 };
    for (const other of this.#running) other.isBeside = true;
    this.#running.add(write);
    const first = await next(request).finally(() => {
      this.#running.delete(write);
      end();
    });
    if (first.status !== 409 || !write.isBeside) return first;
    const endAlone = await this.#turns.take('alone');
    return next(request).finally(endAlone);
  };
}
