/** The section about gaps: each with its meaning, or a sentence that there are none. */
import { type Html, html } from '../../../markup/html.ts';
import type { FaultRecord, RequirementEntry, SelftestRecord } from '../record.ts';
import {
  deadWeight,
  misattributed,
  neverEvaluated,
  neverSeenBroken,
  notCaught,
  withoutCheck,
  withoutFault,
} from '../record-summary.ts';
import { checkLink, faultLink, requirementLink, section } from './parts.ts';

const faultItem = ({ fault, title, reason }: FaultRecord) =>
  html`<li>${faultLink(fault)} ${title}${reason === undefined ? undefined : html`<span class="reason">${reason}</span>`}</li>`;
const requirementItem = ({ id, statement }: RequirementEntry) =>
  html`<li>${requirementLink(id)} ${statement}</li>`;

function block(title: string, items: readonly Html[], meaning: string): Html {
  return items.length === 0
    ? html`<h3>${title} <span class="badge nothing"><span aria-hidden="true">✓</span> none</span></h3>`
    : html`<h3>${title} <span class="count">${items.length}</span></h3><p class="aside">${meaning}</p><ul class="names">${items}</ul>`;
}

export function gapsSection(record: SelftestRecord): Html {
  const soundRuns = record.sound.length > 0;
  return section(
    'gaps',
    'Gaps',
    block(
      'Not caught',
      notCaught(record)
        .filter(({ status }) => status !== 'misattributed')
        .map(faultItem),
      'A server with one of these faults would pass.',
    ),
    block(
      'Misattributed',
      misattributed(record).map(faultItem),
      'Only a check of another requirement found something.',
    ),
    block(
      'Requirements without a fault',
      withoutFault(record).map(requirementItem),
      'Nothing proves that their checks can fail.',
    ),
    block(
      'Requirements without a check',
      withoutCheck(record).map(requirementItem),
      'Nothing looks at them.',
    ),
    block(
      'Requirements never seen broken',
      neverSeenBroken(record).map(requirementItem),
      'Their faults were all caught by another requirement that they break too.',
    ),
    soundRuns
      ? block(
          'Requirements that a sound run did not evaluate',
          neverEvaluated(record).map(requirementItem),
          'They would not have failed whatever the server did.',
        )
      : undefined,
    block(
      'Checks that never caught anything',
      deadWeight(record).map(({ id, title }) => html`<li>${checkLink(id)} ${title}</li>`),
      'Dead weight, as far as these faults can tell.',
    ),
  );
}
