/** Every fault: at a glance by area, then one row each. */
import { type Html, html } from '../../../markup/html.ts';
import { duration, plural } from '../../../reports/wording.ts';
import type { FaultRecord, SelftestRecord } from '../record.ts';
import { catchersOf } from '../record-summary.ts';
import {
  checkLink,
  faultAnchor,
  faultCell,
  faultLink,
  filter,
  groupBy,
  requirementLink,
  section,
  statusBadge,
} from './parts.ts';

/** A square for each fault, by area. */
export function glanceSection({ faults }: SelftestRecord): Html | undefined {
  if (faults.length === 0) return undefined;
  const rows = [...groupBy(faults, ({ area }) => area)].map(([area, entries]) => {
    const caught = entries.filter(({ status }) => status === 'caught').length;
    return html`<dt>${area}</dt><dd class="count">${caught} of ${entries.length}</dd><dd class="cells">${entries.map(faultCell)}</dd>`;
  });
  return section(
    'glance',
    'At a glance',
    html`<p class="aside">A square is a fault and leads to its row; those that were not caught have a sign.</p>
<dl class="field">${rows}</dl>`,
  );
}

function seen({ first, by }: FaultRecord): Html {
  if (first === undefined || by === undefined)
    return html`<td class="number">–</td><td class="number">–</td><td class="number">–</td>`;
  return html`<td class="number">${first.requests}<span class="narrow"> ${first.requests === 1 ? 'request' : 'requests'}</span></td>
<td class="number">${duration(first.millis)}</td>
<td class="number">${by.steps}<span class="narrow"> ${by.steps === 1 ? 'step' : 'steps'}</span></td>`;
}

/** Other requirements that were reported on a server with this fault. */
function also({ others }: FaultRecord): Html | undefined {
  const requirements = [...new Set(others.map(({ requirement }) => requirement))];
  return requirements.length === 0
    ? undefined
    : html`<span class="sub">also reported: ${requirements.map((id) => html`${requirementLink(id)} `)}</span>`;
}

function row(entry: FaultRecord): Html {
  return html`<tr id="${faultAnchor(entry.fault)}" data-status="${entry.status}">
<th scope="row" class="wide">${faultLink(entry.fault)}<span class="reason">${entry.title}</span>${entry.reason === undefined ? undefined : html`<span class="reason">${entry.reason}</span>`}</th>
<td>${statusBadge(entry.status)}</td>
<td class="links">${entry.breaks.map((id) => html`${requirementLink(id)} `)}${also(entry)}</td>
<td class="links">${catchersOf(entry).map((id) => html`${checkLink(id)} `)}</td>
${seen(entry)}
</tr>`;
}

export function faultsSection({ faults }: SelftestRecord): Html | undefined {
  if (faults.length === 0) return undefined;
  const statuses = groupBy(faults, ({ status }) => status);
  const groups = [...groupBy(faults, ({ area }) => area)].map(
    ([area, entries]) =>
      html`<tbody><tr class="group"><th scope="rowgroup" colspan="7">${area} <span class="count">${plural(entries.length, 'fault')}</span></th></tr>
${entries.map(row)}</tbody>`,
  );
  return section(
    'faults',
    'Faults',
    filter({
      table: 'fault-table',
      label: 'Faults',
      choices: [...statuses].map(([status, entries]) => [status, `${status} (${entries.length})`]),
    }),
    html`<table id="fault-table" class="stacking">
<thead><tr><th scope="col">Fault</th><th scope="col">Outcome</th><th scope="col">Breaks</th><th scope="col">Caught by</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Time</th><th scope="col" class="number">Steps</th></tr></thead>
${groups}
</table>`,
  );
}
