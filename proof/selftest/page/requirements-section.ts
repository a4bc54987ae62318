/** The matrix, one row per requirement: its faults as squares, and the checks that found it broken. */
import { type Html, html } from '../../../markup/html.ts';
import { levelBadge } from '../../../reports/html/status.ts';
import type { FaultRecord, RequirementEntry, SelftestRecord } from '../record.ts';
import { checkLink, faultCell, filter, groupBy, requirementLink, section } from './parts.ts';

/** The proof of a requirement, worst first. */
type Proof = 'no fault' | 'no check' | 'not tried' | 'not seen broken' | 'seen broken';

function proofOf(entry: RequirementEntry, tried: readonly FaultRecord[]): Proof {
  if (entry.checks.length === 0) return 'no check';
  if (entry.faults.length === 0) return 'no fault';
  if (tried.length === 0) return 'not tried';
  return entry.seenBrokenBy.length === 0 ? 'not seen broken' : 'seen broken';
}

interface Row {
  readonly entry: RequirementEntry;
  readonly tried: readonly FaultRecord[];
  readonly proof: Proof;
  /** Checks that named it, and how many faults each. */
  readonly catchers: readonly (readonly [check: string, faults: number])[];
}

function toRow(entry: RequirementEntry, faults: readonly FaultRecord[]): Row {
  const tried = faults.filter(({ breaks }) => breaks.includes(entry.id));
  const counts = new Map<string, number>();
  for (const { sightings } of tried)
    for (const { check, requirement } of sightings)
      if (requirement === entry.id) counts.set(check, (counts.get(check) ?? 0) + 1);
  return {
    entry,
    tried,
    proof: proofOf(entry, tried),
    catchers: [...counts].toSorted((a, b) => b[1] - a[1]),
  };
}

function row({ entry, tried, proof, catchers }: Row): Html {
  return html`<tr id="${entry.id}" data-status="${proof}">
<th scope="row">${requirementLink(entry.id)}</th>
<td class="statement">${entry.statement}${proof === 'seen broken' || proof === 'not tried' ? undefined : html`<span class="reason">${proof}</span>`}</td>
<td>${levelBadge(entry.level)}</td>
<td><span class="marks">${tried.map(faultCell)}</span></td>
<td class="links">${catchers.map(([check, count]) => html`<span class="tally">${checkLink(check)}${count === 1 ? '' : ` × ${count}`}</span> `)}</td>
<td class="number">${entry.leastEvaluations === undefined ? '–' : html`<span class="narrow">evaluated ×</span>${entry.leastEvaluations}`}</td>
</tr>`;
}

export function requirementsSection({ requirements, faults }: SelftestRecord): Html {
  const rows = requirements.map((entry) => toRow(entry, faults));
  const proofs = groupBy(rows, ({ proof }) => proof);
  const groups = [...groupBy(rows, ({ entry }) => entry.section)].map(
    ([name, entries]) =>
      html`<tbody><tr class="group"><th scope="rowgroup" colspan="6">${name} <span class="count">${entries.filter(({ proof }) => proof === 'seen broken').length} of ${entries.length} seen broken</span></th></tr>
${entries.map(row)}</tbody>`,
  );
  return section(
    'requirements',
    'Requirements',
    html`<p class="aside">A requirement is proved by the faults that break it (squares) and the checks whose findings named it. The last figure is how often it was evaluated in the run of the sound server that did so least.</p>`,
    filter({
      table: 'requirement-table',
      label: 'Requirements',
      choices: [...proofs].map(([proof, entries]) => [proof, `${proof} (${entries.length})`]),
    }),
    html`<table id="requirement-table" class="requirements stacking">
<thead><tr><th scope="col">Requirement</th><th scope="col">Statement</th><th scope="col">Level</th><th scope="col">Faults</th><th scope="col">Seen broken by</th><th scope="col" class="number">Evaluated</th></tr></thead>
${groups}
</table>`,
  );
}
