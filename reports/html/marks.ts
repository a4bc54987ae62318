/** Finds the places in a conversation that show the violation. */
import type { Exchange, Finding, ReceivedDelivery } from '../../conformance/engine/finding.ts';
import { type Html, html } from '../../markup/html.ts';
import { foldPolls } from '../polls.ts';
import { type JsonLine, jsonLines } from './json-lines.ts';

/** A marked line of a body. */
export interface LineMark {
  /** Index into the lines of {@link jsonLines}. */
  readonly index: number;
  /** The reason, shown beside the line. */
  readonly note: string;
}

/** With more marked lines, no mark would help. */
const mostLines = 8;
/** Shorter values occur in too many places. */
const shortestValue = 3;

const startsWith = (path: readonly string[], start: readonly string[]) =>
  start.every((part, index) => path[index] === part);

/** The line of a place, or of the object that should contain it. */
function lineAt(lines: readonly JsonLine[], at: readonly string[]): JsonLine | undefined {
  return lines
    .filter(({ path }) => path !== undefined && startsWith(at, path))
    .toSorted((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0))[0];
}

/** Whether a text contains a value as a whole word. */
function names(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + value.length] ?? ' '}`;
    if (!/[\w-]/.test(around)) return true;
  }
  return false;
}

/** A message of a conversation whose body can show the violation. */
export type ShownMessage = Exchange | ReceivedDelivery;

/** The body that the target sent in a message. */
const sentIn = (message: ShownMessage) =>
  ('request' in message ? message.response?.body : message.body) ?? '';

/**
 * The place that the finding names; without one, the values in the responses and webhooks of the last step that `actual`
 * contains and `expected` does not.
 */
export function marksOf({
  at,
  expected,
  actual,
  steps,
}: Finding): ReadonlyMap<ShownMessage, readonly LineMark[]> {
  const last = foldPolls(steps.at(-1)?.exchanges ?? []).map(({ exchange }) => exchange);
  const found = new Map<ShownMessage, readonly LineMark[]>();
  if (at !== undefined) {
    const exchange = last.at(-1);
    const lines = jsonLines(exchange?.response?.body ?? '');
    const line = lines && lineAt(lines, at);
    if (exchange === undefined || lines === undefined || line === undefined) return found;
    const isThere = line.path?.length === at.length;
    const isInline = !isThere && line.text.includes(JSON.stringify(at.at(-1) ?? ''));
    const note = isThere || isInline ? 'violation' : `${at.at(-1)} is missing here`;
    return found.set(exchange, [{ index: lines.indexOf(line), note }]);
  }
  for (const message of [...last, ...(steps.at(-1)?.deliveries ?? [])]) {
    const lines = jsonLines(sentIn(message)) ?? [];
    const marked = lines.flatMap(({ scalars }, index) => {
      const told = scalars.some(
        (value) => value.length >= shortestValue && names(actual, value) && !names(expected, value),
      );
      return told ? [{ index, note: 'not as expected' }] : [];
    });
    if (marked.length > 0) found.set(message, marked);
  }
  const count = [...found.values()].reduce((sum, { length }) => sum + length, 0);
  return count > mostLines ? new Map() : found;
}

/** The button shows only where the script runs; without it the text can be selected. */
export function copyable(text: string, label: string): Html {
  const isTall = text.split('\n').length > 20;
  return html`<div class="copyable">${
    isTall
      ? html`<pre class="tall" tabindex="0" role="group" aria-label="${label}">${text}</pre>`
      : html`<pre>${text}</pre>`
  }
<button type="button" class="copy" hidden>Copy<span class="unseen"> ${label}</span></button></div>`;
}

/** Finding ids hold slashes, which are awkward in a fragment. */
export function findingAnchor({ id }: Finding): string {
  return `finding-${id.replaceAll(/[^\w.-]+/g, '-')}`;
}

/** Anchor of a heading of the interface document. */
export function sectionAnchor(section: string): string {
  return `section-${section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** Requirements are anchored by their id. */
export function requirementLink(id: string): Html {
  return html`<a class="id" href="#${id}">${id}</a>`;
}
