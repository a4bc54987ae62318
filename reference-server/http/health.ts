/**
 * Two addresses for the operator of a server, beside those of the interface: whether it is alive, and whether it should
 * get requests. They need no key and return nothing secret.
 */
import type { RequestListener, ServerResponse } from 'node:http';

const livePath = '/_health/live';
const readyPath = '/_health/ready';

export interface Health {
  /** Whether this server is about to stop. */
  isStopping(): boolean;
  /** Whether its state can be written. */
  isWritable(): Promise<boolean>;
}

/** How long one write answers for all who ask: nobody needs a key for it. */
const freshMillis = 1_000;

function sharingAnswers(ask: () => Promise<boolean>): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let latest = Promise.resolve(false);
  return () => {
    const now = performance.now();
    if (now - askedAt >= freshMillis) {
      askedAt = now;
      latest = ask();
    }
    return latest;
  };
}

function answer(response: ServerResponse, status: number, body: Readonly<Record<string, string>>): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

async function answerReadiness({ isStopping, isWritable }: Health, response: ServerResponse): Promise<void> {
  if (isStopping()) answer(response, 503, { status: 'not-ready', reason: 'the server is about to stop' });
  else if (await isWritable()) answer(response, 200, { status: 'ready' });
  else answer(response, 503, { status: 'not-ready', reason: 'the state cannot be written' });
}

/**
 * Responds to requests about the health of a server and passes on all others. A server that is about to stop closes
 * connections after its responses, so that no client sends its next request to a closed port.
 */
export function withHealth(application: RequestListener, health: Health): RequestListener {
  const shared = { ...health, isWritable: sharingAnswers(() => health.isWritable()) };
  return (request, response) => {
    if (health.isStopping()) response.shouldKeepAlive = false;
    const [path] = request.url?.split('?') ?? [];
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (isAsked && path === livePath) answer(response, 200, { status: 'live' });
    else if (isAsked && path === readyPath) void answerReadiness(shared, response);
    else application(request, response);
  };
}
