/** A scenario outside the checks, which judges nothing. */
import { Judge } from '../../engine/judge.ts';
import type { CaseContext } from '../../engine/scenario.ts';
import { Tally } from '../../engine/tally.ts';
import { Scenario } from '../scenario.ts';
import type { ScenarioServices } from '../services.ts';

/** By which each pause is longer than the one before; a measured time is too long by no more than this part. */
const growth = 1.25;

class UnjudgedScenario extends Scenario {
  protected override judge(): boolean {
    return true;
  }

  override require(): boolean {
    return true;
  }

  /** Looks less and less often, because what a survey waits for may never come. */
  protected override pauseAfter(looks: number): number {
    return this.patience.pauseMillis * growth ** looks;
  }
}

/** @param context `checkId` names its purpose, such as `survey` */
export function openUnjudged(
  services: ScenarioServices,
  context: Pick<CaseContext, 'checkId' | 'userAgent' | 'redactor' | 'signal'>,
): Scenario {
  const tally = new Tally();
  return new UnjudgedScenario(services, {
    ...context,
    number: 0,
    again: 0,
    tally,
    judge: new Judge(tally),
  });
}
