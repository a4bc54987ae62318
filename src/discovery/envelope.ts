/** Finds the field in which a target wraps every response that the interface document leaves open. */
import type { Match } from './match-description.ts';
import type { Shape } from './shape.ts';

/** Fewer responses could have the same field by chance. */
const fewest = 3;

/** Of the responses; a match that is wrong may bring one that is like no other. */
const leastShare = 0.8;

const namesIn = ({ fields }: Shape) => [...fields.keys()].toSorted().join(' ');

/** Whether a field holds more than one value, as far as its shape shows. */
const isHolder = ({ fields, items }: Shape) => fields.size > 0 || items !== undefined;

/**
 * The field that holds the response, among those that every response has: the only one of them that is more than a
 * value, such as `result` beside `ok` and `requestId`.
 */
function holderIn(answers: readonly Shape[]): string | undefined {
  const [first] = answers;
  const names = [...(first?.fields.keys() ?? [])];
  if (names.length === 1) return names[0];
  const holders = names.filter((name) =>
    answers.some(({ fields }) =>
      isHolder(fields.get(name)?.shape ?? { words: [], shown: [], fields: new Map() }),
    ),
  );
  return holders.length === 1 ? holders[0] : undefined;
}

/** @returns the field that holds each response; undefined unless they are alike */
export function envelopeOf(matches: readonly Match[]): string | undefined {
  const answers = matches.flatMap(({ wanted, found }) =>
    wanted.kind === 'operation' && wanted.answerIsOpen && found?.answer !== undefined ? [found.answer] : [],
  );
  const alike = [...Map.groupBy(answers, namesIn).values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  const isUsual = alike.length >= fewest && alike.length >= leastShare * answers.length;
  return isUsual ? holderIn(alike) : undefined;
}

/** The same matches with the responses that are in the envelope. */
export const unwrapped = (matches: readonly Match[], envelope: string): readonly Match[] =>
  matches.map((match) => {
    const { wanted, found } = match;
    const inner = found?.answer?.fields.get(envelope)?.shape;
    if (found === undefined || inner === undefined) return match;
    if (wanted.kind === 'operation' && !wanted.answerIsOpen) return match;
    const opened = { ...match, found: { ...found, answer: inner } };
    // An adapter opens the responses of operations. A control names the place.
    return wanted.kind === 'control' ? { ...opened, within: envelope } : opened;
  });
