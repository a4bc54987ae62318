/**
 * The result of a trial of a line. `works`: it had its effect. `wrong`: it cannot be right. `unusable`: its result does
 * not fit the rest, which may be the fault of the line or of the target. `refused`: the target rejected this request, so
 * nothing is known about the line.
 */
export type TrialOutcome = 'works' | 'wrong' | 'unusable' | 'refused' | 'not tried';

/** One line of an adapter or a configuration, and the result of its trial. */
export interface TriedLine {
  /** Such as `operations.createPerson`. */
  readonly line: string;
  readonly outcome: TrialOutcome;
  readonly why: string;
  /** The route of the operation accepts any caller. */
  readonly keyless?: true;
}
