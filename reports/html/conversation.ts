/** A counterexample as a numbered HTTP conversation. */
import { STATUS_CODES } from 'node:http';
import type { Exchange, ReceivedDelivery, Step } from '../../conformance/engine/finding.ts';
import { type Html, html } from '../../markup/html.ts';
import { shorten } from '../../markup/visible-text.ts';
import { eventSchemas } from '../../openapi/description.ts';
import { prettyBody } from '../body.ts';
import { duration, plural } from '../wording.ts';

const bodyLimit = 20_000;

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

function responseOf({ response, error }: Exchange): Html {
  if (response === undefined) {
    return html`<p class="line"><span class="code none">no response</span> <span>${error ?? 'the connection ended'}</span></p>`;
  }
  const group = Math.floor(response.status / 100);
  const meaning = STATUS_CODES[response.status];
  return html`<p class="line"><span class="code s${group}">${response.status}</span> <span>${meaning}</span>
<span class="millis">${duration(response.durationMillis)}</span></p>
${headerList(response.headers)}${bodyBlock(response.body, 'Response body')}`;
}

function exchangeBlock(exchange: Exchange, baseUrl: string): Html {
  const { method, url, headers, body } = exchange.request;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  return html`<div class="exchange">
<div class="request"><p class="line"><span class="method">${method}</span> <code>${shorten(path, 2000)}</code></p>
${headerList(headers)}${bodyBlock(body, 'Request body')}</div>
<div class="response">${responseOf(exchange)}</div>
</div>`;
}

/** The known event type that a top-level member of the body names, whatever the member is called. */
function eventOf(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.values(value).find((member) => typeof member === 'string' && eventSchemas.has(member));
  } catch {
    return undefined;
  }
}

function deliveryBlock({ headers, body, answered }: ReceivedDelivery): Html {
  return html`<div class="delivery"><p class="line"><span class="method">webhook</span> <code>${eventOf(body)}</code>
<span class="millis">received, answered ${answered}</span></p>
${headerList(headers)}<details><summary>Body</summary>${bodyBlock(body, 'Webhook body')}</details></div>`;
}

function stepBlock({ label, exchanges, deliveries }: Step, baseUrl: string): Html {
  return html`<li><p class="label">${label}</p>
${exchanges.map((exchange) => exchangeBlock(exchange, baseUrl))}${deliveries.map(deliveryBlock)}</li>`;
}

/** Set-up folded away, then the steps, numbered from one. */
export function conversation(steps: readonly Step[], baseUrl: string): Html {
  const setup = steps.filter(({ phase }) => phase === 'setup');
  const counted = steps.filter(({ phase }) => phase === 'step');
  const requests = setup.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const folded =
    setup.length === 0
      ? undefined
      : html`<details class="setup"><summary>Set-up: ${setup.map(({ label }) => label).join('; ')} (${plural(requests, 'request')})</summary>
<ul class="steps">${setup.map((step) => stepBlock(step, baseUrl))}</ul></details>`;
  return html`${folded}<ol class="steps">${counted.map((step) => stepBlock(step, baseUrl))}</ol>`;
}
