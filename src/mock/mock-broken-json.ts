/**
 * Answers what Prism 5.16 leaves without an answer: a body that says it is JSON and is not. When reading it fails, Prism waits for
 * an end of the request that has come already.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

const channel = 'http.server.request.start';

interface Started {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const refusal = JSON.stringify({
  code: 'invalid_request_body',
  message: 'The request body provided is not valid',
  params: { body: 'is not JSON' },
});

/** Puts the documented error in the place of Prism's own. */
function refuse(response: ServerResponse): void {
  const end = response.end.bind(response);
  const endRefused = (...given: Parameters<typeof end>) => {
    if (response.statusCode !== 400 || response.headersSent) return end(...given);
    response.setHeader('content-length', Buffer.byteLength(refusal));
    return end(refusal);
  };
  Object.assign(response, { end: endRefused });
}

/** Only who failed to read a body waits for an end that has been; it is told of it at once. */
function tellOfTheEnd({ request, response }: Started): void {
  const once = request.once.bind(request);
  const onceOrNow = (event: string, listener: () => void) => {
    if (event !== 'end' || !request.readableEnded) return once(event, listener);
    refuse(response);
    queueMicrotask(listener);
    return request;
  };
  Object.assign(request, { once: onceOrNow });
}

/**
 * @param port of the mock server; requests to other servers of this process are left alone
 * @returns what ends it
 */
export function refuseBrokenJson(port: number): () => void {
  const listener = (message: unknown): void => {
    // The documented shape of what this channel tells.
    const started = message as Started;
    if (started.request.socket.localPort === port) tellOfTheEnd(started);
  };
  subscribe(channel, listener);
  return () => {
    unsubscribe(channel, listener);
  };
}
