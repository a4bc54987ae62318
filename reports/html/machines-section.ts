/** The state machines of the interface document, and the coverage of each by the run. */
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import type { StateMachine } from '../../openapi/catalogue.ts';
import { rulesOf } from '../../openapi/transitions.ts';
import { isOfService } from '../findings.ts';
import {
  coverageOf,
  describedMachines,
  figuresOf,
  timesHeldBack,
  timesTaken,
  whyNotTried,
  whyOutOfReach,
} from '../machine-coverage.ts';
import { plural } from '../wording.ts';
import { requirementLink } from './marks.ts';
import { stateGraph } from './state-graph.ts';

type Transition = StateMachine['transitions'][number];

function outcome(machine: StateMachine, transition: Transition, results: Results): Html {
  const { id, guard } = transition;
  const count = timesTaken(machine, id, results);
  const outOfReach = whyOutOfReach(machine, id, results);
  const reason = outOfReach ?? whyNotTried(transition, results);
  const taken =
    count > 0 ? `taken ${plural(count, 'time')}` : outOfReach === undefined ? 'never taken' : 'out of reach';
  const held = timesHeldBack(machine, id, results);
  const kind = coverageOf(machine, transition, results);
  return html`<span class="coverage ${kind}">${kind === 'failed' ? `requirement failed, ${taken}` : taken}</span>
${guard === undefined || count + held === 0 ? undefined : html`<span class="reason">guard ${held === 0 ? 'never seen false' : `false ${plural(held, 'time')}`}</span>`}
${count > 0 || reason === undefined ? undefined : html`<span class="reason">${reason}</span>`}`;
}

function row(machine: StateMachine, transition: Transition, results: Results): Html {
  const { id, from, to, trigger, guard, effect, notShown } = transition;
  return html`<tr><th scope="row">${id} <span class="sub">${from} → ${to}</span>${notShown === undefined ? undefined : html` <span class="sub">${notShown}</span>`}</th>
<td>${trigger}${guard === undefined ? undefined : html`, when ${guard}`}${effect === undefined ? undefined : html`; effect: ${effect}`}
<span class="ids">${rulesOf(transition).map((each) => html`${requirementLink(each)} `)}</span></td>
<td>${outcome(machine, transition, results)}</td></tr>`;
}

function unreachable({ unreachable: states }: StateMachine): Html | undefined {
  const entries = Object.entries(states);
  if (entries.length === 0) return undefined;
  // Several states often share a reason.
  const reasons = [...Map.groupBy(entries, ([, reason]) => reason)];
  return html`<p class="aside">${reasons.map(
    ([reason, members]) => html`Dotted outline, ${members.map(([state]) => state).join(', ')}: ${reason} `,
  )}</p>`;
}

/** Such as `8 of 8 transitions taken, 4 of 5 guards seen both met and not met`. */
function summary(machine: StateMachine, results: Results): string {
  const { taken, transitions, guards, guardsBothWays, pairs, missedPairs, outOfReach } = figuresOf(
    machine,
    results,
  );
  const allPairs = pairs + missedPairs.length;
  return [
    `${taken} of ${plural(transitions, 'transition')} taken`,
    ...(guards > 0 ? [`${guardsBothWays} of ${plural(guards, 'guard')} seen both met and not met`] : []),
    ...(allPairs > 0 ? [`${pairs} of ${plural(allPairs, 'pair')} seen`] : []),
    ...(outOfReach > 0 ? [`${outOfReach} out of reach`] : []),
  ].join(', ');
}

/** Pairs of consecutive transitions that the run has not seen. */
function missed(machine: StateMachine, results: Results): Html | undefined {
  const { missedPairs, pairs } = figuresOf(machine, results);
  if (missedPairs.length === 0 || pairs === 0) return undefined;
  return html`<details><summary>${plural(missedPairs.length, 'pair')} of consecutive transitions not seen</summary>
<p class="ids">${missedPairs.map((pair) => pair.replace(' > ', ' → ')).join(', ')}</p></details>`;
}

function machineBlock(machine: StateMachine, results: Results): Html {
  return html`<section class="machine" id="machine-${machine.id}" aria-labelledby="machine-${machine.id}-title">
<h3 id="machine-${machine.id}-title">${machine.title} <span class="count">${summary(machine, results)}</span></h3>
<div class="picture">
<figure><div class="scroll" tabindex="0" role="region" aria-label="Graph of ${machine.title}">${stateGraph(machine, results)}</div>
<figcaption>${unreachable(machine)}</figcaption></figure>
<table class="stacking transitions"><thead><tr><th scope="col">Transition</th><th scope="col">Trigger</th><th scope="col">In this run</th></tr></thead>
<tbody>${machine.transitions.map((transition) => row(machine, transition, results))}</tbody></table>
</div>${missed(machine, results)}</section>`;
}

/** Every line differs by its shape or sign too, not only by its colour. */
const legend = [
  ['taken few', 'taken fewer than 10 times'],
  ['taken some', 'fewer than 100'],
  ['taken many', '100 times or more'],
  ['never-taken', 'never taken'],
  ['out-of-reach', 'out of reach on this target'],
  ['failed', '✕ a requirement of the transition failed'],
  ['unreachable', 'state without a documented transition to it'],
] as const;

export function machinesSection(results: Results): Html | undefined {
  if (!isOfService(results)) return undefined;
  return html`<section id="machines" aria-labelledby="machines-title">
<h2 id="machines-title">State machines</h2>
<ul class="legend">${legend.map(([kind, text]) => html`<li class="${kind}">${text}</li>`)}</ul>
<p class="aside">A pair is two transitions that one resource takes in a row. A guard is the condition of a transition; “guard false 7 times” means that the trigger occurred 7 times while the condition was false.</p>
${describedMachines.map((machine) => machineBlock(machine, results))}
</section>`;
}
