/** Pairs, seeds of the sound server, and the longest trials. */
import { type Html, html } from '../../../markup/html.ts';
import { duration } from '../../../reports/wording.ts';
import type { PairOutcome, SelftestRecord, Sighting } from '../record.ts';
import { slowest } from '../record-summary.ts';
import { checkLink, faultLink, requirementLink, section, statusBadge } from './parts.ts';

function sighting(by: Sighting | undefined): Html {
  return by === undefined ? html`–` : html`${requirementLink(by.requirement)} by ${checkLink(by.check)}`;
}

function pairRows({ faults }: PairOutcome): Html {
  return html`<tbody>${faults.map(
    ({
      fault,
      status,
      by,
      reason,
    }) => html`<tr><th scope="row" class="wide">${faultLink(fault)}${reason === undefined ? undefined : html`<span class="reason">${reason}</span>`}</th>
<td>${statusBadge(status)}</td><td class="links">${sighting(by)}</td></tr>`,
  )}</tbody>`;
}

export function pairsSection({ pairs }: SelftestRecord): Html | undefined {
  if (pairs.length === 0) return undefined;
  return section(
    'pairs',
    'Pairs',
    html`<p class="aside">Two faults of different areas on one server: the run has to report both, each by a requirement of its own.</p>
<table class="stacking pairs"><thead><tr><th scope="col">Fault</th><th scope="col">Outcome</th><th scope="col">Found as</th></tr></thead>
${pairs.map(pairRows)}</table>`,
  );
}

export function soundSection({ sound }: SelftestRecord): Html | undefined {
  if (sound.length === 0) return undefined;
  const failed = sound.filter(({ status }) => status !== 'passed');
  const requests = sound.reduce((sum, entry) => sum + entry.requests, 0);
  const items = failed.map(
    ({ seed, status, reason }) =>
      html`<li>Seed ${seed}: ${status}${reason === undefined ? '' : `, ${reason}`}</li>`,
  );
  return section(
    'sound',
    'Sound server',
    html`<p>${sound.length - failed.length} of ${sound.length} seeds passed in ${requests} requests.</p>`,
    items.length === 0 ? undefined : html`<ul class="names">${items}</ul>`,
  );
}

export function variantsSection({ variants }: SelftestRecord): Html | undefined {
  if (variants.length === 0) return undefined;
  const failed = variants.filter(({ status }) => status !== 'passed');
  const singles = variants.filter((entry) => entry.variants.length === 1).length;
  const items = failed.map(
    (entry) =>
      html`<li>${entry.variants.join(' + ')}: ${entry.status}${entry.reason === undefined ? '' : `, ${entry.reason}`}</li>`,
  );
  return section(
    'variants',
    'Variants within what the document leaves open',
    html`<p>Nothing documented was found on ${variants.length - failed.length} of ${variants.length} servers: ${singles} that differ in one way, ${variants.length - singles} in two.</p>`,
    items.length === 0 ? undefined : html`<ul class="names">${items}</ul>`,
  );
}

export function slowestSection(record: SelftestRecord): Html | undefined {
  if (record.faults.length === 0) return undefined;
  const rows = slowest(record).map(
    ({
      fault,
      first,
      requests,
      durationMillis,
    }) => html`<tr><th scope="row" class="wide">${faultLink(fault)}</th>
<td class="number">${first === undefined ? '–' : html`<span class="narrow">seen after </span>${duration(first.millis)}`}</td>
<td class="number">${duration(durationMillis)}<span class="narrow"> in all</span></td>
<td class="number">${requests}<span class="narrow"> requests</span></td></tr>`,
  );
  return section(
    'slowest',
    'Slowest',
    html`<table class="stacking"><thead><tr><th scope="col">Fault</th><th scope="col" class="number">Seen after</th><th scope="col" class="number">Whole trial</th><th scope="col" class="number">Requests</th></tr></thead>
<tbody>${rows}</tbody></table>`,
  );
}
