/** A badge for a README: as a picture, and as data for the endpoint badge of shields.io. */
import { makeBadge } from 'badge-maker';
import type { Results } from '../conformance/engine/results.ts';
import { jsonText } from '../markup/visible-text.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { documentedFigures } from './wording.ts';

const labelOf = ({ claims }: Results): string =>
  ['conformance', ...(claims ? [claims.map(({ scope }) => scope).join(', ')] : [])].join(': ');

/** The text and colour of the badge. */
function badgeOf(results: Results): { readonly message: string; readonly color: string } {
  const { passed, failed, testable } = documentedFigures(results);
  // False if, for example, the list of known failures is outdated.
  const isGood = outcomeNotes(results).length === 0;
  switch (results.verdict) {
    case 'conformant':
      return { message: `${passed} of ${testable}`, color: isGood ? 'brightgreen' : 'orange' };
    case 'partial':
      return { message: `${passed} of ${testable}`, color: isGood ? 'yellowgreen' : 'orange' };
    case 'non-conformant':
      return { message: `${failed} of ${testable} failed`, color: 'red' };
    case 'incomplete':
      return failed > 0
        ? { message: `${failed} failed, incomplete`, color: 'red' }
        : { message: 'incomplete', color: 'lightgrey' };
    case 'error':
      return { message: 'no result', color: 'lightgrey' };
  }
  return results.verdict satisfies never;
}

/** SVG without script and without a link. */
export function renderBadge(results: Results): string {
  return `${makeBadge({ label: labelOf(results), ...badgeOf(results) })}\n`;
}

/** For `https://img.shields.io/endpoint?url=…`; the file must be public. */
export function renderShieldsEndpoint(results: Results): string {
  return `${jsonText({ schemaVersion: 1, label: labelOf(results), ...badgeOf(results) }, 2)}\n`;
}
