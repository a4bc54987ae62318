/** Explores all possible outcomes of a step of a model, and keeps those that explain what was seen. */

import { Alternative, type Conclude, NotYet } from './alternative.ts';
import type { Judge } from './judge.ts';
import { CaseEnded, Violation } from './outcome.ts';

export interface Explained<State> {
  /** The states that the target may be in now, the likeliest first. */
  readonly states: readonly State[];
  /** The alternative that led to the first of them. */
  readonly alternative: Alternative;
}

/**
 * Why no alternative explains what was seen: the refusal of the likeliest alternative that may still come true, else of the
 * likeliest that ends the case without a violation, else of the likeliest.
 */
export interface Unexplained {
  readonly refusal: Violation | CaseEnded | NotYet;
}

/** A target that shows too little leaves more open than can be gone through. */
const mostAlternatives = 1_000;

const isRefusal = (error: unknown): error is Violation | CaseEnded | NotYet =>
  error instanceof Violation || error instanceof CaseEnded || error instanceof NotYet;

/** The result of one alternative; with a refusal it ended early. */
interface Outcome<State> {
  readonly alternative: Alternative;
  readonly state: State;
  readonly refusal?: Violation | CaseEnded | NotYet;
}

/** A key that is the same for equal states, whatever the order of their fields. */
function keyOf(state: unknown): string {
  return JSON.stringify(state, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function readAll<State>(
  judge: Judge,
  conclusive: boolean,
  from: readonly State[],
  conclude: Conclude<State>,
  leavesOpen = false,
): readonly Outcome<State>[] {
  const outcomes: Outcome<State>[] = [];
  for (const before of from) {
    let path: readonly number[] | undefined = [];
    while (path !== undefined) {
      if (outcomes.length >= mostAlternatives)
        throw new CaseEnded(
          `The target shows too little: a step can be read in more than ${mostAlternatives} ways.`,
        );
      const alternative: Alternative = new Alternative(judge, conclusive, path, leavesOpen);
      const state = structuredClone(before);
      try {
        conclude(alternative, state);
        outcomes.push({ alternative, state });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        outcomes.push({ alternative, state, refusal: error });
      }
      path = alternative.nextPath;
    }
  }
  return outcomes;
}

function explainedBy<State>(outcomes: readonly Outcome<State>[]): Explained<State> | undefined {
  const [likeliest] = outcomes;
  if (likeliest === undefined) return undefined;
  const states = new Map<string, State>();
  for (const { state } of outcomes) {
    const key = keyOf(state);
    if (!states.has(key)) states.set(key, state);
  }
  return { states: [...states.values()], alternative: likeliest.alternative };
}

/**
 * Goes through all alternatives of a step, from every state that the target may have been in.
 * An alternative that violates a rule does not explain what was seen. If nothing better is found, one that only violates
 * rules that were already reported does. While a finding shrinks, a violation that is out of focus still rules an
 * alternative out: otherwise it would explain what no alternative explained before.
 *
 * An alternative that only lacks what may still come, such as an event, is kept beside one that explains everything.
 */
export function explore<State>(
  judge: Judge,
  conclusive: boolean,
  from: readonly State[],
  conclude: Conclude<State>,
): Explained<State> | Unexplained {
  const outcomes = readAll(judge, conclusive, from, conclude);
  const isOutOfFocus = ({ alternative }: Outcome<State>) =>
    !alternative.passedOver.every((id) => judge.isMuted(id));
  const isFinished = ({ refusal }: Outcome<State>) => refusal === undefined;
  const finished = outcomes.filter(isFinished);
  const explaining = (all: readonly Outcome<State>[]) => {
    const inFocus = all.filter((outcome) => isFinished(outcome) && !isOutOfFocus(outcome));
    return [
      ...inFocus.filter(({ alternative }) => alternative.passedOver.length === 0),
      ...inFocus.filter(({ alternative }) => alternative.passedOver.length > 0),
    ];
  };
  const atOnce = explaining(outcomes);
  const mayComeTrue = ({ refusal }: Outcome<State>) =>
    refusal instanceof NotYet && refusal.meaning.canBeLeft === true;
  const later =
    atOnce.length > 0 && outcomes.some(mayComeTrue)
      ? explaining(readAll(judge, conclusive, from, conclude, true))
      : [];
  const explained = explainedBy([...atOnce, ...later]);
  if (explained !== undefined) return explained;
  const late = outcomes.find(({ refusal }) => refusal instanceof NotYet)?.refusal;
  if (late !== undefined) return { refusal: late };
  const excuse = outcomes.find((outcome) => outcome.refusal instanceof CaseEnded && !isOutOfFocus(outcome));
  if (excuse?.refusal !== undefined) return { refusal: excuse.refusal };
  // Every alternative breaks a rule, and the likeliest one is reported. If that rule is muted, the case continues if it can.
  const refusal = outcomes[0]?.refusal;
  if (refusal !== undefined) return { refusal };
  return explainedBy(finished) ?? { refusal: new CaseEnded('No possible state of the model remains.') };
}
