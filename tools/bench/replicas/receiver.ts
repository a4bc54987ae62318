/** Takes every event and keeps the facts that are checked afterwards. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '../../testing/listen.ts';

/** The change that an event announces, whatever its id. */
export const happening = (eventType: string, id: string, status = '') => `${eventType} ${id} ${status}`;

export interface EventReceiver extends AsyncDisposable {
  readonly url: string;
  /** Requests that came. */
  readonly count: number;
  /** The ids under which each happening was told. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  /** The bodies with which each id came. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>;
}

/** These announce a change of state that happens once to one resource. */
const happensOnce = /^(person\.created|payroll\.(created|status\.updated)|transaction\.)/;

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const ids = new Map<string, Set<string>>();
  const bodies = new Map<string, Set<string>>();
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { id, eventType, data } = JSON.parse(text);
      count += 1;
      addTo(bodies, id, text);
      if (happensOnce.test(eventType)) addTo(ids, happening(eventType, data.id, data.status), id);
      response.writeHead(204).end();
    });
    request.on('error', () => {});
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/hooks`,
    get count() {
      return count;
    },
    ids,
    bodies,
    async [Symbol.asyncDispose]() {
      close();
      await once(server, 'close');
    },
  };
}
