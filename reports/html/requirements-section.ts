/** Every requirement by section of the interface document. */
import type { RequirementStatus } from '../../conformance/engine/catalogue.ts';
import type { RequirementResult } from '../../conformance/engine/requirement-results.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { bySection, worstFirst } from '../findings.ts';
import { plural } from '../wording.ts';
import { findingAnchor, requirementLink, sectionAnchor } from './marks.ts';
import { levelBadge, statusBadge, statusLabels } from './status.ts';

/** One link, because the findings of a requirement are in one place. */
function findingLink({ findings }: Results, { id }: RequirementResult): Html | undefined {
  const own = worstFirst(findings).filter(({ requirement }) => requirement === id);
  const [first] = own;
  if (first === undefined) return undefined;
  return html` <a href="#${findingAnchor(first)}">See ${own.length === 1 ? 'the finding' : `the ${own.length} findings`}</a>`;
}

function row(entry: RequirementResult, results: Results): Html {
  return html`<tr id="${entry.id}" data-status="${entry.status}" data-level="${entry.level}">
<th scope="row">${requirementLink(entry.id)}</th>
<td class="statement">${entry.statement}
${entry.outside === undefined ? undefined : html`<span class="reason">Not counted: ${entry.outside}</span>`}${entry.reason === undefined ? undefined : html`<span class="reason">${entry.reason}</span>`}${entry.warning === undefined ? undefined : html`<span class="reason">Warning: ${entry.warning}</span>`}${findingLink(results, entry)}</td>
<td>${statusBadge(entry.status)}</td>
<td>${levelBadge(entry.level)}</td>
<td class="number">${entry.evaluations}<span class="narrow"> ${entry.evaluations === 1 ? 'time' : 'times'} judged</span></td>
</tr>`;
}

function options<Key extends string>(
  counts: ReadonlyMap<Key, readonly unknown[]>,
  all: readonly (readonly [Key, string])[],
): Html[] {
  return all.flatMap(([key, label]) => {
    const count = counts.get(key)?.length ?? 0;
    return count === 0 ? [] : [html`<option value="${key}">${label} (${count})</option>`];
  });
}

function filter(results: Results): Html {
  const { requirements } = results;
  const statuses = options(
    Map.groupBy(requirements, ({ status }) => status),
    // The keys are the statuses.
    Object.entries(statusLabels) as [RequirementStatus, string][],
  );
  const levels = options(
    Map.groupBy(requirements, ({ level }) => level),
    (['documented', 'observed', 'assumed'] as const).map((level) => [level, level]),
  );
  const sections = [...bySection(results).keys()].map(
    (section) => html`<option value="${sectionAnchor(section)}">${section}</option>`,
  );
  return html`<div class="filter" role="search" aria-label="Requirements" id="filter" hidden>
<label>Find <input type="search" id="filter-text" autocomplete="off" spellcheck="false"></label>
<label>Status <select id="filter-status"><option value="">all (${requirements.length})</option>${statuses}</select></label>
<label>Level <select id="filter-level"><option value="">all</option>${levels}</select></label>
<label>Section <select id="filter-section"><option value="">all</option>${sections}</select></label>
<output id="filter-count" for="filter-text filter-status filter-level filter-section"></output>
</div>`;
}

const notable: readonly RequirementStatus[] = ['failed', 'warned', 'errored'];

/** Folded unless it contains a problem. */
function sectionBlock(section: string, entries: readonly RequirementResult[], results: Results): Html {
  const count = (wanted: RequirementStatus) => entries.filter(({ status }) => status === wanted).length;
  const untestable = count('untestable');
  const testable = entries.length - untestable;
  const others = (['failed', 'warned', 'errored', 'not-exercised'] as const).flatMap((status) =>
    count(status) === 0
      ? []
      : [html` <span class="tally ${status}">${count(status)} ${statusLabels[status]}</span>`],
  );
  const isOpen = entries.some(({ status }) => notable.includes(status));
  return html`<details class="section" id="${sectionAnchor(section)}"${isOpen ? html` open` : undefined}>
<summary><h3>${section}</h3> <span class="count">${testable === 0 ? 'nothing to test' : `${count('passed')} of ${testable} passed${untestable === 0 ? '' : `, ${untestable} more untestable`}`}</span>${others}</summary>
<table class="requirements stacking"><thead><tr><th scope="col">Requirement</th><th scope="col">Statement</th><th scope="col">Status</th><th scope="col">Level</th><th scope="col" class="number">Times judged</th></tr></thead>
<tbody>${entries.map((entry) => row(entry, results))}</tbody></table></details>`;
}

/** The whole catalogue, with a filter if scripts are allowed. */
export function requirementsSection(results: Results): Html {
  const groups = [...bySection(results)];
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title">Requirements <span class="count">${results.requirements.length} in ${plural(groups.length, 'section')} of the interface document</span></h2>
${filter(results)}
<p class="aside">Levels: <b>documented</b> rules are stated in the document, and a violation makes the target non-conformant; <b>observed</b> rules appear in its examples, and a violation is a warning; <b>assumed</b> rules fill its gaps, and a violation is information only.</p>
<p id="filter-none" hidden>No requirement matches.</p>
${groups.map(([section, entries]) => sectionBlock(section, entries, results))}
</section>`;
}
