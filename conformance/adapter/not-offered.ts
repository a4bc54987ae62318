import { CaseEnded } from '../engine/outcome.ts';

/**
 * Ends a case that the server has no way to go on with, such as a signature out of turn where there is only "sign next". What the
 * case was about is not exercised, with this reason.
 */
export function notOffered(why: string): never {
  throw new CaseEnded(why);
}
