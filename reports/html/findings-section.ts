/** Each finding in full: requirement, expected and actual, conversation, and how to repeat it. */
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { shorten } from '../../markup/visible-text.ts';
import { findingCommand, scriptCommand } from '../commands.ts';
import { type FindingGroup, findingGroups, requirementOf } from '../findings.ts';
import { restsOnSentences } from '../interpretations.ts';
import { knownNote } from '../known.ts';
import { plural } from '../wording.ts';
import { contrast } from './contrast.ts';
import { conversation, lengthOf, type StepDetail } from './conversation.ts';
import { copyable, findingAnchor, requirementLink } from './marks.ts';
import { levelBadge } from './status.ts';
import { timelineView } from './timeline.ts';

/** Number of conversations that are open at first. */
const unfoldedConversations = 3;
/** Characters that the findings may take up, so that the whole page stays below 2 MB. */
const budget = 1_200_000;

function again(finding: Finding, results: Results, detail: StepDetail): Html {
  const { seed, path } = finding.replay;
  return html`<h4>Repeat this finding</h4>
${copyable(findingCommand(finding, results), 'replay command')}
${detail === 'labels' ? copyable(scriptCommand(finding, results), 'command that prints the curl script') : html`<details><summary>As a curl script</summary>${copyable(finding.curl, 'curl script')}</details>`}
<p class="aside">Check <code>${finding.check}</code>, seed <code>${seed}</code>${
    path === undefined ? undefined : html`, path <code>${path}</code>`
  }${finding.traceId === undefined ? undefined : html`, trace <code>${finding.traceId}</code>`}</p>`;
}

/** Notes the parts that were left out to keep the page small. */
function leftOut(detail: StepDetail): Html | undefined {
  switch (detail) {
    case 'full':
      return undefined;
    case 'lines':
      return html`<p class="aside">Headers and bodies are left out to keep the page small; results.json contains them.</p>`;
    case 'labels':
      return html`<p class="aside">All steps but the last are left out to keep the page small; results.json contains them.</p>`;
  }
  return detail satisfies never;
}

/** The content of a finding below its title. */
function account(finding: Finding, results: Results, detail: StepDetail, isOpen: boolean): Html {
  return html`${contrast(finding.expected, finding.actual)}
${finding.timeline && timelineView(finding.timeline)}
<details class="talk"${isOpen ? html` open` : undefined}><summary><h4>Conversation</h4> <span class="count">${lengthOf(finding)}</span></summary>
${leftOut(detail)}${conversation(finding, results.target.baseUrl, detail)}</details>
${again(finding, results, detail)}`;
}

/** Another finding of the same requirement, folded. */
function other(finding: Finding, results: Results, detail: StepDetail): Html {
  return html`<li><details class="other" id="${findingAnchor(finding)}"><summary><code>${finding.check}</code> <span class="count">${lengthOf(finding)}</span></summary>
${account(finding, results, detail, true)}</details></li>`;
}

/** Pieces in the order of the page, each with its shortest form. */
interface Piece {
  readonly finding: Finding;
  readonly render: (detail: StepDetail) => Html;
}

/**
 * Renders the worst findings in full while there is room for the labels of the others.
 *
 * @returns the HTML of each finding
 */
function withinBudget(pieces: readonly Piece[]): ReadonlyMap<Finding, Html> {
  const least = pieces.map(({ finding, render }) => [finding, render('labels')] as const);
  let left = budget - least.reduce((sum, [, { text }]) => sum + text.length, 0);
  return new Map(
    least.map(([finding, labels], index) => {
      for (const detail of ['full', 'lines'] as const) {
        const more = left > 0 ? pieces[index]?.render(detail) : undefined;
        if (more === undefined || more.text.length - labels.text.length > left) continue;
        left -= more.text.length - labels.text.length;
        return [finding, more];
      }
      return [finding, labels];
    }),
  );
}

function article(
  { first, others }: FindingGroup,
  place: string,
  results: Results,
  rendered: ReadonlyMap<Finding, Html>,
): Html {
  const anchor = findingAnchor(first);
  const entry = requirementOf(results, first);
  const same =
    others.length === 0
      ? undefined
      : html`<details class="same"><summary>${plural(others.length, 'further check')} found the same violation</summary>
<ul>${others.map((each) => rendered.get(each))}</ul></details>`;
  return html`<article class="finding ${first.level}" id="${anchor}" aria-labelledby="${anchor}-title">
<p class="eyebrow"><a href="#${anchor}">${place}</a> ${requirementLink(first.requirement)} ${levelBadge(first.level)}${first.known === undefined ? undefined : html` <span class="known">${knownNote(first)}</span>`}
${entry ? html`<span class="section-name">Section “${entry.section}” of the interface document</span>` : undefined}</p>
<h3 id="${anchor}-title">${shorten(first.title, 300)}</h3>
${entry === undefined || entry.statement === first.title ? undefined : html`<p class="rule">${entry.statement}</p>`}
${restsOnSentences(first).map((sentence) => html`<p class="aside">${sentence}</p>`)}
${rendered.get(first)}${same}
</article>`;
}

/** All findings by requirement, worst first; nothing when there are none. */
export function findingsSection(results: Results): Html | undefined {
  const groups = findingGroups(results);
  if (groups.length === 0) return undefined;
  const firsts = groups.map(
    ({ first }, index): Piece => ({
      finding: first,
      render: (detail) => account(first, results, detail, index < unfoldedConversations),
    }),
  );
  const others = groups.flatMap((group) =>
    group.others.map((finding): Piece => ({ finding, render: (detail) => other(finding, results, detail) })),
  );
  const rendered = withinBudget([...firsts, ...others]);
  const articles = groups.map((group, index) =>
    article(group, `Violated requirement ${index + 1} of ${groups.length}`, results, rendered),
  );
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
${articles}
</section>`;
}
