/**
 * Tells an outage from what a target itself answers: in an outage nothing is answered as the interface answers, neither what
 * worked before.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ConformanceError } from '../engine/errors.ts';
import { type Answer, inFewWords } from '../http/answered-by.ts';
import type { OutgoingRequest, Transport } from '../http/transport.ts';
import { askUntil, isBelievable } from './harmless-reads.ts';

/** How long a run waits for a target that is away. */
export interface Recovery {
  readonly seconds: number;
  /** Between two looks. */
  readonly pauseMillis: number;
}

const defaultRecovery: Recovery = { seconds: 8, pauseMillis: 500 };

/** With the keys that it accepted, no target refuses all that it let in before. */
const worksAsBefore = (answer: Answer): boolean => isBelievable(answer) && answer.status !== 401;

export class OutageWatch {
  readonly #baseUrl: string;
  readonly #transport: Transport;
  /** Of what worked before the checks. */
  #requests: readonly OutgoingRequest[] = [];
  readonly #recovery: Recovery;
  /** While it is set, the target is away. */
  #waiting: Promise<void> | undefined;
  #passed = 0;
  /** Answers that only look as if something else had given them, as `operation status`. */
  readonly #own = new Set<string>();

  constructor(baseUrl: string, transport: Transport, recovery: Recovery = defaultRecovery) {
    this.#baseUrl = baseUrl;
    this.#transport = transport;
    this.#recovery = recovery;
  }

  /** Says with which requests the target has shown that it works; before that nothing is taken for an outage. */
  trust(requests: readonly OutgoingRequest[]): void {
    this.#requests = requests;
  }

  /** Outages that the run has survived. */
  get passed(): number {
    return this.#passed;
  }

  /** Whether a target that works was seen to answer an operation so. */
  isOwn(operation: string, { status }: Pick<Answer, 'status'>): boolean {
    return this.#own.has(`${operation} ${status}`);
  }

  noteOwn(operation: string, { status }: Pick<Answer, 'status'>): void {
    this.#own.add(`${operation} ${status}`);
  }

  /**
   * Asks whether the target works, and waits for it where it does not.
   *
   * @returns whether it had to be waited for
   * @throws ConformanceError with code `TARGET_DOWN` when it does not come back
   */
  async settle(signal: AbortSignal): Promise<'works' | 'recovered'> {
    if (this.#waiting === undefined) {
      const seen = await this.#look(signal);
      if (seen === undefined) return 'works';
      // Another case may have detected it in the meantime.
      this.#waiting ??= this.#wait(seen, signal);
    }
    await this.#waiting;
    return 'recovered';
  }

  async #wait(first: string, signal: AbortSignal): Promise<void> {
    const { seconds, pauseMillis } = this.#recovery;
    const deadline = performance.now() + seconds * 1_000;
    for (let seen: string | undefined = first; seen !== undefined; seen = await this.#look(signal)) {
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

  /** @returns what is answered in the place of what worked before; undefined when the target works */
  async #look(signal: AbortSignal): Promise<string | undefined> {
    try {
      const asked = await askUntil(worksAsBefore, this.#requests, this.#transport, signal);
      const [first] = asked;
      if (first === undefined || asked.some(({ answer }) => worksAsBefore(answer))) return undefined;
      return `every read returns ${inFewWords(first.answer)}`;
    } catch (error) {
      if (!(error instanceof ConformanceError) || error.code !== 'TARGET_UNREACHABLE') throw error;
      return error.message;
    }
  }
}
