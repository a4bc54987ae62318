/**
 * Two addresses for whoever runs a server, beside those of the interface: is it alive, and should it get requests. They
 * ask for no key and say nothing that is worth one.
 */
import type { RequestListener, ServerResponse } from 'node:http';

const livePath = '/_health/live';
const readyPath = '/_health/ready';

export interface Health {
  /** Whether this server is about to stop. */
  isStopping(): boolean;
  /** Whether its state can be read and written. */
  isReachable(): Promise<boolean>;
}

function answer(response: ServerResponse, status: number, body: Readonly<Record<string, string>>): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

async function answerReadiness({ isStopping, isReachable }: Health, response: ServerResponse): Promise<void> {
  if (isStopping()) answer(response, 503, { status: 'not-ready', reason: 'the server is about to stop' });
  else if (await isReachable()) answer(response, 200, { status: 'ready' });
  else answer(response, 503, { status: 'not-ready', reason: 'the state cannot be reached' });
}

/**
 * Answers what is asked about the health of a server and hands everything else on. A server that is about to stop lets its
 * callers go after their answers, so that none of them sends its next request to a closed door.
 */
export function withHealth(application: RequestListener, health: Health): RequestListener {
  return (request, response) => {
    if (health.isStopping()) response.shouldKeepAlive = false;
    const [path] = request.url?.split('?') ?? [];
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (isAsked && path === livePath) answer(response, 200, { status: 'live' });
    else if (isAsked && path === readyPath) void answerReadiness(health, response);
    else application(request, response);
  };
}
