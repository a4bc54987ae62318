/** Finds the field in which a target wraps every response that the interface document leaves open. */
import type { Match } from './match-description.ts';
import type { Shape } from './shape.ts';

/** Fewer responses could have the same field by chance. */
const fewest = 3;

const onlyField = ({ fields }: Shape) => (fields.size === 1 ? [...fields.keys()][0] : undefined);

/** @returns the field that holds each response; undefined unless all of them are alike */
export function envelopeOf(matches: readonly Match[]): string | undefined {
  const answers = matches.flatMap(({ wanted, found }) =>
    wanted.kind === 'operation' && wanted.answerIsOpen && found?.answer !== undefined ? [found.answer] : [],
  );
  const [name, ...others] = new Set(answers.map(onlyField));
  return answers.length >= fewest && others.length === 0 ? name : undefined;
}

/** The same matches with the responses that are in the envelope. */
export const unwrapped = (matches: readonly Match[], envelope: string): readonly Match[] =>
  matches.map((match) => {
    const { wanted, found } = match;
    const inner = found?.answer?.fields.get(envelope)?.shape;
    return found === undefined || inner === undefined || wanted.kind !== 'operation' || !wanted.answerIsOpen
      ? match
      : { ...match, found: { ...found, answer: inner } };
  });
