import { randomUUID } from 'node:crypto';

/** What became of the button that was pressed last. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
}

const capacity = 100;

/** Keeps what is to be said after a redirect, once, under an id that nobody can make up. */
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
