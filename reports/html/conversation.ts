/** A counterexample as a numbered HTTP conversation. */
import { STATUS_CODES } from 'node:http';
import type { Exchange, Finding, ReceivedDelivery, Step } from '../../conformance/engine/finding.ts';
import { type Html, html } from '../../markup/html.ts';
import { clip, shorten } from '../../markup/visible-text.ts';
import { prettyBody, saidBy } from '../body.ts';
import { outlined } from '../findings.ts';
import { duration, plural } from '../wording.ts';
import { requirementLink } from './anchor.ts';

const bodyLimit = 20_000;
/** What broke is told in full above the conversation. */
const lineLimit = 300;
/** Of a webhook that is folded. */
const saidLimit = 140;

type Headers = Readonly<Record<string, string>>;

function headerList(headers: Headers): Html | undefined {
  const entries = Object.entries(headers);
  if (entries.length === 0) return undefined;
  const rows = entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<details class="headers"><summary>${plural(entries.length, 'header')}</summary><dl>${rows}</dl></details>`;
}

/** Names stand out from values; the line is JSON.stringify's own, so the pattern cannot mistake a value for a name. */
function jsonLine(line: string): Html {
  const [, indent, name, rest] = /^(\s*)("(?:[^"\\]|\\.)*")(: .*)$/s.exec(line) ?? [];
  if (indent === undefined || name === undefined || rest === undefined) return html`${line}\n`;
  return html`${indent}<span class="name">${name}</span>${rest}\n`;
}

function bodyBlock(body: string | undefined, label: string): Html | undefined {
  if (body === undefined || body === '') return undefined;
  const pretty = prettyBody(body);
  const text = shorten(pretty, bodyLimit);
  const content = pretty === body && !body.startsWith('{') ? text : text.split('\n').map(jsonLine);
  return html`<pre class="body" tabindex="0" role="region" aria-label="${label}">${content}</pre>`;
}

function statusOf({ response, error }: Exchange): Html {
  if (response === undefined) {
    return html`<span class="code none">no response</span> <span>${error ?? 'the connection ended'}</span>`;
  }
  const group = Math.floor(response.status / 100);
  return html`<span class="code s${group}">${response.status}</span> <span>${STATUS_CODES[response.status]}</span>
<span class="millis">${duration(response.durationMillis)}</span>`;
}

/** One line, which unfolds to what was sent and what came back. */
function exchangeBlock(exchange: Exchange, baseUrl: string, isOpen: boolean): Html {
  const { request, response } = exchange;
  const { method, url } = request;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  return html`<details class="exchange"${isOpen ? html` open` : undefined}><summary class="line"><span class="method">${method}</span> <code>${shorten(path, 2000)}</code> <span class="answer">${statusOf(exchange)}</span></summary>
<div class="pair"><div class="request">${headerList(request.headers)}${bodyBlock(request.body, 'Request body')}</div>
<div class="response">${response && headerList(response.headers)}${bodyBlock(response?.body, 'Response body')}</div></div></details>`;
}

function deliveryBlock({ headers, body, answered }: ReceivedDelivery): Html {
  const { type, data } = saidBy(body);
  return html`<details class="delivery"><summary class="line"><span class="method">webhook</span> <code>${type}</code>
<span class="millis">received, answered ${answered}</span> <code class="said">${clip(data, saidLimit)}</code></summary>
${headerList(headers)}${bodyBlock(body, 'Webhook body')}</details>`;
}

function stepBlock(
  { label, believed, exchanges, deliveries }: Step,
  { baseUrl, isOpen }: { readonly baseUrl: string; readonly isOpen: boolean },
): Html {
  return html`<li><p class="label">${label}</p>
${believed === undefined ? undefined : html`<p class="believed"><b>Believed before</b> ${believed}</p>`}
${exchanges.map((exchange) => exchangeBlock(exchange, baseUrl, isOpen))}${deliveries.map(deliveryBlock)}</li>`;
}

/** Where the conversation ends: what should have been seen by then, and what was. */
function breakBlock({ requirement, expected, actual }: Finding, section: string | undefined): Html {
  return html`<li class="broke"><p class="label">Here it breaks ${requirementLink(requirement)}${
    section === undefined ? undefined : html` <span class="section-name">section “${section}”</span>`
  }</p>
<p class="contrast"><span><b>Expected</b> ${shorten(expected, lineLimit)}</span> <span><b>Actual</b> ${shorten(actual, lineLimit)}</span></p></li>`;
}

/** Set-up folded away, then the steps, numbered from one, and what broke after the last. */
export function conversation(finding: Finding, section: string | undefined, baseUrl: string): Html {
  const { steps } = finding;
  const setup = steps.filter(({ phase }) => phase === 'setup');
  const counted = steps.filter(({ phase }) => phase === 'step');
  const requests = setup.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const inOutline = outlined(finding);
  const blockOf = (step: Step) => stepBlock(step, { baseUrl, isOpen: !inOutline.has(step) });
  const folded =
    setup.length === 0
      ? undefined
      : html`<details class="setup"><summary>Set-up: ${setup.map(({ label }) => label).join('; ')} (${plural(requests, 'request')})</summary>
<ul class="steps">${setup.map(blockOf)}</ul></details>`;
  return html`${folded}<ol class="steps">${counted.map(blockOf)}${breakBlock(finding, section)}</ol>`;
}
