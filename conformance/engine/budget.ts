/** The time that a run may take. */

export interface Budget extends Disposable {
  /** Aborted with the reason when the time is spent. */
  readonly signal: AbortSignal;
}

/** @returns undefined when the run has as long as it takes; disposing of it lets go of the timer */
export function startBudget(millis: number | undefined): Budget | undefined {
  if (millis === undefined) return undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new Error(`The time budget of ${millis / 1000} s is spent.`));
  }, millis);
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
