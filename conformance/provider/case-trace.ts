/** The trace of one case: its requests carry it as W3C `traceparent`, so that the target's own spans belong to it. */
import { randomBytes } from 'node:crypto';

/** A part of a run that took time. Times are those of `Date.now()`. */
export interface RunSpan {
  readonly kind: 'case' | 'request';
  readonly name: string;
  readonly check: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for a case, which begins its trace. */
  readonly parentId?: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export type WriteSpan = (span: RunSpan) => void;

/** A new id of a trace (16 bytes) or of a span (8 bytes). */
export const newTraceId = (bytes: 8 | 16): string => randomBytes(bytes).toString('hex');

export class CaseTrace {
  readonly traceId = newTraceId(16);
  readonly #spanId = newTraceId(8);
  readonly #startedAt = Date.now();
  readonly #write: WriteSpan;
  readonly #check: string;

  constructor(write: WriteSpan, check: string) {
    this.#write = write;
    this.#check = check;
  }

  /** Begins the span of a request. */
  begin(): { readonly traceparent: string; end(name: string, attributes: RunSpan['attributes']): void } {
    const spanId = newTraceId(8);
    const startedAt = Date.now();
    return {
      traceparent: `00-${this.traceId}-${spanId}-01`,
      end: (name, attributes) => this.#send('request', name, spanId, startedAt, attributes),
    };
  }

  end(attributes: RunSpan['attributes']): void {
    this.#send('case', `case of ${this.#check}`, this.#spanId, this.#startedAt, attributes);
  }

  #send(
    kind: RunSpan['kind'],
    name: string,
    spanId: string,
    startedAt: number,
    attributes: RunSpan['attributes'],
  ) {
    this.#write({
      kind,
      name,
      check: this.#check,
      traceId: this.traceId,
      spanId,
      startedAt,
      endedAt: Date.now(),
      attributes,
      ...(kind === 'request' && { parentId: this.#spanId }),
    });
  }
}
