/** What the run found out about the target before the first check, and assumed from then on. */
import type { Results } from '../../conformance/engine/results.ts';
import type { TriedLine } from '../../conformance/engine/survey.ts';
import { type Html, html } from '../../markup/html.ts';
import { shorten } from '../../markup/visible-text.ts';
import { assumptions, trialCounts } from '../assumptions.ts';

const longestText = 300;

const lineRow = ({ line, outcome, why }: TriedLine): Html =>
  html`<tr><th scope="row"><code>${line}</code></th><td>${outcome}</td><td>${shorten(why, longestText)}</td></tr>`;

export function surveySection({ survey }: Results): Html | undefined {
  if (survey === undefined) return undefined;
  const { lines = [] } = survey;
  const facts = assumptions(survey).map(
    ({ name, value }) => html`<div><dt>${name}</dt><dd>${shorten(value, longestText)}</dd></div>`,
  );
  return html`<section id="survey" aria-labelledby="survey-title">
<h2 id="survey-title">What this run assumed about your server</h2>
<dl class="settings">${facts}</dl>
${
  lines.length === 0
    ? undefined
    : html`<details><summary>Lines of the adapter: ${trialCounts(survey)}</summary>
<table class="stacking"><thead><tr><th scope="col">Line</th><th scope="col">Trial</th><th scope="col">Result</th></tr></thead>
<tbody>${lines.map(lineRow)}</tbody></table></details>`
}
</section>`;
}
