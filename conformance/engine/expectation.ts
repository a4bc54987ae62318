/** What a response had to be, as data, so that another program can assert it. */

/** Statuses that begin with the digit. */
export type StatusRange = '2XX' | '3XX' | '4XX' | '5XX';

export const expectedTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;
export type ExpectedType = (typeof expectedTypes)[number];

/** A value that is no object and no array. */
export type Scalar = string | number | boolean | null;

export type ValueRule =
  | { readonly type: 'present' }
  /** Of one of these types. */
  | { readonly type: 'is'; readonly of: readonly ExpectedType[] }
  /** A number within bounds. */
  | { readonly type: 'within'; readonly least?: number; readonly most?: number }
  | { readonly type: 'one-of'; readonly values: readonly Scalar[] }
  /** Any other value, or none. */
  | { readonly type: 'none-of'; readonly values: readonly Scalar[] }
  /** The pattern of a text. */
  | { readonly type: 'matches'; readonly pattern: string };

export interface ExpectedValue {
  /** The place in the body, as keys and indices. */
  readonly at: readonly string[];
  readonly rule: ValueRule;
  /** The place may also be missing. */
  readonly isOptional?: true;
}

export interface Expectation {
  /** The operation of the response that it is about. @defaultValue any */
  readonly operation?: string;
  /** An id that the request has, so that the response is about this resource. @defaultValue any */
  readonly resource?: string;
  /** The status of the response that it is about. @defaultValue it is the last one that is not as expected */
  readonly seen?: number;
  /** The status is any of these. @defaultValue any */
  readonly statuses?: readonly (number | StatusRange)[];
  /** All of them hold. @defaultValue none */
  readonly values?: readonly ExpectedValue[];
}

const equals = (at: readonly string[], value: Scalar): ExpectedValue => ({
  at,
  rule: { type: 'one-of', values: [value] },
});

/** The response to the last request of an operation about a resource. */
export const responseOf = (
  operation: string,
  resource: string | undefined,
  expected: Expectation,
): Expectation => ({ operation, ...(resource !== undefined && { resource }), ...expected });

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** The value at a place of the body; undefined if it is an object or an array, which no tool compares alike. */
export const shows = (at: readonly string[], value: unknown): Expectation | undefined =>
  isScalar(value) ? { values: [equals(at, value)] } : undefined;

export const anySuccess: Expectation = { statuses: ['2XX'] };

/** A success that shows one of the values at a place. */
export const showsOneOf = (at: readonly string[], ...values: readonly Scalar[]): Expectation => ({
  ...anySuccess,
  values: [{ at, rule: { type: 'one-of', values } }],
});

/** A success that shows none of the values at a place. */
export const showsNoneOf = (at: readonly string[], ...values: readonly Scalar[]): Expectation => ({
  ...anySuccess,
  values: [{ at, rule: { type: 'none-of', values } }],
});

/** An error of the server shows nothing about the request. */
export const notRejected: Expectation = { statuses: ['2XX', '3XX', '5XX'] };

/** A success or a rejection, but no error of the server. */
export const decided: Expectation = { statuses: ['2XX', '3XX', '4XX'] };

/** Anything but a success: an assumed operation may not exist. */
export const refused: Expectation = { statuses: ['3XX', '4XX', '5XX'] };

export const rejection: Expectation = { statuses: ['4XX'] };

/** An error with the code of the document. */
export const errorOf = (status: number, code: string): Expectation => ({
  statuses: [status],
  values: [equals(['code'], code)],
});
