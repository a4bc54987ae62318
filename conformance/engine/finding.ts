/** Findings about a target. They are data, never exceptions. */
import type { Interpretation, Level } from './catalogue.ts';
import type { Expectation } from './expectation.ts';
import type { KnownAs } from './known.ts';

/** One request and what came back, with secrets already replaced. */
export interface Exchange {
  /** Absent for requests to controls, which are not of the documented interface. */
  readonly operation?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The body as sent, as text because it need not be JSON. In a form, bytes that are not text are escaped for `printf %b`. */
    readonly body?: string;
  };
  /** Absent when no response arrived; then `error` says why. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly durationMillis: number;
  };
  readonly error?: string;
}

/** One webhook as the receiver got it, with the receiver's response. */
export interface ReceivedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** HTTP status of the receiver's answer; 0 when it gave none. */
  readonly answered: number;
}

/** A numbered step of a counterexample: a command, or one act of an example check. */
export interface Step {
  readonly label: string;
  /** Set-up is shown and replayed, but does not count as a step of the counterexample. */
  readonly phase: 'setup' | 'step';
  /** The expected state of a model before the step. */
  readonly believed?: string;
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly ReceivedDelivery[];
}

/** One operation of a history that no order explains. Its times count the starts and ends of all of them in their order. */
export interface TimelineEntry {
  /** Counts the clients from 1; 0 is what was read while no client did anything, -1 what webhooks showed. */
  readonly client: number;
  readonly label: string;
  /** Absent if the answer was lost. */
  readonly outcome?: string;
  readonly start: number;
  /** Absent if it had no answer by then. */
  readonly end?: number;
  /** The operation whose outcome cannot be explained. */
  readonly isUnexplained?: true;
}

/** How to run the failing case again: `conformance replay` takes it from results.json. */
export interface Replay {
  readonly seed: number;
  /** fast-check's path to the failing value; absent for checks without generated values. */
  readonly path?: string;
}

/** One requirement that the target broke, with the shortest conversation that shows it. */
export interface Finding {
  /** Unique in its run, such as `payroll.model/PAYROLL-024`. */
  readonly id: string;
  readonly requirement: string;
  readonly level: Level;
  readonly check: string;
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
  /**
   * The place of the violation in the body of the last response, as keys and indices; it need not exist. Absent: see
   * `actual`.
   */
  readonly at?: readonly string[];
  /** What was expected of a response, as data. Absent: only `expected` says it. */
  readonly expects?: Expectation;
  /** The W3C trace id of its requests, if the run wrote traces. */
  readonly traceId?: string;
  /** Of simultaneous clients: the operations that no order explains. */
  readonly timeline?: readonly TimelineEntry[];
  readonly steps: readonly Step[];
  readonly replay: Replay;
  /** The interpretations that the finding depends on; absent if the rule is unambiguous. */
  readonly interpretations?: readonly Interpretation[];
  /** Absent if the finding is new; a known finding does not affect the verdict. */
  readonly known?: KnownAs;
  /** The conversation as a shell script; credentials are taken from environment variables. */
  readonly curl: string;
}
