import { type Content, type Html, html } from '../../../markup/html.ts';
import type { LoggedRequest } from '../../http/request-log.ts';
import type { DeliveryRecord, EndpointRecord } from '../../state/records/webhooks.ts';
import { moment } from './format.ts';
import { badge, button, type Column, form, secret, section, type Tone, table } from './layout.ts';
import type { BusinessView } from './view.ts';

function attemptsOf({ attempts, nextAttemptAt, eventId }: DeliveryRecord): Html {
  const last = attempts.at(-1);
  const summary =
    attempts.length === 0
      ? 'no attempt yet'
      : `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  const next =
    nextAttemptAt === undefined ? undefined : html`<p class="small">Next at ${moment(nextAttemptAt)}.</p>`;
  const list = attempts.map(
    ({ at, outcome, status }) => html`<li>${moment(at)} ${badge(outcome)} ${status}</li>`,
  );
  const answered = last?.status === undefined ? undefined : html`, response ${last.status}`;
  return html`<details><summary>${summary}${answered}<span class="unseen"> of event ${eventId}</span></summary>
<ol class="attempts">${list}</ol>${next}<p class="small"><code>${eventId}</code></p></details>`;
}

function endpointsPart(view: BusinessView): Content {
  const columns: readonly Column<EndpointRecord>[] = [
    { title: 'Endpoint', of: ({ url }) => url },
    {
      title: 'Receives',
      of: ({ businessId }) => (businessId === undefined ? 'the whole platform' : 'this business'),
    },
    { title: 'Signing secret', of: (endpoint) => secret(endpoint.secret) },
    {
      title: '',
      of: ({ id, url }) =>
        view.can('remove-endpoint')
          ? button(
              view.id,
              'remove-endpoint',
              { endpointId: id },
              { text: 'Remove', about: `endpoint ${url}` },
            )
          : undefined,
    },
  ];
  const register = form(
    view.id,
    'register-endpoint',
    {},
    html`<label>Address on this machine<input class="wide" type="url" name="url" placeholder="http://127.0.0.1:9000/hooks" required></label><button>Register endpoint</button>`,
  );
  return [
    html`<h3>Endpoints</h3>`,
    table('Webhook endpoints', view.endpoints, columns, 'None. Register an endpoint to receive events.'),
    html`<div class="beneath">${register}</div>`,
  ];
}

export function deliveriesSection(view: BusinessView): Html {
  const urls = new Map(view.endpoints.map(({ id, url }) => [id, url]));
  const columns: readonly Column<DeliveryRecord>[] = [
    { title: 'Event', of: ({ eventType }) => html`<span class="mono">${eventType}</span>` },
    { title: 'Status', of: ({ status }) => badge(status) },
    {
      title: 'To',
      of: ({ endpointId }) =>
        html`<span class="small">${urls.get(endpointId) ?? 'a removed endpoint'}</span>`,
    },
    { title: 'Attempts', of: attemptsOf },
    {
      title: '',
      of: ({ id, eventType, status }) =>
        view.can('resend-delivery') && status !== 'pending'
          ? button(view.id, 'resend-delivery', { deliveryId: id }, { text: 'Resend', about: eventType })
          : undefined,
    },
  ];
  const none = 'None yet. An event goes only to endpoints that were registered when it happened.';
  return section({ id: 'deliveries', title: 'Deliveries', count: view.deliveries.length }, [
    table('Deliveries, newest first', view.deliveries, columns, none),
    endpointsPart(view),
  ]);
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'waiting' : 'good';
}

const columns: readonly Column<LoggedRequest>[] = [
  {
    title: 'Request',
    of: ({ method, path, userAgent, problem, warning }) => [
      html`<span class="mono">${method} ${path}</span>`,
      userAgent === undefined ? undefined : html`<br><span class="small plain">${userAgent}</span>`,
      problem === undefined ? undefined : html`<br><span class="small plain">Error: ${problem}</span>`,
      warning === undefined ? undefined : html`<br><span class="small plain">Warning: ${warning}</span>`,
    ],
  },
  { title: 'Operation', of: ({ operation }) => operation && html`<span class="word">${operation}</span>` },
  { title: 'Status', of: ({ status }) => badge(String(status), toneOf(status)) },
  { title: 'Duration', kind: 'number', of: ({ durationMillis }) => `${durationMillis.toFixed(1)} ms` },
  { title: 'Time', kind: 'when', of: ({ at }) => moment(at) },
];

/** Requests newest first. */
export function requestsSection(requests: readonly LoggedRequest[]): Html {
  return section(
    { id: 'requests', title: 'Latest requests' },
    table('Latest requests, newest first', requests, columns, 'None yet.'),
  );
}
