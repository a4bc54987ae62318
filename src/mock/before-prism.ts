/**
 * Stands in front of Prism 5.16, which leaves a request without any response when its body claims to be JSON and is
 * not: it waits for the end of a request that has ended already. Such a body never reaches Prism here. Prism also
 * rejects methods that a path does not have without listing those it has, and OPTIONS of clients that are no browser.
 * It rejects every invalid request with one example, whose field may be of another operation. And it does not name the
 * examples that it has when a request asks for another one.
 */
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import * as z from 'zod';
import type { MethodsAt } from '../../openapi/path-methods.ts';
import { whyNoExample } from './example-names.ts';

type Params = Readonly<Record<string, string>>;

const refusal = (params: Params) =>
  JSON.stringify({
    code: 'invalid_request_body',
    message: 'The request body provided is not valid',
    params,
  });

/** A violation in a header of Prism. */
const Violations = z.array(z.object({ location: z.array(z.string()), message: z.string() }));

/** The fields of the request that Prism did not accept, such as `principals.0.email`; undefined if it names none. */
function paramsIn({ statusCode, headers }: IncomingMessage): Params | undefined {
  const said = headers['sl-violations'];
  if (statusCode !== 400 || typeof said !== 'string') return undefined;
  const ofRequest = Violations.parse(JSON.parse(said)).filter(({ location }) => location[0] === 'request');
  if (ofRequest.length === 0) return undefined;
  return Object.fromEntries(
    ofRequest.map(({ location: [, part = '', ...field], message }) => [field.join('.') || part, message]),
  );
}

const saysJson = ({ headers }: IncomingMessage) => /[/+]json\b/i.test(headers['content-type'] ?? '');

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** As Prism responds to pages of other origins. */
const headersFor = ({ headers }: IncomingMessage, type: string) => ({
  'content-type': type,
  'access-control-allow-origin': headers.origin ?? '*',
  'access-control-allow-headers': '*',
  'access-control-allow-credentials': 'true',
});

function refuse(incoming: IncomingMessage, response: ServerResponse, params: Params): void {
  response.writeHead(400, headersFor(incoming, 'application/json')).end(refusal(params));
}

const pathOf = ({ url = '' }: IncomingMessage) => url.replace(/[?#].*$/, '');

/** The problem of a request for an example that does not exist; undefined if it asks for none. */
function missingExample(incoming: IncomingMessage): string | undefined {
  const { method = 'GET', headers } = incoming;
  return whyNoExample(method, pathOf(incoming), [headers.prefer ?? []].flat().join(','));
}

/**
 * @param upstream port of Prism on this machine
 * @returns a server that responds to broken JSON and OPTIONS itself, and forwards everything else
 */
export function standBeforePrism(upstream: number, methodsAt: MethodsAt): Server {
  const agent = new Agent({ keepAlive: true });
  const methodsOf = (incoming: IncomingMessage) => methodsAt(pathOf(incoming));
  const handOn = (incoming: IncomingMessage, response: ServerResponse, body?: Buffer) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ agent, host: '127.0.0.1', port: upstream, method, path: url, headers });
    outgoing.on('response', (answer) => {
      const params = paramsIn(answer);
      if (params !== undefined) {
        answer.resume();
        return refuse(incoming, response, params);
      }
      const allow = answer.statusCode === 405 ? { allow: methodsOf(incoming).join(', ') } : {};
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...allow });
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    if (body === undefined) incoming.pipe(outgoing);
    else outgoing.end(body);
  };
  const server = createServer(async (incoming, response) => {
    const isQuestion =
      incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'] === undefined;
    const methods = isQuestion ? methodsOf(incoming) : [];
    if (methods.length > 0) return void response.writeHead(204, { allow: methods.join(', ') }).end();
    const detail = missingExample(incoming);
    if (detail !== undefined) {
      incoming.resume();
      const problem = { title: 'There is no such example', status: 404, detail };
      return void response
        .writeHead(404, headersFor(incoming, 'application/problem+json'))
        .end(JSON.stringify(problem));
    }
    if (!saysJson(incoming)) return handOn(incoming, response);
    try {
      const body = Buffer.concat(await Array.fromAsync(incoming));
      if (body.length > 0 && !isJson(body)) return refuse(incoming, response, { body: 'is not JSON' });
      handOn(incoming, response, body);
    } catch {
      // The client disconnected.
      response.destroy();
    }
  });
  return server.on('close', () => agent.destroy());
}
