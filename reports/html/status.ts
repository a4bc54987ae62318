/** Statuses as a sign and a word, so that colour is never the only difference. */

import type { RequirementStatus } from '../../conformance/engine/catalogue.ts';
import type { CheckStatus } from '../../conformance/engine/events.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Level } from '../../openapi/catalogue.ts';

export const statusLabels: Readonly<Record<RequirementStatus, string>> = {
  failed: 'failed',
  warned: 'warned',
  errored: 'errored',
  'not-exercised': 'not exercised',
  passed: 'passed',
  untestable: 'untestable',
};

const signs: Readonly<Record<RequirementStatus, string>> = {
  failed: '✕',
  warned: '!',
  errored: '?',
  'not-exercised': '–',
  passed: '✓',
  untestable: '∅',
};

export function statusBadge(status: RequirementStatus | CheckStatus): Html {
  return html`<span class="badge ${status}"><span aria-hidden="true">${signs[status]}</span> ${statusLabels[status]}</span>`;
}

export function levelBadge(level: Level): Html {
  return html`<span class="level ${level}">${level}</span>`;
}
