/**
 * How many cases are at work at a time on a server that is far away: more of them as long as it answers as quickly as
 * before and to everybody. A near one is busy with the usual number.
 */
import type { Layer } from '../http/transport.ts';

/** More would open too many connections. */
export const mostConcurrency = 32;

/** None of the first answers of a server that is far away comes sooner, in milliseconds. */
const far = { answers: 8, millis: 20 };

/** Answers between two looks: enough for the usual mixture of operations. */
const answersAtLeast = 24;

/** A median that is at most this much above the usual one is as quick. */
const asQuick = { part: 1.3, millis: 3 };
/** One that is this much above it shows that the target is busy. */
const isBusy = { part: 2, millis: 10 };

const beyond = (usual: number, { part, millis }: typeof asQuick) => usual * part + millis;

/** Statuses of a target that wants to be left alone. */
const turnsAway: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export class Tempo {
  #width: number;
  readonly #least: number;
  #most = mostConcurrency;
  /** The medians of the time when no more than the usual number was at work. */
  readonly #usual: number[] = [];
  #millis: number[] = [];
  #answers = 0;
  #quickest = Number.POSITIVE_INFINITY;

  /** @param usual width to begin with, and to come back to */
  constructor(usual: number) {
    this.#width = usual;
    this.#least = usual;
  }

  /** As its first answers say; false before they came. */
  get isFar(): boolean {
    return this.#answers >= far.answers && this.#quickest >= far.millis;
  }

  get width(): number {
    return this.#width;
  }

  readonly layer: Layer = (next) => async (request) => {
    try {
      const answer = await next(request);
      if (turnsAway.has(answer.status)) this.#yield();
      else this.#note(answer.durationMillis);
      return answer;
    } catch (error) {
      this.#yield();
      throw error;
    }
  };

  /** It was too much: from now on, less than that. */
  #yield(): void {
    if (this.#width === this.#least) return;
    this.#most = Math.max(this.#least, this.#width - 1);
    this.#width = Math.max(this.#least, Math.floor(this.#width / 2));
    this.#millis = [];
  }

  #note(millis: number): void {
    if (this.#answers < far.answers) this.#quickest = Math.min(this.#quickest, millis);
    this.#answers += 1;
    if (!this.isFar) return;
    this.#millis.push(millis);
    if (this.#millis.length < Math.max(answersAtLeast, 2 * this.#width)) return;
    const median = medianOf(this.#millis);
    this.#millis = [];
    if (this.#width === this.#least) this.#usual.push(median);
    const usual = medianOf(this.#usual);
    if (median <= beyond(usual, asQuick))
      this.#width = Math.min(this.#most, this.#width + Math.ceil(this.#width / 2));
    else if (median > beyond(usual, isBusy)) this.#width = Math.max(this.#least, this.#width - 1);
  }
}
