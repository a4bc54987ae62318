/** Each finding in full: requirement, expectation, conversation, and how to see it again. */
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { shorten } from '../../markup/visible-text.ts';
import { replayCommand, requirementOf, worstFirst } from '../findings.ts';
import { knownNote } from '../known.ts';
import { findingAnchor, requirementLink } from './anchor.ts';
import { conversation } from './conversation.ts';
import { levelBadge } from './status.ts';

/** In characters; the whole text is in results.json. */
const textLimit = 4000;

/** The button shows only where the script runs; without it the text can be selected. */
function copyable(text: string, label: string): Html {
  return html`<div class="copyable"><pre tabindex="0" role="region" aria-label="${label}">${text}</pre>
<button type="button" class="copy" hidden>Copy<span class="unseen"> ${label}</span></button></div>`;
}

function again(finding: Finding): Html {
  const { seed, path } = finding.replay;
  return html`<h4>See it again</h4>
${copyable(replayCommand(finding), 'replay command')}
<details><summary>As a curl script</summary>${copyable(finding.curl, 'curl script')}</details>
<p class="aside">Check <code>${finding.check}</code>, seed <code>${seed}</code>${
    path === undefined ? undefined : html`, path <code>${path}</code>`
  }</p>`;
}

function findingArticle(finding: Finding, number: number, results: Results): Html {
  const anchor = findingAnchor(finding);
  const entry = requirementOf(results, finding);
  return html`<article class="finding ${finding.level}" id="${anchor}" aria-labelledby="${anchor}-title">
<p class="eyebrow"><a href="#${anchor}">Finding ${number}</a> ${levelBadge(finding.level)}${
    finding.known === undefined ? undefined : html` <span class="known">${knownNote(finding)}</span>`
  }</p>
<h3 id="${anchor}-title">${shorten(finding.title, 300)}</h3>
<p class="rule">${requirementLink(finding.requirement)} ${entry?.statement === finding.title ? undefined : entry?.statement}
${entry ? html`<span class="section-name">Section “${entry.section}” of the interface document</span>` : undefined}</p>
<dl class="against"><div class="expected"><dt>Expected</dt><dd>${shorten(finding.expected, textLimit)}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${shorten(finding.actual, textLimit)}</dd></div></dl>
<h4>Conversation</h4>
${conversation(finding, entry?.section, results.target.baseUrl)}
${again(finding)}
</article>`;
}

/** All findings, worst first; nothing when there are none. */
export function findingsSection(results: Results): Html | undefined {
  if (results.findings.length === 0) return undefined;
  const articles = worstFirst(results.findings).map((finding, index) =>
    findingArticle(finding, index + 1, results),
  );
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
${articles}
</section>`;
}
