/** A server of another description: a relay that speaks its names and words, in front of the reference server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { request as send } from 'undici';
import { controlTable } from '../../conformance/target/controls.ts';
import { referenceControls } from '../../conformance/target/reference-controls.ts';
import type { OpenTarget } from '../../conformance/target/target.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { answerAs, errorAs, errorBody, type TheirAnswer } from './answer.ts';
import type { Foreign } from './dialect.ts';
import { problemsOf } from './places.ts';
import { argumentsOf, meaningOf, ourRequest, type TheirRequest } from './request.ts';
import { type DescribedRoute, type Meaning, routesOf } from './routes.ts';

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  return Buffer.concat(pieces);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A form with the names of our parts. */
function renamedForm(body: Buffer, names: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(names).reduce(
    (before, [ours, theirs]) => before.replaceAll(`name="${theirs}"`, `name="${ours}"`),
    body.toString('latin1'),
  );
  return Buffer.from(text, 'latin1');
}

const missingParts = ({ described: { form } }: DescribedRoute, body: Buffer): readonly string[] =>
  [...(form?.fields ?? [])].flatMap(([name, { required }]) =>
    required && !body.includes(`name="${name}"`) ? [`${name} is missing`] : [],
  );

/** What a request lacks that the description requires. */
const problemsIn = (
  route: DescribedRoute,
  query: URLSearchParams,
  json: unknown,
  body: Buffer,
): readonly string[] => {
  const { body: shape, requiredQuery } = route.described;
  const given = body.length === 0 ? {} : json;
  return [
    ...(shape === undefined || given === undefined ? [] : problemsOf(shape, given)),
    ...requiredQuery.filter((name) => !query.has(name)).map((name) => `${name} is missing`),
    ...missingParts(route, body),
  ];
};

export interface DialectServer {
  readonly url: string;
  readonly credentials: OpenTarget['target']['credentials'];
  /** The key of its controls, where the description has one of their own. */
  readonly controlKey: string;
  close(): Promise<void>;
}

/** The key of controls of which the description says that they take one of their own. */
const opsKey = 'key-of-the-operators';

export async function startDialect(foreign: Foreign): Promise<DialectServer> {
  const behind = await openEmbeddedTarget({ control: true });
  const { baseUrl, credentials, orgBusinessId, platformBusinessId } = behind.target;
  const { dialect } = foreign;
  const routes = routesOf(foreign);
  const businesses = new Map<string, string>();

  function businessOf({ authorization, 'x-multitenantkey': tenantKey }: IncomingMessage['headers']) {
    if (tenantKey !== undefined) return businesses.get(String(tenantKey));
    return authorization === `Bearer ${credentials.orgToken}` ? orgBusinessId : platformBusinessId;
  }

  async function operate(
    route: DescribedRoute,
    meaning: Extract<Meaning, { kind: 'operation' }>,
    asked: TheirRequest,
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<TheirAnswer> {
    const { entry } = meaning;
    const ours = ourRequest(route, meaning, asked);
    if (ours === undefined)
      return errorAs(route, dialect, 404, errorBody('resource_not_found', 'There is no such resource.'));
    const { authorization, 'x-multitenantkey': tenantKey, 'content-type': type } = incoming.headers;
    const isForm = type?.startsWith('multipart/') === true;
    const isBroken = body.length > 0 && !isForm && asked.json === undefined;
    const sent = isForm ? renamedForm(body, entry.form ?? {}) : isBroken ? body : JSON.stringify(ours.body);
    const answered = await send(`${baseUrl}${ours.path}`, {
      method: ours.method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(tenantKey !== undefined && { 'x-multitenantkey': String(tenantKey) }),
        ...(sent !== undefined && { 'content-type': type ?? 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await answered.body.text();
    const json = parsed(text);
    if (answered.statusCode > 399) return errorAs(route, dialect, answered.statusCode, json);
    if (isRecord(json) && typeof json.tenantKey === 'string' && typeof json.businessId === 'string')
      businesses.set(json.tenantKey, json.businessId);
    const shownType = String(answered.headers['content-type'] ?? '');
    if (text !== '' && !shownType.includes('json')) return { status: route.status, type: shownType, text };
    const given = { ...(isRecord(asked.json) && asked.json), ...ours.given };
    return answerAs(route, dialect, entry, json, given);
  }

  async function control(
    route: DescribedRoute,
    meaning: Extract<Meaning, { kind: 'control' }>,
    asked: TheirRequest,
  ): Promise<TheirAnswer> {
    const { name, entry } = meaning;
    const values = argumentsOf(route, meaning, asked);
    const { takes, together } = controlTable[name];
    const alone = takes.filter((argument) => !together.includes(argument));
    const perform = referenceControls[name] as (...given: readonly unknown[]) => Promise<unknown>;
    let refused: TheirAnswer | undefined;
    const sendControl = async ({ method, path, body }: { method: string; path: string; body?: unknown }) => {
      const answered = await send(`${baseUrl}${path}`, {
        method: method as 'GET',
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answered.body.text();
      const json = parsed(text);
      if (answered.statusCode > 399) refused = errorAs(route, dialect, answered.statusCode, json);
      return { status: answered.statusCode, headers: {}, text, json };
    };
    const { answers } = controlTable[name];
    try {
      const result = await perform(
        sendControl,
        ...alone.map((argument) => values[argument]),
        ...(together.length > 0 ? [values] : []),
      );
      const ours = answers.length === 1 ? { [answers[0] ?? '']: result } : result;
      return answerAs(route, dialect, entry, ours, { ...(isRecord(asked.json) && asked.json), ...values });
    } catch (error) {
      if (refused !== undefined) return refused;
      throw error;
    }
  }

  /** Whether a request has a key that its route takes. */
  function isAdmitted({ described: { security } }: DescribedRoute, { headers }: IncomingMessage): boolean {
    if (security.some((scheme) => /ops/i.test(scheme))) return headers['x-ops-key'] === opsKey;
    const keys = [credentials.orgToken, credentials.platformToken];
    return keys.some((key) => headers.authorization === `Bearer ${key}`);
  }

  async function answerTo(incoming: IncomingMessage, body: Buffer): Promise<TheirAnswer> {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://server.invalid');
    const route = routes.find(
      ({ described: { method }, pattern }) => method === incoming.method && pattern.test(pathname),
    );
    const nothing = { status: 404, json: errorBody('resource_not_found', 'There is no such path.') };
    if (route === undefined) return nothing;
    const found = route.pattern.exec(pathname)?.slice(1) ?? [];
    const path = Object.fromEntries(
      route.parameters.map((name, index) => [name, decodeURIComponent(found[index] ?? '')]),
    );
    const json = parsed(body.toString());
    const asked = { path, query, json, businessId: businessOf(incoming.headers) };
    const isOfControl = route.meanings.every(({ kind }) => kind === 'control');
    if (isOfControl && !isAdmitted(route, incoming))
      return errorAs(route, dialect, 401, errorBody('unauthorized', 'The key is missing or not valid.'));
    const problems = problemsIn(route, query, json, body);
    const keys = [credentials.orgToken, credentials.platformToken].map((key) => `Bearer ${key}`);
    // Who may ask is for the server behind to say, and first.
    if ((isOfControl || keys.includes(incoming.headers.authorization ?? '')) && problems.length > 0)
      return errorAs(route, dialect, 400, errorBody('invalid_request_body', problems.join('; ')));
    const meaning = meaningOf(route, asked);
    if (meaning === undefined) return nothing;
    return meaning.kind === 'control'
      ? await control(route, meaning, asked)
      : await operate(route, meaning, asked, incoming, body);
  }

  const server = createServer(async (incoming, outgoing) => {
    try {
      const {
        status,
        type = 'application/json',
        json,
        text,
      } = await answerTo(incoming, await bytesOf(incoming));
      const content = text ?? (json === undefined ? '' : JSON.stringify(json));
      outgoing.writeHead(status, content === '' ? {} : { 'content-type': type }).end(content);
    } catch (error) {
      outgoing.writeHead(500, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(errorBody('internal_error', String(error))));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    credentials,
    controlKey: opsKey,
    async close() {
      server.closeAllConnections();
      server.close();
      await behind.close();
    },
  };
}
