/** A scenario outside the checks, which judges nothing. */
import { Judge } from '../engine/judge.ts';
import type { CaseContext } from '../engine/scenario.ts';
import { Tally } from '../engine/tally.ts';
import { Scenario, type ScenarioServices } from './scenario.ts';

class UnjudgedScenario extends Scenario {
  protected override judge(): boolean {
    return true;
  }

  override require(): boolean {
    return true;
  }
}

/** @param context `checkId` names its purpose, such as `rehearsal` */
export function openUnjudged(
  services: ScenarioServices,
  context: Pick<CaseContext, 'checkId' | 'userAgent' | 'redactor' | 'signal'>,
): Scenario {
  const tally = new Tally();
  return new UnjudgedScenario(services, { ...context, number: 0, tally, judge: new Judge(tally) });
}
