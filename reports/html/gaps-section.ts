/** Requirements that were not exercised, the reasons, and the configuration that would add them. */
import type { RequirementResult, Results } from '../../conformance/engine/results.ts';
import { remedyOf } from '../../conformance/target/remedies.ts';
import { type Html, html } from '../../markup/html.ts';
import { doctorCommand } from '../commands.ts';
import { gaps } from '../findings.ts';
import { plural } from '../wording.ts';
import { requirementLink } from './marks.ts';

interface Remedy {
  readonly capability: string;
  /** Requirements that need the capability. */
  readonly wanted: number;
  /** Requirements that need only this capability. */
  readonly alone: number;
}

function remedies(requirements: readonly RequirementResult[]): Remedy[] {
  const lists = requirements.map(({ missing = [] }) => missing);
  return [...new Set(lists.flat())]
    .map((capability) => {
      const wanting = lists.filter((missing) => missing.includes(capability));
      return {
        capability,
        wanted: wanting.length,
        alone: wanting.filter(({ length }) => length === 1).length,
      };
    })
    .toSorted((a, b) => b.wanted - a.wanted || b.alone - a.alone);
}

function remedyRow({ capability, wanted, alone }: Remedy): Html {
  return html`<tr><th scope="row">${capability}</th><td><code class="config">${remedyOf(capability)}</code></td>
<td class="number">${wanted}<span class="narrow"> blocked</span></td><td class="number">${alone}<span class="narrow"> blocked by nothing else</span></td></tr>`;
}

function remedyTable(requirements: readonly RequirementResult[], results: Results): Html | undefined {
  const rows = remedies(requirements);
  if (rows.length === 0) return undefined;
  return html`<h3>How to exercise more</h3>
<p class="aside">Add these lines to <code>conformance.config.ts</code>. <code>${doctorCommand(results)}</code> lists them without a run.</p>
<table class="stacking remedies"><thead><tr><th scope="col">Missing capability</th><th scope="col">Configuration line</th><th scope="col" class="number">Requirements blocked</th><th scope="col" class="number">Blocked by nothing else</th></tr></thead>
<tbody>${rows.map(remedyRow)}</tbody></table>`;
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
