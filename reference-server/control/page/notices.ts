import { randomUUID } from 'node:crypto';

/** The result of the last action. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
}

const capacity = 100;

/** Keeps a notice across a redirect, for one reading, under a random id. */
export class Notices {
  readonly #waiting = new Map<string, Notice>();

  leave(notice: Notice): string {
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= capacity && oldest !== undefined) this.#waiting.delete(oldest);
    const id = randomUUID();
    this.#waiting.set(id, notice);
    return id;
  }

  take(id: unknown): Notice | undefined {
    if (typeof id !== 'string') return undefined;
    const notice = this.#waiting.get(id);
    this.#waiting.delete(id);
    return notice;
  }
}
