/** A counterexample as a numbered HTTP conversation. */
import { STATUS_CODES } from 'node:http';
import type { Exchange, Finding, ReceivedDelivery, Step } from '../../conformance/engine/finding.ts';
import { type Html, html } from '../../markup/html.ts';
import { clip, shorten } from '../../markup/visible-text.ts';
import { purposeOf, saidBy } from '../body.ts';
import { outlined, shortConversation } from '../findings.ts';
import { foldPolls, type Polled, pollNote } from '../polls.ts';
import { duration, plural } from '../wording.ts';
import { type JsonLine, jsonLines } from './json-lines.ts';
import { type LineMark, marksOf, type ShownMessage } from './marks.ts';

const bodyLimit = 20_000;
/** Characters of a folded webhook. */
const saidLimit = 84;
/** Longer bodies scroll, so the keyboard must be able to reach them. */
const tallLines = 24;

/**
 * - `full`: with headers and bodies.
 * - `lines`: one line for each message.
 * - `labels`: only the label of each step, and the lines of the last step.
 */
export type StepDetail = 'full' | 'lines' | 'labels';

type Headers = Readonly<Record<string, string>>;

function headerList(headers: Headers): Html | undefined {
  const entries = Object.entries(headers);
  if (entries.length === 0) return undefined;
  const rows = entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<details class="headers"><summary>${plural(entries.length, 'header')}</summary><dl>${rows}</dl></details>`;
}

function jsonLine({ indent, name, text }: JsonLine, mark: LineMark | undefined): Html {
  const said = html`${name === undefined ? undefined : html`<b>${name}</b>: `}${text}`;
  const space = '  '.repeat(indent);
  if (mark === undefined) return html`${space}${said}\n`;
  return html`${space}<mark>${said}</mark> <i>← ${mark.note}</i>\n`;
}

function bodyBlock(
  body: string | undefined,
  label: string,
  marks: readonly LineMark[] = [],
): Html | undefined {
  if (body === undefined || body === '') return undefined;
  const lines = body.length <= bodyLimit ? jsonLines(body) : undefined;
  const content = lines
    ? lines.map((line, index) =>
        jsonLine(
          line,
          marks.find((mark) => mark.index === index),
        ),
      )
    : shorten(body, bodyLimit);
  const isTall = lines ? lines.length > tallLines : body.length > 1500;
  return isTall
    ? html`<pre class="body tall" tabindex="0" role="group" aria-label="${label}">${content}</pre>`
    : html`<pre class="body">${content}</pre>`;
}

function statusOf({ response, error }: Exchange): Html {
  if (response === undefined) {
    return html`<span class="code none">no response</span> <span>${error ?? 'the connection ended'}</span>`;
  }
  const group = Math.floor(response.status / 100);
  return html`<span class="code s${group}">${response.status}</span> <span>${STATUS_CODES[response.status]}</span>
<span class="millis">${duration(response.durationMillis)}</span>`;
}

interface View {
  readonly baseUrl: string;
  readonly detail: StepDetail;
  /** Shown unfolded. */
  readonly opened: ReadonlySet<ShownMessage>;
  readonly marks: ReadonlyMap<ShownMessage, readonly LineMark[]>;
  readonly last: Step | undefined;
}

/** One line, which unfolds to the request and the response. */
function exchangeBlock(polled: Polled, { baseUrl, detail, opened, marks }: View): Html {
  const { exchange } = polled;
  const { operation, request, response } = exchange;
  const { method, url } = request;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  const notes = [purposeOf(request), pollNote(polled)].filter((note) => note !== undefined);
  const line = html`<span class="method">${method}</span> <code>${shorten(path, 2000)}</code> <span class="answer">${statusOf(exchange)}</span>${notes.map((note) => html` <span class="millis">${note}</span>`)}`;
  const kind = operation === undefined ? 'exchange control' : 'exchange';
  if (detail !== 'full') return html`<p class="${kind} line">${line}</p>`;
  return html`<details class="${kind}"${opened.has(exchange) ? html` open` : undefined}><summary class="line">${line}</summary>
<div class="pair${request.body === undefined ? ' alone' : ''}"><div class="request"><p class="part">Request</p>${headerList(request.headers)}${bodyBlock(request.body, `Body of the request ${method} ${clip(path, 80)}`)}</div>
<div class="response"><p class="part">Response</p>${response && headerList(response.headers)}${bodyBlock(response?.body, `Body of the response to ${method} ${clip(path, 80)}`, marks.get(exchange))}</div></div></details>`;
}

function deliveryBlock(delivery: ReceivedDelivery, { detail, opened, marks }: View): Html {
  const { headers, body, answered } = delivery;
  const { type, data } = saidBy(body);
  const line = html`<span class="method">webhook</span> <code>${type}</code>
<span class="millis">received; the suite returned ${answered === 0 ? 'nothing' : answered}</span> <code class="said">${clip(data, saidLimit)}</code>`;
  if (detail !== 'full') return html`<p class="delivery line">${line}</p>`;
  return html`<details class="delivery"${opened.has(delivery) ? html` open` : undefined}><summary class="line">${line}</summary>
${headerList(headers)}${bodyBlock(body, 'Body of the webhook', marks.get(delivery))}</details>`;
}

function stepBlock(step: Step, view: View): Html {
  const { label, believed, exchanges, deliveries } = step;
  const isLabel = view.detail === 'labels' && step !== view.last;
  return html`<li><p class="label">${label}</p>
${believed === undefined ? undefined : html`<p class="believed"><b>Expected state before this step</b> ${believed}</p>`}
${isLabel ? undefined : foldPolls(exchanges).map((polled) => exchangeBlock(polled, view))}${isLabel ? undefined : deliveries.map((each) => deliveryBlock(each, view))}</li>`;
}

/** Whether the finding speaks of webhooks of this type. */
const isNamed = ({ actual, expected }: Finding, { body }: ReceivedDelivery): boolean => {
  const { type } = saidBy(body);
  return type !== undefined && (actual.includes(type) || expected.includes(type));
};

/**
 * Messages that are open at first: those with marks. Without marks, the exchanges of the steps that are not in outline, and
 * the webhooks that the finding names; if a step has many exchanges, only its last one.
 */
function openedOf(finding: Finding, marks: View['marks']): ReadonlySet<ShownMessage> {
  if (marks.size > 0) return new Set(marks.keys());
  const inOutline = outlined(finding);
  return new Set(
    finding.steps
      .filter((step) => !inOutline.has(step))
      .flatMap(({ exchanges, deliveries }): readonly ShownMessage[] => {
        const folded = foldPolls(exchanges).map(({ exchange }) => exchange);
        const last = folded.length > shortConversation ? folded.slice(-1) : folded;
        return [...last, ...deliveries.filter((delivery) => isNamed(finding, delivery)).slice(-1)];
      }),
  );
}

/** How many requests and webhooks a conversation has, such as `29 requests, 7 webhooks`. */
export function lengthOf({ steps }: Finding): string {
  const requests = steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const webhooks = steps.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
  return [plural(requests, 'request'), ...(webhooks > 0 ? [plural(webhooks, 'webhook')] : [])].join(', ');
}

/** The set-up, folded, then the numbered steps, and the violation after the last one. */
export function conversation(finding: Finding, baseUrl: string, detail: StepDetail): Html {
  const { steps, requirement } = finding;
  const marks = marksOf(finding);
  const view: View = { baseUrl, detail, opened: openedOf(finding, marks), marks, last: steps.at(-1) };
  const isOnlySetup = steps.every(({ phase }) => phase === 'setup');
  const setup = isOnlySetup ? [] : steps.filter(({ phase }) => phase === 'setup');
  const counted = isOnlySetup ? steps : steps.filter(({ phase }) => phase === 'step');
  const requests = setup.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const folded =
    setup.length === 0
      ? undefined
      : html`<details class="setup"><summary>Set-up: ${setup.map(({ label }) => label).join('; ')} (${plural(requests, 'request')})</summary>
<ul class="steps">${setup.map((step) => stepBlock(step, view))}</ul></details>`;
  return html`${folded}<ol class="steps">${counted.map((step) => stepBlock(step, view))}<li class="broke"><p class="label">This violates ${requirement}</p></li></ol>`;
}
