/** The part of a bench that runs in a process of its own, so that it does not share its load's processor. */

export type Answers = Readonly<Record<string, (value: unknown) => unknown>>;

/**
 * Reports to the bench that the process is ready and answers its questions from then on.
 *
 * @param ready the information that the bench needs.
 */
export function reportTo(ready: unknown, answers: Answers): void {
  process.on('message', async ([question, value]: [string, unknown]) => {
    process.send?.({ answer: await answers[question]?.(value) });
    if (question === 'close') process.disconnect();
  });
  process.send?.({ answer: ready });
}
