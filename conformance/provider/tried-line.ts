/**
 * What came of a line when it was tried. `works`: it did what it is for. `wrong`: it cannot be right. `unusable`: what it
 * returned fits nothing else, be it for the line or for the target. `refused`: the target did not want this request, which says
 * nothing of the line.
 */
export type TrialOutcome = 'works' | 'wrong' | 'unusable' | 'refused' | 'not tried';

/** One line of an adapter or a configuration, and what came of it. */
export interface TriedLine {
  /** Such as `operations.createPerson`. */
  readonly line: string;
  readonly outcome: TrialOutcome;
  readonly why: string;
  /** The route of an operation lets everybody in. */
  readonly keyless?: true;
}
