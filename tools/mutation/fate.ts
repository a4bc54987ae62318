/** What became of a mutant, in the terms of docs/mutation.md. */
import { notSampled, trialPrefix, trouble } from './trials.ts';

/**
 * - `trial`: seen by what mutants are tried with first: by the suite over HTTP, or by the self-test of a model.
 * - `trouble`: the run could not go on; no finding, and no good end either.
 * - `hang`: an endless loop or a wait.
 * - `unit-test`: seen by a unit test only.
 * - `survived`: seen by nothing, or covered by nothing.
 * - `static`, `words`, `not-sampled`: not tried.
 */
export type Fate =
  | 'trial'
  | 'trouble'
  | 'hang'
  | 'unit-test'
  | 'survived'
  | 'static'
  | 'words'
  | 'not-sampled';

/** The part of Stryker's result that is looked at. */
export interface Judged {
  readonly status: string;
  readonly statusReason?: string | undefined;
  readonly killedBy?: readonly string[] | undefined;
}

/** @throws Error when a mutant could not be tried. */
export function fateOf({ status, statusReason = '', killedBy = [] }: Judged): Fate {
  switch (status) {
    case 'Killed': {
      const [killer = ''] = killedBy;
      if (killer === trialPrefix + trouble) return 'trouble';
      return killer.startsWith(trialPrefix) ? 'trial' : 'unit-test';
    }
    case 'Timeout':
      return 'hang';
    case 'Survived':
    case 'NoCoverage':
      return 'survived';
    case 'Ignored':
      return statusReason.startsWith('Static') ? 'static' : 'words';
    default:
      if (statusReason.includes(notSampled)) return 'not-sampled';
      throw new Error(`A mutant could not be tried: ${status}, ${statusReason}`);
  }
}
