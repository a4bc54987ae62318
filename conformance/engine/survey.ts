/**
 * What is known of a target before the first check: the only source for everything that a run assumes about it. Plain data
 * without secrets, so that reports show it and another run can use it again. Durations are in milliseconds.
 */

/**
 * The result of a trial of a line. `works`: it had its effect. `wrong`: it cannot be right. `unusable`: its result does
 * not fit the rest, which may be the fault of the line or of the target. `refused`: the target rejected this request, so
 * nothing is known about the line.
 */
export type LineOutcome = 'works' | 'wrong' | 'unusable' | 'refused' | 'not tried';

/** One line of an adapter or a configuration, and the result of its trial. */
export interface TriedLine {
  /** Such as `operations.createPerson`. */
  readonly line: string;
  readonly outcome: LineOutcome;
  readonly why: string;
  /** The only field of the response, if what the line has to return is in there. */
  readonly envelope?: string;
}

/** Values of requests that the document leaves open. */
export interface RequestValues {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. The currency of wallet, payrolls, payouts and bank accounts. */
  readonly currency: string;
  readonly phoneNumber: { readonly countryCode: string; readonly number: string };
  /** Without a second line, which carries sentinels in the sandbox. */
  readonly address: {
    readonly countryCode: string;
    readonly line1: string;
    readonly city: string;
    readonly postalCode: string;
    readonly state: string;
  };
  readonly bank: { readonly name: string; readonly code: string; readonly accountNumber: string };
  /** The domain of all e-mail addresses: a target may refuse one that takes no mail. */
  readonly emailDomain: string;
  /** The type of a payroll that is not part of a series; the document writes it in two forms. */
  readonly payrollType: 'ONE_OFF' | 'ONE-OFF';
  /** Id of a file with a beneficiary's document, if the target requires one. */
  readonly idFileFront?: string;
  /** `lean`: without fields that a target may consider unknown or superfluous. */
  readonly form: 'full' | 'lean';
}

/** A request that the target rejected, with its values and the words of the target. */
export interface RefusedValues {
  readonly values: RequestValues;
  readonly operation: string;
  readonly status: number;
  readonly said: string;
}

/** An optional field that is not sent, because the target rejected a request for it. */
export interface DroppedField {
  readonly operation: string;
  readonly field: string;
  readonly status: number;
  readonly said: string;
}

export interface Accepted {
  /** The values with which the most requests were carried out. */
  readonly values: RequestValues;
  /** Whether a business can be opened for each case. */
  readonly opensBusinesses: boolean;
  readonly refused: readonly RefusedValues[];
  /** Absent if there is none. */
  readonly dropped?: readonly DroppedField[];
}

/** How long after a write a read shows it; 0 if at once. */
export interface Lag {
  readonly listMillis: number;
  /** Of a single resource by its id. */
  readonly readMillis: number;
  /** No read showed anything that was written before it, however long the survey waited. */
  readonly never?: true;
}

/** Every read shows every write before it. */
export const promptly: Lag = { listMillis: 0, readMillis: 0 };

/** Whether the businesses share one clock. */
export type SurveyedClock = 'of each business' | 'shared';

/** The part of a survey that is found out by writing; what is absent was not found out. */
export interface WrittenFacts {
  readonly accepts?: Accepted;
  readonly lag?: Lag;
  /** Absent if no control moves a clock. */
  readonly clock?: SurveyedClock;
  /** How far the time of new records is ahead of ours. Absent if it is about ours, or no new business showed it. */
  readonly aheadSeconds?: number;
  /** What arrived at an endpoint that was registered with a control. */
  readonly webhooks?: 'signed' | 'unsigned' | 'not verified' | 'none arrived';
  /** The lines of an adapter, in the order of their trials. */
  readonly lines?: readonly TriedLine[];
}

export interface Survey extends WrittenFacts {
  /** The target that it is about. */
  readonly baseUrl: string;
  readonly surveyedAt: string;
  /** Requests that it took. */
  readonly requests: number;
  /** A request that showed a server of the interface, such as `GET /v1/persons`; absent if none could. */
  readonly reachable?: { readonly request: string; readonly status: number };
  /** The keys by their names, such as `orgToken`. `unknown`: no read showed it. */
  readonly keys: Readonly<Record<string, 'accepted' | 'forbidden' | 'unknown'>>;
  readonly operations: {
    /** Assumed operations that were not found, and those of `forbidden`. */
    readonly absent: readonly string[];
    /** Documented lists that no key may read. Absent in surveys of older versions. */
    readonly forbidden?: readonly string[];
    /** Assumed operations whose route accepts any key. */
    readonly keyless: readonly string[];
  };
  /** Requests that the target limited with 429, and the longest time that it asked to wait. */
  readonly limits: { readonly limited: number; readonly longestWaitMillis: number };
}
