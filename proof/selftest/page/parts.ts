/** The building blocks of the sections of the page. */
import { type Html, html } from '../../../markup/html.ts';
import type { FaultRecord, FaultStatus } from '../record.ts';

const signs: Readonly<Record<FaultStatus, string>> = {
  caught: '✓',
  unrepeatable: '!',
  warned: '~',
  misattributed: '≠',
  missed: '✕',
  errored: '?',
};

export function statusBadge(status: FaultStatus): Html {
  return html`<span class="badge ${status}"><span aria-hidden="true">${signs[status]}</span> ${status}</span>`;
}

export const faultAnchor = (id: string) => `fault-${id}`;

/** Check ids have dots, which a selector would have to escape; a fragment need not. */
export const checkAnchor = (id: string) => `check-${id}`;

export const faultLink = (id: string): Html => html`<a class="id" href="#${faultAnchor(id)}">${id}</a>`;
export const checkLink = (id: string): Html => html`<a class="id" href="#${checkAnchor(id)}">${id}</a>`;
export const requirementLink = (id: string): Html => html`<a class="id" href="#${id}">${id}</a>`;

/** One fault as a small square that leads to its row; an uncaught fault has a sign and a colour of its own. */
export function faultCell({ fault, status, title }: Pick<FaultRecord, 'fault' | 'status' | 'title'>): Html {
  const isCaught = status === 'caught';
  return html`<a class="cell${isCaught ? '' : ' bad'}" href="#${faultAnchor(fault)}" title="${fault}: ${title}" aria-label="${fault}, ${status}">${isCaught ? '' : signs[status]}</a>`;
}

export function groupBy<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(entries, keyOf);
}

export interface FilterOptions {
  readonly table: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

/** A filter of a table by words and by one choice; hidden where no script runs. */
export function filter({ table, label, choices }: FilterOptions): Html {
  const options = choices.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<div class="filter" role="search" aria-label="${label}" data-filters="${table}" hidden>
<label>Find <input type="search" autocomplete="off" spellcheck="false"></label>
<label>Show <select><option value="">all</option>${options}</select></label>
<output></output>
</div>`;
}

export function section(id: string, title: string, ...content: readonly (Html | undefined)[]): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>`;
}
