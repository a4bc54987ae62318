/** Details of a verbose run: the slowest checks and the requirements that were not exercised. */
import type { Results } from '../conformance/engine/results.ts';
import { visibleLine } from '../markup/visible-text.ts';
import { gaps } from './findings.ts';
import { createPaint, duration, plural } from './wording.ts';

const mostSlow = 5;

/** Lines for the end of a verbose run, of any length. */
export function renderDetails(results: Results, { color }: { readonly color: boolean }): string {
  const paint = createPaint(color);
  const slow = results.checks
    .toSorted((a, b) => b.durationMillis - a.durationMillis)
    .slice(0, mostSlow)
    .filter(({ durationMillis }) => durationMillis > 0);
  const width = Math.max(0, ...slow.map(({ durationMillis }) => duration(durationMillis).length));
  const skipped = gaps(results);
  return [
    ...(slow.length > 0 ? [paint('bold', 'Slowest checks')] : []),
    ...slow.map(
      ({ id, durationMillis, requests }) =>
        `  ${duration(durationMillis).padStart(width)}  ${visibleLine(id)}  ${paint('dim', plural(requests, 'request'))}`,
    ),
    ...(slow.length > 0 ? [''] : []),
    ...(skipped.length > 0 ? [paint('bold', 'Not exercised')] : []),
    ...skipped.flatMap(({ reason, requirements }) => [
      `  ${plural(requirements.length, 'requirement')}: ${visibleLine(reason)}`,
      `    ${paint('dim', requirements.map(({ id }) => id).join(' '))}`,
    ]),
    ...(skipped.length > 0 ? [''] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
