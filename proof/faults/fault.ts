import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Deviation } from '../../reference-server/fault.ts';

/** In which ways a fault can be subtle: its server works, and goes wrong only at an edge or where nobody looks. */
const subtleties = [
  /** Off by one, or by as little as the document leaves no doubt; see `within` and `beyond` of a fault. */
  'boundary',
  /** Only with the third retry. */
  'third-retry',
  /** Only from the second time on. */
  'second-time',
  /** Only for a business that is not the first. */
  'second-business',
  /** Only when two things coincide that are good on their own. */
  'coincidence',
  /** Only for text beyond ASCII. */
  'non-ascii',
  /** Only when several requests or deliveries are under way at once. */
  'concurrency',
  /** An event is missing, in some circumstances only. */
  'event-missing',
  /** An event is sent twice. */
  'event-doubled',
  /** An event names, or reaches, the wrong tenant. */
  'event-of-another-tenant',
  /** An event is sent before the change that it is about is made, or although it never is. */
  'event-before-its-commit',
  /** What is shown is of a moment ago. */
  'stale-data',
  /** The body is right and of something else. */
  'wrong-id',
  /** The status says success, and a part of the change is not made. */
  'half-applied',
  /** A cursor or a page loses or repeats an item. */
  'cursor',
  /** Money is lost in a rounding, or one unit at a time. */
  'rounding',
] as const;

export type Subtlety = (typeof subtleties)[number];

/** A deviation as the catalogue describes it. */
export interface Fault extends Deviation {
  /** What a user of such a server would suffer, as a plain sentence. */
  readonly title: string;
  readonly area:
    | 'authentication'
    | 'business'
    | 'person'
    | 'user'
    | 'verification'
    | 'transaction'
    | 'external-account'
    | 'compliance'
    | 'convention'
    | 'payroll'
    | 'kyb'
    | 'beneficiary'
    | 'payout'
    | 'contract'
    | 'invoice'
    | 'reimbursement'
    | 'tax'
    | 'virtual-account'
    | 'error'
    | 'sandbox'
    | 'webhook'
    | 'retry';
  /** Requirements that the fault breaks, the nearest first. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
  /** In which ways it is subtle, beside its boundary. */
  readonly subtle?: readonly Exclude<Subtlety, 'boundary'>[];
  /** A boundary of the document, where the fault refuses or delays what is still within it. */
  readonly within?: string;
  /** The same, where it admits what is already beyond it. */
  readonly beyond?: string;
}

/** The ways in which a fault is subtle, if it is. */
export const subtletiesOf = ({ within, beyond, subtle = [] }: Fault): readonly Subtlety[] =>
  within === undefined && beyond === undefined ? subtle : ['boundary', ...subtle];

/** The faults of an area, by their ids. */
export const faultsOf = (
  area: Fault['area'],
  entries: Readonly<Record<string, Omit<Fault, 'id' | 'area'>>>,
): readonly Fault[] => Object.entries(entries).map(([id, entry]) => ({ id, area, ...entry }));
