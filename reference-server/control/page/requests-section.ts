import { type Html, html } from '../../../markup/html.ts';
import type { LoggedRequest } from '../../http/request-log.ts';
import { moment } from './format.ts';
import { badge, type Column, section, type Tone, table } from './layout.ts';

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'waiting' : 'good';
}

const columns: readonly Column<LoggedRequest>[] = [
  {
    title: 'Request',
    of: ({ method, path, userAgent }) => [
      html`<span class="mono">${method} ${path}</span>`,
      userAgent === undefined ? undefined : html`<br><span class="small plain">${userAgent}</span>`,
    ],
  },
  { title: 'Operation', of: ({ operation }) => operation && html`<span class="word">${operation}</span>` },
  { title: 'Status', of: ({ status }) => badge(String(status), toneOf(status)) },
  { title: 'Took', kind: 'number', of: ({ durationMillis }) => `${durationMillis.toFixed(1)} ms` },
  { title: 'At', kind: 'when', of: ({ at }) => moment(at) },
];

/** Requests newest first. */
export function requestsSection(requests: readonly LoggedRequest[]): Html {
  return section(
    { id: 'requests', title: 'Latest requests' },
    table('Latest requests, newest first', requests, columns, 'None yet.'),
  );
}
