/** Finds values that a target requires and that ours has deeper in the same body, such as the country of an address. */
import { wordsOf } from './name-words.ts';
import type { PairedFields } from './pair-fields.ts';
import type { Shape } from './shape.ts';

export interface CopiedField {
  /** Place in our body: `address.countryCode`. */
  readonly ours: string;
  readonly theirs: string;
}

const isText = ({ type, fields, items }: Shape) =>
  type === 'string' && fields.size === 0 && items === undefined;

/** The country code of a phone number is a calling code. */
const isMisleading = (name: string) => wordsOf(name).includes('phone');

export function copiedFields(ours: Shape | undefined, unmet: PairedFields['unmet']): readonly CopiedField[] {
  const places = [...(ours?.fields ?? [])].flatMap(([outer, { shape }]) =>
    isMisleading(outer)
      ? []
      : [...shape.fields].map(([inner, field]) => ({ outer, inner, isFit: isText(field.shape) })),
  );
  return unmet.flatMap(({ place, shape }): CopiedField[] => {
    const words = wordsOf(place).join(' ');
    const like = places.filter(({ inner, isFit }) => isFit && wordsOf(inner).join(' ') === words);
    const [only] = like;
    const isPlain = !place.includes('.') && shape.words.length === 0 && isText(shape);
    return isPlain && only !== undefined && like.length === 1
      ? [{ ours: `${only.outer}.${only.inner}`, theirs: place }]
      : [];
  });
}
