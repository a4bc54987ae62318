/** Keeps the bytes of a forwarded body, up to the size that is judged. */
import type { IncomingMessage } from 'node:http';
import { textOf } from '../http/reception.ts';

/** A longer body is unknown. */
export const mostJudgedBytes = 1024 * 1024;

/** Records a body while others read it. */
export class PassingBody {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(message: IncomingMessage) {
    message.on('data', (chunk: Buffer) => {
      this.#size += chunk.length;
      if (this.#size <= mostJudgedBytes) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
    });
  }

  get bytes(): Buffer | undefined {
    return this.#size <= mostJudgedBytes ? Buffer.concat(this.#chunks) : undefined;
  }

  /** Also undefined if the body could not be read. */
  text(coding: string | undefined): string | undefined {
    try {
      return this.bytes && textOf([this.bytes], coding);
    } catch {
      return undefined;
    }
  }
}
