/** Checks that ran, and the settings of the run. */
import type { CheckResult, Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { runCommand } from '../commands.ts';
import { duration, moment } from '../wording.ts';
import { copyable } from './marks.ts';
import { statusBadge } from './status.ts';

function checkRow(check: CheckResult): Html {
  return html`<tr><th scope="row">${check.title} <code class="sub">${check.id}</code>
${check.error === undefined ? undefined : html`<span class="reason">${check.error}</span>`}</th>
<td>${statusBadge(check.status)}</td>
<td class="number">${check.runs}<span class="narrow"> ${check.runs === 1 ? 'run' : 'runs'}</span></td>
<td class="number">${check.requests}<span class="narrow"> ${check.requests === 1 ? 'request' : 'requests'}</span></td>
<td class="number">${duration(check.durationMillis)}</td></tr>`;
}

export function checksSection({ checks }: Results): Html | undefined {
  if (checks.length === 0) return undefined;
  return html`<section id="checks" aria-labelledby="checks-title">
<h2 id="checks-title">Checks</h2>
<table class="stacking">
<thead><tr><th scope="col">Check</th><th scope="col">Status</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Duration</th></tr></thead>
<tbody>${checks.map(checkRow)}</tbody></table>
</section>`;
}

/** Everything that is needed to repeat the run. */
export function runSection(results: Results): Html {
  const { tool, target, run } = results;
  const settings: readonly (readonly [name: string, value: string | number])[] = [
    ['Tool', `${tool.name} ${tool.version}`],
    ['Base URL', target.baseUrl],
    ['Kind', target.kind],
    ['Environment', target.environment],
    ...(target.access === undefined ? [] : [['Access', target.access] as const]),
    ['Capabilities', target.capabilities.length === 0 ? 'none' : target.capabilities.join(', ')],
    ...(target.fault === undefined ? [] : [['Deliberate fault', target.fault] as const]),
    ['Profile', run.profile],
    ['Seed', run.seed],
    ['Started', moment(run.startedAt)],
    ['Finished', moment(run.finishedAt)],
    ['Duration', duration(run.durationMillis)],
    ['Requests', run.requests],
  ];
  return html`<section id="run" aria-labelledby="run-title">
<h2 id="run-title">Run</h2>
<dl class="settings">${settings.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<h3>Repeat this run</h3>
${copyable(runCommand(results), 'command of the run')}
</section>`;
}
