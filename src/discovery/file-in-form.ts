/** Finds the part of a form that a file is in. */
import type { Shape } from './shape.ts';

interface FormPart {
  readonly ours: string;
  readonly name: string;
  /** Whether it has another name than ours. */
  readonly isOther: boolean;
  /** Further parts that the form requires. */
  readonly others: readonly string[];
}

/** Whether a part can be a file: a text that is none of certain words. */
const canHoldFile = ({ type, words }: Shape) =>
  words.length === 0 && (type === undefined || type === 'string');

/** @returns undefined if one of them is no form, or more than one part could be the file */
export function partOf(ours: Shape | undefined, theirs: Shape | undefined): FormPart | undefined {
  const [own] = ours?.fields.keys() ?? [];
  if (own === undefined || theirs === undefined) return undefined;
  const parts = [...theirs.fields];
  const isFile = ({ format }: Shape) => format === 'binary';
  const able = parts.filter(([, { shape }]) => canHoldFile(shape));
  const chosen = [
    parts.filter(([name]) => name === own),
    parts.filter(([, { shape }]) => isFile(shape)),
    able.filter(([, { required }]) => required),
    able,
  ].find((each) => each.length === 1)?.[0];
  if (chosen === undefined) return undefined;
  const [name] = chosen;
  const others = parts.flatMap(([other, { required }]) => (required && other !== name ? [other] : []));
  return { ours: own, name, isOther: name !== own, others };
}
