/** The section about the value of each check. */
import { type Html, html } from '../../../markup/html.ts';
import { plural } from '../../../reports/wording.ts';
import type { CheckEntry, FaultRecord, SelftestRecord } from '../record.ts';
import { catchersOf } from '../record-summary.ts';
import { checkAnchor, checkLink, faultLink, filter, groupBy, section } from './parts.ts';

type Worth = 'not tried' | 'nothing' | 'catches' | 'alone';

function worthOf({ tried, caught, alone }: CheckEntry): Worth {
  if (tried === 0) return 'not tried';
  if (caught === 0) return 'nothing';
  return alone > 0 ? 'alone' : 'catches';
}

const labels: Readonly<Record<Worth, string>> = {
  'not tried': 'not tried',
  nothing: 'caught nothing',
  catches: 'catches what others catch too',
  alone: 'alone in catching something',
};

const cell = (count: number, label: string) =>
  html`<td class="number">${count}<span class="narrow"> ${label}</span></td>`;

function row(check: CheckEntry, faults: readonly FaultRecord[]): Html {
  const caught = faults.filter((fault) => catchersOf(fault).includes(check.id));
  return html`<tr id="${checkAnchor(check.id)}" data-status="${worthOf(check)}">
<th scope="row" class="wide">${checkLink(check.id)}<span class="reason">${check.title}</span>${
    caught.length === 0
      ? undefined
      : html`<details><summary>${plural(caught.length, 'fault')}</summary><p class="ids">${caught.map(({ fault }) => html`${faultLink(fault)} `)}</p></details>`
  }</th>
<td>${check.kind}</td>
${cell(check.tried, 'tried')}${cell(check.caught, 'caught')}${cell(check.alone, 'alone')}${cell(check.first, 'first')}
</tr>`;
}

export function checksSection({ checks, faults }: SelftestRecord): Html {
  const worths = groupBy(checks, worthOf);
  const rows = checks.toSorted((a, b) => b.caught - a.caught).map((check) => row(check, faults));
  return section(
    'checks',
    'Checks',
    html`<p class="aside">How many faults each check was tried on because it covers what they break, how many it caught, how many of those nothing else caught, and how many it saw before the others.</p>`,
    filter({
      table: 'check-table',
      label: 'Checks',
      choices: [...worths].map(([worth, entries]) => [
        worth,
        `${labels[worth as Worth]} (${entries.length})`,
      ]),
    }),
    html`<table id="check-table" class="stacking">
<thead><tr><th scope="col">Check</th><th scope="col">Kind</th><th scope="col" class="number">Tried</th><th scope="col" class="number">Caught</th><th scope="col" class="number">Alone</th><th scope="col" class="number">First</th></tr></thead>
<tbody>${rows}</tbody>
</table>`,
  );
}
