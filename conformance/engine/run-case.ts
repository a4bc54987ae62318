/** Runs one case of a check once. */
import type { CheckCase } from './check.ts';
import { ConformanceError, isSlip } from './errors.ts';
import { CaseEnded, Violation } from './outcome.ts';
import type { BaseScenario } from './scenario.ts';
import type { Failure } from './search-state.ts';

/** What one run of a case showed. */
export interface CaseOutcome {
  readonly failure?: Failure;
  /** Why the violation may have another reason than the target. */
  readonly doubt: unknown;
  /** An error of the suite, the network or the target, of which nothing follows. */
  readonly trouble: unknown;
  /** Whether it ended early, and another run may go further. */
  readonly isWorthAnother: boolean;
}

/** Explains a TypeError or the like: a check may have met a response that it did not expect, so the cause is unknown. */
function inWords(error: unknown): unknown {
  if (!isSlip(error)) return error;
  return new Error(`A case could not go on with what the target answered (${error.message}).`, {
    cause: error,
  });
}

/** A failing control costs the case that needs it. */
const isOfControl = (error: unknown): error is ConformanceError =>
  error instanceof ConformanceError && error.code === 'CONTROL_FAILED';

/**
 * Runs a case to its end, and closes its scenario.
 *
 * @param covers requirements that the case cannot evaluate if it ends early
 */
export async function runCase<Case extends BaseScenario>(
  body: CheckCase<Case>,
  scenario: Case,
  covers: readonly string[],
): Promise<CaseOutcome> {
  let violation: Violation | undefined;
  let trouble: unknown;
  let isWorthAnother = false;
  try {
    await body(scenario);
  } catch (error) {
    if (error instanceof Violation) violation = error;
    else if (error instanceof CaseEnded || isOfControl(error)) {
      isWorthAnother = scenario.isWorthAnother;
      const ending = error instanceof CaseEnded ? error : new CaseEnded(error.message);
      scenario.endedBefore(covers, ending);
      if (isOfControl(error)) scenario.controlFailed(error);
    } else trouble = inWords(error);
  }
  // A response during an outage is not a violation.
  const whyDoubted = async () => violation && scenario.whyDoubted();
  const doubt = await whyDoubted().catch((error: unknown) => {
    trouble ??= error;
  });
  trouble ??= scenario.trouble;
  // A case with trouble judges nothing, and clean-up requests are not part of the conversation.
  const { traceId } = scenario;
  const failure = violation !== undefined &&
    trouble === undefined && {
      violation,
      steps: structuredClone(scenario.recording.steps),
      ...(traceId !== undefined && { traceId }),
    };
  await scenario.close().catch((error: unknown) => {
    if (!isOfControl(error)) trouble ??= error;
  });
  return { doubt, trouble, isWorthAnother, ...(failure && { failure }) };
}
