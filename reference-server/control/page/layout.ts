/** The frame and the parts of every page. */
import { type Content, type Html, html } from '../../../markup/html.ts';
import type { ActionName } from './actions.ts';
import { masked } from './format.ts';
import type { Notice } from './notices.ts';

interface Frame {
  readonly title: string;
  readonly environment: 'sandbox' | 'production';
  /** Address of the page, for its reload link. */
  readonly address: string;
  readonly notice?: Notice | undefined;
}

export function framed({ title, environment, address, notice }: Frame, content: Content): string {
  const said =
    notice &&
    html`<div class="notice ${notice.kind}" role="${notice.kind === 'done' ? 'status' : 'alert'}"><p>${notice.text}</p></div>`;
  return html`<!doctype html>
<html lang="en" class="${environment}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Reference server</title>
<link rel="icon" type="image/svg+xml" href="/_control/page/icon.svg">
<link rel="stylesheet" href="/_control/page/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><p><a href="/_control">Reference server</a> ${badge(environment, environment === 'sandbox' ? 'moving' : 'bad')}<a class="refresh" href="${address}">Refresh</a></p></header>
${said}
<main id="main">
${content}
</main>
</body>
</html>
`.text;
}

export type Tone = 'good' | 'bad' | 'waiting' | 'moving' | 'quiet';

/** How the words of the document for states look; any other is quiet. */
const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  succeeded: 'good',
  approved: 'good',
  delivered: 'good',
  active: 'good',
  acknowledged: 'good',
  created: 'good',
  failed: 'bad',
  rejected: 'bad',
  restricted: 'bad',
  refused: 'bad',
  unreachable: 'bad',
  'awaiting-funds': 'waiting',
  pending: 'waiting',
  needs_confirmation: 'waiting',
  reviewed: 'waiting',
  RFI_REQUESTED: 'waiting',
  scheduled: 'moving',
  processing: 'moving',
  initiated: 'moving',
  requested: 'moving',
  submitted: 'moving',
};

export const badge = (word: string, tone: Tone = tones[word] ?? 'quiet'): Html =>
  html`<span class="badge ${tone}">${word.replaceAll(/[-_]/g, ' ')}</span>`;

/** A secret, hidden until the reader opens it. */
export const secret = (key: string): Html =>
  html`<details class="reveal"><summary>${masked(key)}</summary><code>${key}</code></details>`;

export function facts(entries: readonly (readonly [name: string, value: Content])[]): Html {
  return html`<dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  /** How many there are, where there may be more than are shown. */
  readonly count?: number;
}

export function section({ id, title, count }: Section, content: Content): Html {
  const counted = count === undefined ? undefined : html`<span class="count">${count}</span>`;
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}${counted}</h2>
${content}</section>`;
}

export interface Column<Row> {
  /** Empty for columns that explain themselves, such as buttons. */
  readonly title: string;
  readonly kind?: 'number' | 'when';
  of(row: Row): Content;
}

/** Rows that a page shows of a longer list. */
const shownRows = 50;

/** A table of the first rows; the first column is the row header. Shows `none` if there are no rows. */
export function table<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  none: Content,
): Html {
  if (rows.length === 0) return html`<p class="none">${none}</p>`;
  const cell = (row: Row, { title, kind, of }: Column<Row>, index: number) => {
    const content = of(row);
    if (index === 0) return html`<th scope="row">${content}</th>`;
    const label = title === '' ? undefined : html` data-label="${title}"`;
    return html`<td class="${kind}"${label}>${content}</td>`;
  };
  const more =
    rows.length > shownRows
      ? html`<p class="small">Showing the latest ${shownRows} of ${rows.length}.</p>`
      : undefined;
  return html`<table><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ title, kind }) => html`<th scope="col" class="${kind}">${title || html`<span class="unseen">Actions</span>`}</th>`)}</tr></thead>
<tbody>${rows.slice(0, shownRows).map(
    (row) => html`<tr>${columns.map((column, index) => cell(row, column, index))}</tr>
`,
  )}</tbody></table>${more}`;
}

/** A form that carries out an action on a business; `content` holds its fields and buttons. */
export function form(
  businessId: string,
  action: ActionName,
  hidden: Readonly<Record<string, string>>,
  content: Content,
): Html {
  const fields = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="/_control/page/businesses/${businessId}/${action}">${fields}${content}</form>`;
}

/** A form of one button. @param about its subject, for users who do not see the row. */
export function button(
  businessId: string,
  action: ActionName,
  hidden: Readonly<Record<string, string>>,
  { text, about }: { readonly text: string; readonly about: string },
): Html {
  return form(
    businessId,
    action,
    hidden,
    html`<button>${text}<span class="unseen"> ${about}</span></button>`,
  );
}
