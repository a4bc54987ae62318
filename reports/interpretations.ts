/** Describes the interpretations that a finding depends on. */
import type { Finding } from '../conformance/engine/finding.ts';

type Resting = Pick<Finding, 'interpretations'>;

/** One text for each interpretation, such as `Depends on interpretation 8: … Other interpretation: …`. */
export const restsOnSentences = ({ interpretations = [] }: Resting): readonly string[] =>
  interpretations.map(
    ({ id, interpretation, otherwise }) =>
      `Depends on interpretation ${id}: ${interpretation.replace(/\.$/, '')}. Other interpretation: ${otherwise}`,
  );

/** `depends on interpretation 8`, for one line; empty if there is none. */
export function restsOnBriefly({ interpretations = [] }: Resting): string {
  const [first, ...others] = interpretations.map(({ id }) => String(id));
  if (first === undefined) return '';
  return `depends on interpretation${others.length > 0 ? 's' : ''} ${[first, ...others].join(', ')}`;
}
