/** The first screen: the result of the run. */

import type { Results } from '../../conformance/engine/results.ts';
import { refusalRemedy } from '../../conformance/target/remedies.ts';
import { type Html, html } from '../../markup/html.ts';
import { shorten } from '../../markup/visible-text.ts';
import { findRequirement } from '../../openapi/catalogue.ts';
import { type FindingGroup, findingGroups, obstacles } from '../findings.ts';
import { outcomeNotes } from '../outcome-notes.ts';
import { documentedFigures, duration, explanation, headlineOf, moment, plural } from '../wording.ts';
import { findingAnchor } from './marks.ts';
import { levelBadge } from './status.ts';

function fact(name: string, value: Html | string | number): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function facts({ target, run }: Results): Html {
  return html`<dl class="facts">
${fact('Target', html`<code>${target.baseUrl}</code>`)}
${fact('When', html`<time datetime="${run.startedAt}">${moment(run.startedAt)}</time>`)}
${fact('Seed', html`<code>${run.seed}</code>`)}
${fact('Environment', `${target.kind}, ${target.environment}`)}
${fact('Run', `${run.profile}, ${plural(run.requests, 'request')}, ${duration(run.durationMillis)}`)}
${target.fault === undefined ? undefined : fact('Deliberate fault', html`<code>${target.fault}</code>`)}
</dl>`;
}

function bar(parts: readonly (readonly [name: string, count: number])[]): Html {
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  let from = 0;
  const pieces = parts.map(([name, count]) => {
    const width = total === 0 ? 0 : (count / total) * 1000;
    const piece = html`<rect class="${name}" x="${from.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="8"/>`;
    from += width;
    return piece;
  });
  return html`<svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`;
}

function figures(results: Results): Html {
  const { passed, failed, notExercised, errored, untestable, testable } = documentedFigures(results);
  const ofProduction = results.requirements.filter(
    ({ id, status }) => status === 'untestable' && findRequirement(id)?.needs.includes('production'),
  ).length;
  const asides = [
    ...(errored > 0
      ? [`${errored} of those not exercised because of an error of the suite or the network`]
      : []),
    ...(untestable > 0
      ? [
          `${untestable} more documented requirements cannot be tested${ofProduction === 0 ? '' : `, ${ofProduction} of them because they apply only in production`}`,
        ]
      : []),
  ];
  return html`<section aria-labelledby="figures-title">
<h2 id="figures-title" class="quiet">${testable} documented requirements</h2>
<ul class="figures">
<li class="passed${passed === 0 ? ' zero' : ''}"><strong>${passed}</strong> passed</li>
<li class="failed${failed === 0 ? ' zero' : ''}"><strong>${failed}</strong> failed</li>
<li class="not-exercised${notExercised === 0 ? ' zero' : ''}"><strong>${notExercised}</strong> not exercised</li>
</ul>
${bar([
  ['passed', passed],
  ['failed', failed],
  ['not-exercised', notExercised],
])}
${asides.length === 0 ? undefined : html`<p class="aside">${asides.join('; ')}.</p>`}
</section>`;
}

/** Maximum number of findings on the first screen; the rest is folded. */
const firstFindings = 10;

function overviewLine({ first, others }: FindingGroup): Html {
  const { requirement, level, title, expected, actual } = first;
  return html`<li class="${level}"><a href="#${findingAnchor(first)}">
<span class="where"><span class="id">${requirement}</span> ${levelBadge(level)}</span>
<span class="what"><span class="title">${shorten(title, 300)}</span>
<span class="contrast"><span><b>Expected</b> ${shorten(expected, 300)}</span> <span><b>Actual</b> ${shorten(actual, 300)}</span></span>
${others.length === 0 ? undefined : html`<span class="aside">and in ${plural(others.length, 'further check')}</span>`}</span>
</a></li>`;
}

function findingList(results: Results): Html | undefined {
  const groups = findingGroups(results);
  if (groups.length === 0) return undefined;
  const lines = groups.map(overviewLine);
  const rest = lines.slice(firstFindings);
  // An assumption that does not hold is no failure, which a reader of "Nothing failed" must not take it for.
  const isFailure = groups.some(({ first }) => first.level === 'documented');
  const [one, many] = isFailure
    ? ['violated requirement', 'violated requirements']
    : [
        'violated requirement that the document does not state',
        'violated requirements that the document does not state',
      ];
  return html`<section aria-labelledby="overview-title">
<h2 id="overview-title" class="quiet">${plural(groups.length, one, many)}${groups.length === 1 ? undefined : ', worst first'}</h2>
<ol class="overview">${lines.slice(0, firstFindings)}</ol>
${rest.length === 0 ? undefined : html`<details class="rest"><summary>${plural(rest.length, 'further violated requirement')}</summary><ol class="overview" start="${firstFindings + 1}">${rest}</ol></details>`}
</section>`;
}

/** Maximum number of rejected operations on the first screen. */
const firstObstacles = 5;

/** Operations that the target rejected, its message, and what to configure. */
function obstacleList(results: Results): Html | undefined {
  const all = obstacles(results);
  if (all.length === 0) return undefined;
  const items = all.slice(0, firstObstacles).map(
    ({ obstacle, requirements }) => html`<li><span class="count">${requirements.length}</span>
<div><p><b>${obstacle.operation}</b> was rejected with ${obstacle.status}: ${shorten(obstacle.said, 300)}</p>
<p class="aside">Configure <code class="config">${refusalRemedy(obstacle)}</code></p></div></li>`,
  );
  const more = all.length - items.length;
  return html`<section aria-labelledby="obstacles-title">
<h2 id="obstacles-title" class="quiet">Requests that the target rejected, and how many requirements were not exercised because of them</h2>
<ul class="gaps">${items}</ul>
${more <= 0 ? undefined : html`<p class="aside"><a href="#not-exercised">and ${more} more</a></p>`}
</section>`;
}

/** The reason for the exit code, if it is not the verdict. */
function notes(results: Results): Html[] {
  const { exit } = results;
  const lead = exit === undefined ? '' : `Exit code ${exit.code}: `;
  return outcomeNotes(results).map((note) => html`<p class="reason">${lead}${note}</p>`);
}

/** The verdict, the facts of the run, three figures, and one line for each finding. */
export function opening(results: Results): Html {
  return html`<header class="opening">
<div class="verdict"><div><p class="eyebrow"><span class="verdict-word">${results.verdict}</span> conformance report</p>
<h1>${headlineOf(results)}</h1>
<p class="lead">${explanation(results)}</p>
${results.reason === undefined ? undefined : html`<p class="reason">${results.reason}</p>`}${notes(results)}</div>
${figures(results)}</div>
${facts(results)}
${obstacleList(results)}
${findingList(results)}
</header>`;
}
