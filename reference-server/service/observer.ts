/**
 * The facts that the server reports to its operator. No others reach a log, a metric or a trace, and none of them is a
 * body, a query, a key, a signature or the address of a receiver.
 */

export interface AnsweredRequest {
  /** From the caller, if it sent one that is fit for a log. */
  readonly requestId: string;
  /** Milliseconds on the scale of `performance.now()`. */
  readonly beganAt: number;
  readonly durationMillis: number;
  readonly method: string;
  /** As the caller wrote it, without the query: not fit for a log before it is masked. */
  readonly path: string;
  /** Id of the operation of openapi.yaml or control.yaml, once a route was found. */
  readonly operation?: string;
  /** 499 when the caller was gone before the answer. */
  readonly status: number;
  readonly businessId?: string;
  readonly caller?: 'platform' | 'org' | 'user';
  readonly userAgent?: string;
  /** About the names in its query and body, and words that are none of the description. */
  readonly warning?: string;
  /** The header with which a caller continues its trace. */
  readonly traceparent?: string;
  /** The error: a Refusal, or an internal error. */
  readonly error?: unknown;
}

/** One attempt to deliver a webhook. */
export interface MadeAttempt {
  readonly beganAt: number;
  readonly durationMillis: number;
  readonly eventType: string;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly businessId: string;
  readonly endpointId: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly outcome: 'acknowledged' | 'refused' | 'unreachable';
  /** Whether no attempt follows. */
  readonly isLast: boolean;
  /** Absent when there was no answer. */
  readonly status?: number;
}

/** A business that was removed because it was unused for too long. */
export interface RemovedBusiness {
  readonly businessId: string;
}

/** Must neither throw nor hold up the server. */
export interface Observer {
  requestAnswered?(request: AnsweredRequest): void;
  attemptMade?(attempt: MadeAttempt): void;
  businessRemoved?(removed: RemovedBusiness): void;
  /** Something went wrong while no request waited for it. */
  workFailed?(error: unknown): void;
}

/** Calls several observers, in their order. */
export function observers(all: readonly Observer[]): Required<Observer> {
  return {
    requestAnswered: (request) => {
      for (const one of all) one.requestAnswered?.(request);
    },
    attemptMade: (attempt) => {
      for (const one of all) one.attemptMade?.(attempt);
    },
    businessRemoved: (removed) => {
      for (const one of all) one.businessRemoved?.(removed);
    },
    workFailed: (error) => {
      for (const one of all) one.workFailed?.(error);
    },
  };
}
