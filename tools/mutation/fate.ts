/** What became of a mutant, in the terms of the page of mutation testing. */
import { notNeeded, notSampled, trialPrefix, trouble } from './trials.ts';

/**
 * - `trial`: noticed by the suite over HTTP, or by the self-test of a model.
 * - `trouble`: the run could not go on; no finding, and no good end either.
 * - `hang`: an endless loop or a wait.
 * - `survived`: seen by nothing, or covered by nothing.
 * - `classified`: not tried, because survivors.yaml says that it breaks no documented requirement.
 * - `static`, `words`, `not-sampled`: not tried.
 */
export type Fate =
  | 'trial'
  | 'trouble'
  | 'hang'
  | 'survived'
  | 'classified'
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
      return killer === trialPrefix + trouble ? 'trouble' : 'trial';
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
      if (statusReason.includes(notNeeded)) return 'classified';
      throw new Error(`A mutant could not be tried: ${status}, ${statusReason}`);
  }
}
