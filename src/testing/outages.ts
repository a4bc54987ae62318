/** Something in front of a server that sometimes, or always, responds instead. */
import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Page {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `pass` forwards the request, `reset` ends the connection without a response. */
export type InPlace = Page | 'pass' | 'reset';

/** @param count requests that came before */
export type Outage = (count: number, path: string, method: string) => InPlace;

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

/** As nginx answers for a server that is away. */
export const gatewayPage = (status: number): Page => ({
  status,
  headers: html,
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center><hr><center>nginx</center></body></html>`,
});

export const portal: Page = { status: 200, headers: html, body: '<!DOCTYPE html><title>Welcome</title>' };
export const login: Page = { status: 302, headers: { ...html, location: 'https://login.example.com/?to=x' } };
export const nothing: Page = { status: 404, headers: json, body: '{"message":"Not Found"}' };
export const refusal: Page = {
  status: 401,
  headers: json,
  body: '{"code":"unauthorized","message":"no"}',
};
export const unavailable: Page = {
  status: 503,
  headers: json,
  body: '{"code":"internal_error","message":"later"}',
};

function write(page: Page, response: ServerResponse): void {
  response.writeHead(page.status, page.headers ?? {}).end(page.body);
}

export interface Front extends AsyncDisposable {
  readonly url: string;
  /** Requests that came. */
  readonly count: number;
}

/** @param behind base address of the server behind it */
export async function startOutage(behind: string, outage: Outage): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = incoming;
    const onward = forward(`${behind}${url}`, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, response) => {
    const { url = '/', method = 'GET' } = incoming;
    const place = outage(count, url, method);
    count += 1;
    if (place === 'pass') pass(incoming, response);
    else if (place === 'reset') incoming.socket.resetAndDestroy();
    else incoming.resume().on('end', () => write(place, response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo as its address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
    },
  };
}
