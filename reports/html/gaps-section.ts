/** Requirements that were not exercised, the reasons, and the configuration that would add them. */
import type { RequirementResult } from '../../conformance/engine/requirement-results.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { doctorCommand } from '../commands.ts';
import { gaps } from '../findings.ts';
import { type NextStep, nextSteps } from '../next-steps.ts';
import { plural } from '../wording.ts';
import { requirementLink } from './marks.ts';

function stepRow({ needs, requirements }: NextStep): Html {
  const names = needs.map(({ name }) => html`<div>${name}</div>`);
  const lines = needs.map(({ remedy }) => html`<div><code class="config">${remedy}</code></div>`);
  return html`<tr><th scope="row">${names}</th><td>${lines}</td>
<td class="number">${requirements.length}<span class="narrow"> more</span></td></tr>`;
}

function remedyTable(requirements: readonly RequirementResult[], results: Results): Html | undefined {
  const steps = nextSteps(requirements);
  if (steps.length === 0) return undefined;
  return html`<h3>How to exercise more</h3>
<p class="aside">Add these lines to <code>conformance.config.ts</code>, what adds most first. <code>${doctorCommand(results)}</code> lists them without a report.</p>
<table class="stacking remedies"><thead><tr><th scope="col">To connect</th><th scope="col">Configuration line</th><th scope="col" class="number">Adds with those above</th></tr></thead>
<tbody>${steps.map(stepRow)}</tbody></table>`;
}

/** Requirements that were not exercised or errored: remedies and reasons. */
export function gapsSection(results: Results): Html | undefined {
  const all = gaps(results);
  if (all.length === 0) return undefined;
  const items = all.map(
    ({ reason, requirements }) => html`<li><span class="count">${requirements.length}</span>
<div><p>${reason}</p><details><summary>${plural(requirements.length, 'requirement')}</summary>
<p class="ids">${requirements.map(({ id }) => html`${requirementLink(id)} `)}</p></details></div></li>`,
  );
  const total = all.reduce((sum, { requirements }) => sum + requirements.length, 0);
  return html`<section id="not-exercised" aria-labelledby="gaps-title">
<h2 id="gaps-title">Not exercised <span class="count">${plural(total, 'requirement')} of all levels</span></h2>
${remedyTable(
  all.flatMap(({ requirements }) => requirements),
  results,
)}
<h3>Reasons</h3>
<ul class="gaps">${items}</ul>
</section>`;
}
