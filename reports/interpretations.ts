/** What a finding rests on, in words. */
import type { Finding } from '../conformance/engine/finding.ts';

type Resting = Pick<Finding, 'interpretations'>;

/** One sentence for each interpretation, such as `Rests on interpretation 8: …; otherwise: …`; none for the words of the document. */
export const restsOnSentences = ({ interpretations = [] }: Resting): readonly string[] =>
  interpretations.map(
    ({ id, interpretation, otherwise }) =>
      `Rests on interpretation ${id}: ${interpretation.replace(/\.$/, '')}; otherwise: ${otherwise}`,
  );

/** `rests on interpretation 8`, where there is no room for what it says; empty where there is nothing to say. */
export function restsOnBriefly({ interpretations = [] }: Resting): string {
  const [first, ...others] = interpretations.map(({ id }) => String(id));
  if (first === undefined) return '';
  return `rests on interpretation${others.length > 0 ? 's' : ''} ${[first, ...others].join(', ')}`;
}
