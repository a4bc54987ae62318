/** Why a mutant may survive: survivors.yaml, one entry for each that was looked at. */
import * as z from 'zod';
import type { Recorded } from './recorder.ts';

export const kinds = {
  equivalent: 'No call can tell the difference',
  open: 'The document leaves it open',
  since: 'A test that was added after the measurement notices it',
  'suite-gap': 'The document says it and nothing notices: to be closed',
} as const;

const Explanation = z.strictObject({
  area: z.string(),
  /** What stood there, with single blanks. */
  was: z.string(),
  /** What stands there now; without it, whatever else. */
  becomes: z.string().optional(),
  kind: z.enum(['equivalent', 'open', 'since', 'suite-gap']),
  reason: z.string(),
});

export const Explanations = z.array(Explanation);
export type Explanation = z.infer<typeof Explanation>;

export function explanationOf(
  area: string,
  { was, becomes }: Recorded,
  explanations: readonly Explanation[],
): Explanation | undefined {
  return explanations.find(
    (each) =>
      each.area === area && each.was === was && (each.becomes === undefined || each.becomes === becomes),
  );
}
