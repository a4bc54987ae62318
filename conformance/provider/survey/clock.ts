/** Finds out whether the businesses of a target share one clock: moves the clock of one business and reads that of another. */
import type { SurveyedClock } from '../../engine/survey.ts';
import { type CalledControl, ignoreRefusal } from '../../target/controls.ts';
import type { OwnTenant } from '../businesses.ts';
import type { Scenario } from '../scenario.ts';
import { createForSurvey, readingSeconds } from '../tenant.ts';

/** How far the clock of one business is moved. */
export const probeSeconds = 3_600;

export interface SurveyedClocks {
  /** Absent if there is no second business. */
  readonly clock?: SurveyedClock;
  /** What the control returned before and after the move; of an adapter, these need not be times. */
  readonly before: number;
  readonly after: number;
}

export async function surveyClock(
  advance: CalledControl<'advanceClock'>,
  scenario: Scenario,
  { businessId }: OwnTenant,
): Promise<SurveyedClocks> {
  const move = (id: string, seconds: number) => advance(scenario.controlSend, id, seconds);
  const other = await createForSurvey(scenario).catch(ignoreRefusal);
  const otherBefore = other && (await move(other.businessId, readingSeconds));
  const before = await move(businessId, readingSeconds);
  const after = await move(businessId, probeSeconds);
  if (other === undefined || otherBefore === undefined) return { before, after };
  const moved = (await move(other.businessId, readingSeconds)) - otherBefore;
  return { clock: moved >= probeSeconds ? 'shared' : 'of each business', before, after };
}
