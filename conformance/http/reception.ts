/** Receives one response, within limits. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { decodeBody } from './content-coding.ts';
import { whyTooMuchJson } from './json-size.ts';
import { mostBodyBytes, mostInterimAnswers } from './limits.ts';

export interface Answered {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A response that cannot be used, in words: "its body is longer than …". */
export class UnusableResponse extends Error {}

export function toHeaders(source: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(source).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return Object.fromEntries(entries);
}

/** Servers may begin with a byte order mark, and readers may ignore it (RFC 8259, 8.1). */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** @throws Error that says in words why there is no text */
export function textOf(chunks: readonly Buffer[], coding: string | undefined): string {
  const body = Buffer.concat(chunks);
  const decoded = coding === undefined ? body : decodeBody(body, coding);
  const tooMuch = whyTooMuchJson(decoded);
  if (tooMuch !== undefined) throw new Error(tooMuch);
  const start = decoded.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  return decoded.toString('utf8', start);
}

/** Collects one response without a stream: in `request` of undici, the stream takes most of the time. */
export class Reception implements Dispatcher.DispatchHandler {
  readonly answered: Promise<Answered>;
  readonly #settle: { resolve: (answered: Answered) => void; reject: (reason: unknown) => void };
  readonly #signal: AbortSignal;
  readonly #totalMillis: number;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  #size = 0;
  #interim = 0;

  /** @param totalMillis how long the whole response may take, from when the request is sent. */
  constructor(signal: AbortSignal, totalMillis: number) {
    const { promise, ...settle } = Promise.withResolvers<Answered>();
    this.answered = promise;
    this.#settle = settle;
    this.#signal = signal;
    this.#totalMillis = totalMillis;
    signal.addEventListener('abort', this.#abort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#timer = setTimeout(() => {
      this.#refuse(`it was not whole after ${this.#totalMillis / 1000} s`);
    }, this.#totalMillis);
    if (this.#signal.aborted) this.#abort();
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // An informational response is followed by the real one.
    if (status >= 100 && status < 200) {
      this.#interim += 1;
      if (this.#interim > mostInterimAnswers)
        this.#refuse(`more than ${mostInterimAnswers} answers of 1xx came before it`);
      return;
    }
    if (status < 100) {
      this.#refuse(`its status is ${status}`);
      return;
    }
    this.#status = status;
    this.#headers = toHeaders(headers);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= mostBodyBytes) this.#chunks.push(chunk);
    else this.#refuse(`its body is longer than ${mostBodyBytes} bytes`);
  }

  onResponseEnd(): void {
    this.#end();
    try {
      const text = textOf(this.#chunks, this.#headers['content-encoding']);
      this.#settle.resolve({ status: this.#status, headers: this.#headers, text });
    } catch (error) {
      this.#settle.reject(new UnusableResponse(error instanceof Error ? error.message : String(error)));
    }
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end();
    this.#settle.reject(error);
  }

  #refuse(why: string): void {
    this.#stop(new UnusableResponse(why));
  }

  readonly #abort = (): void => {
    this.#stop(this.#signal.reason);
  };

  #stop(reason: Error): void {
    this.#end();
    this.#settle.reject(reason);
    this.#controller?.abort(reason);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#abort);
  }
}
