import { CaseEnded } from '../engine/outcome.ts';

/**
 * Ends a case that cannot continue on this server, such as a signature out of turn if there is only "sign next". What the
 * case tests is then not exercised, with this reason.
 */
export function notOffered(why: string): never {
  throw new CaseEnded(why);
}
