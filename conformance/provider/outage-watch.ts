/**
 * Tells an outage from responses of the target itself: in an outage, nothing responds as the interface does, not even the
 * requests that worked before.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ConformanceError } from '../engine/errors.ts';
import { type AnsweredText, inFewWords } from '../http/answered-by.ts';
import { type Caller, callerHeaders } from '../http/message.ts';
import type { OutgoingRequest, Transport } from '../http/transport.ts';
import { askUntil, isBelievable } from './harmless-reads.ts';

/** How long a run waits for an unavailable target. */
export interface Recovery {
  readonly seconds: number;
  /** Between two looks. */
  readonly pauseMillis: number;
}

const defaultRecovery: Recovery = { seconds: 8, pauseMillis: 500 };

/** A working target does not reject all requests that it accepted before with the same keys. */
const worksAsBefore = (answer: AnsweredText): boolean => isBelievable(answer) && answer.status !== 401;

export class OutageWatch {
  readonly #baseUrl: string;
  readonly #transport: Transport;
  /** Requests that worked before the checks. */
  #requests: readonly OutgoingRequest[] = [];
  readonly #recovery: Recovery;
  /** Set while the target is unavailable. */
  #waiting: Promise<void> | undefined;
  #passed = 0;
  /** Responses of the target itself that look like those of something else, as `operation status`. */
  readonly #own = new Set<string>();

  constructor(baseUrl: string, transport: Transport, recovery: Recovery = defaultRecovery) {
    this.#baseUrl = baseUrl;
    this.#transport = transport;
    this.#recovery = recovery;
  }

  /** Remembers requests that have worked; before that, nothing is taken for an outage. */
  trust(requests: readonly OutgoingRequest[]): void {
    this.#requests = requests;
  }

  /** Outages that the run has survived. */
  get passed(): number {
    return this.#passed;
  }

  /** Whether the target itself is known to give this response to an operation. */
  isOwn(operation: string, { status }: Pick<AnsweredText, 'status'>): boolean {
    return this.#own.has(`${operation} ${status}`);
  }

  noteOwn(operation: string, { status }: Pick<AnsweredText, 'status'>): void {
    this.#own.add(`${operation} ${status}`);
  }

  /**
   * Tests whether the target works, and waits for it if it does not.
   *
   * @returns whether it had to be waited for
   * @throws ConformanceError with code `TARGET_DOWN` if it does not recover
   */
  async settle(signal: AbortSignal): Promise<'works' | 'recovered'> {
    if (this.#waiting === undefined) {
      const seen = await this.#look(this.#requests, signal);
      if (seen === undefined) return 'works';
      // Another case may have detected it in the meantime.
      this.#waiting ??= this.#wait(seen, signal);
    }
    await this.#waiting;
    return 'recovered';
  }

  /** Whether a caller is answered as callers were before the checks. */
  async worksFor(caller: Caller, signal: AbortSignal): Promise<boolean> {
    const requests = this.#requests.map((request) => ({ ...request, headers: callerHeaders(caller) }));
    return (await this.#look(requests, signal)) === undefined;
  }

  async #wait(first: string, signal: AbortSignal): Promise<void> {
    const { seconds, pauseMillis } = this.#recovery;
    const deadline = performance.now() + seconds * 1_000;
    for (
      let seen: string | undefined = first;
      seen !== undefined;
      seen = await this.#look(this.#requests, signal)
    ) {
      if (performance.now() >= deadline) {
        throw new ConformanceError(
          'TARGET_DOWN',
          `${this.#baseUrl} stopped working: ${seen}. The run waited ${seconds} s for it; what it returned in that time is not judged.`,
        );
      }
      await pause(pauseMillis, undefined, { signal });
    }
    this.#waiting = undefined;
    this.#passed += 1;
  }

  /** @returns the response to a request that worked before; undefined if the target works */
  async #look(requests: readonly OutgoingRequest[], signal: AbortSignal): Promise<string | undefined> {
    try {
      const asked = await askUntil(worksAsBefore, requests, this.#transport, signal);
      const [first] = asked;
      if (first === undefined || asked.some(({ answer }) => worksAsBefore(answer))) return undefined;
      return `every read returns ${inFewWords(first.answer)}`;
    } catch (error) {
      if (!(error instanceof ConformanceError) || error.code !== 'TARGET_UNREACHABLE') throw error;
      return error.message;
    }
  }
}
