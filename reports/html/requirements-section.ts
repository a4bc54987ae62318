/** Every requirement by section of the interface document, and what kept some from being exercised. */
import type { RequirementResult, RequirementStatus, Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { bySection, gaps, worstFirst } from '../findings.ts';
import { plural } from '../wording.ts';
import { findingAnchor, requirementLink } from './anchor.ts';
import { levelBadge, statusBadge, statusLabels } from './status.ts';

/** What was not exercised, by reason. */
export function gapsSection(results: Results): Html | undefined {
  const all = gaps(results);
  if (all.length === 0) return undefined;
  const items = all.map(
    ({ reason, requirements }) => html`<li><span class="count">${requirements.length}</span>
<div><p>${reason}</p><details><summary>${plural(requirements.length, 'requirement')}</summary>
<p class="ids">${requirements.map(({ id }) => html`${requirementLink(id)} `)}</p></details></div></li>`,
  );
  return html`<section id="not-exercised" aria-labelledby="gaps-title">
<h2 id="gaps-title">Not exercised</h2>
<ul class="gaps">${items}</ul>
</section>`;
}

function findingLinks({ findings }: Results, { id }: RequirementResult): Html[] {
  return worstFirst(findings)
    .filter(({ requirement }) => requirement === id)
    .map((finding) => html` <a href="#${findingAnchor(finding)}">See the finding of ${finding.check}</a>`);
}

function row(entry: RequirementResult, results: Results): Html {
  return html`<tr id="${entry.id}" data-status="${entry.status}">
<th scope="row">${requirementLink(entry.id)}</th>
<td class="statement">${entry.statement}
${entry.reason === undefined ? undefined : html`<span class="reason">${entry.reason}</span>`}${findingLinks(results, entry)}</td>
<td>${statusBadge(entry.status)}</td>
<td>${levelBadge(entry.level)}</td>
<td class="number"><span class="narrow">evaluated ×</span>${entry.evaluations}</td>
</tr>`;
}

function filter({ requirements }: Results): Html {
  const options = Object.entries(statusLabels).flatMap(([status, label]) => {
    const count = requirements.filter((entry) => entry.status === status).length;
    return count === 0 ? [] : [html`<option value="${status}">${label} (${count})</option>`];
  });
  return html`<div class="filter" role="search" aria-label="Requirements" id="filter" hidden>
<label>Find <input type="search" id="filter-text" autocomplete="off" spellcheck="false"></label>
<label>Status <select id="filter-status"><option value="">all (${requirements.length})</option>${options}</select></label>
<output id="filter-count" for="filter-text filter-status"></output>
</div>`;
}

function group(section: string, entries: readonly RequirementResult[], results: Results): Html {
  const passed = entries.filter(({ status }) => status === 'passed').length;
  const testable = entries.filter(
    ({ status }) => status !== ('untestable' satisfies RequirementStatus),
  ).length;
  return html`<tbody><tr class="group"><th scope="rowgroup" colspan="5">${section}
<span class="count">${passed} of ${testable} passed</span></th></tr>
${entries.map((entry) => row(entry, results))}</tbody>`;
}

/** The whole catalogue as one table, with a filter where the script runs. */
export function requirementsSection(results: Results): Html {
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title">Requirements</h2>
${filter(results)}
<table class="requirements stacking">
<thead><tr><th scope="col">Requirement</th><th scope="col">Statement</th><th scope="col">Status</th><th scope="col">Level</th><th scope="col" class="number">Evaluations</th></tr></thead>
${[...bySection(results)].map(([section, entries]) => group(section, entries, results))}
</table>
</section>`;
}
