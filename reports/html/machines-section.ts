/** The state machines of the interface document, and how far the run went through each. */
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import { plural } from '../wording.ts';
import { requirementLink } from './anchor.ts';
import { coverageOf, timesTaken } from './machine-coverage.ts';
import { stateGraph } from './state-graph.ts';

type Transition = StateMachine['transitions'][number];

function outcome(machine: StateMachine, transition: Transition, results: Results): Html {
  const count = timesTaken(machine, transition.id, results);
  const taken = count === 0 ? 'never taken' : `taken ${plural(count, 'time')}`;
  const kind = coverageOf(machine, transition, results);
  return html`<span class="coverage ${kind}">${kind === 'failed' ? `requirement failed, ${taken}` : taken}</span>`;
}

function row(machine: StateMachine, transition: Transition, results: Results): Html {
  const { id, from, to, trigger, guard, effect, requirements } = transition;
  return html`<tr><th scope="row">${id}</th><td>${from} → ${to}</td>
<td>${trigger}${guard === undefined ? undefined : html`, when ${guard}`}${effect === undefined ? undefined : html`; ${effect}`}
<span class="ids">${requirements.map((each) => html`${requirementLink(each)} `)}</span></td>
<td>${outcome(machine, transition, results)}</td></tr>`;
}

function unreachable({ unreachable: states }: StateMachine): Html | undefined {
  const entries = Object.entries(states);
  if (entries.length === 0) return undefined;
  // Several states often share a reason.
  const reasons = [...Map.groupBy(entries, ([, reason]) => reason)];
  return html`<p class="aside">${reasons.map(
    ([reason, members]) => html`Dimmed, ${members.map(([state]) => state).join(' and ')}: ${reason} `,
  )}</p>`;
}

function machineBlock(machine: StateMachine, results: Results): Html {
  const taken = machine.transitions.filter(({ id }) => timesTaken(machine, id, results) > 0).length;
  return html`<section class="machine" id="machine-${machine.id}" aria-labelledby="machine-${machine.id}-title">
<h3 id="machine-${machine.id}-title">${machine.title} <span class="count">${taken} of ${plural(machine.transitions.length, 'transition')} taken</span></h3>
<div class="picture">
<figure><div class="scroll" tabindex="0" role="region" aria-label="Graph of ${machine.title}">${stateGraph(machine, results)}</div>
<figcaption>${unreachable(machine)}</figcaption></figure>
<table class="stacking"><thead><tr><th scope="col">Transition</th><th scope="col">From and to</th><th scope="col">Trigger</th><th scope="col">In this run</th></tr></thead>
<tbody>${machine.transitions.map((transition) => row(machine, transition, results))}</tbody></table>
</div></section>`;
}

/** Of the others the document gives the names of the states and nothing that a run could take. */
const described = stateMachines.filter(({ transitions }) => transitions.length > 0);

export function machinesSection(results: Results): Html {
  return html`<section id="machines" aria-labelledby="machines-title">
<h2 id="machines-title">State machines</h2>
<ul class="legend"><li class="taken">taken</li><li class="never-taken">never taken</li><li class="failed">a requirement of it failed</li></ul>
${described.map((machine) => machineBlock(machine, results))}
</section>`;
}
