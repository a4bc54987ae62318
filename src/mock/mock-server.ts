/** A stateless server that responds with the examples of the description: Prism, loaded only when it is needed. */

import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { Description } from '../../openapi/documented.ts';
import { methodsOf, type PathMethod } from '../../openapi/path-methods.ts';
import { standBeforePrism } from './before-prism.ts';
import { nameSuccess } from './success-status.ts';

export interface MockOptions {
  readonly description: Description;
  /** 0 selects any free port. */
  readonly port: number;
  readonly host: string;
  /** Answers are made up from the schemas instead of the examples. */
  readonly dynamic: boolean;
  /**
   * Handling of a mock response that its own description does not allow.
   *
   * @defaultValue 'answer': it is sent, with the header `sl-violations`
   */
  readonly onViolation?: 'answer' | 'refuse';
  /**
   * Whether Prism prints rejected requests.
   *
   * @defaultValue true
   */
  readonly log?: boolean;
}

export interface MockServer {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws the error of the system, with its `code` */
async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** A free port of this machine: Prism does not tell which one it has taken. */
async function findPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0, loopback);
  await stop(server);
  return port;
}

const loopback = '127.0.0.1';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Makes the first named example of every body its default one, because Prism prefers an example of the schema, and names
 * the status of success.
 *
 * @returns a copy, which Prism may work on in place
 */
function preferNamedExamples(description: Description): Description {
  const visit = (node: unknown): void => {
    if (!isRecord(node)) return;
    const [first] = isRecord(node.examples) && 'schema' in node ? Object.values(node.examples) : [];
    if (isRecord(first) && 'value' in first) node.example = first.value;
    for (const child of Object.values(node)) visit(child);
  };
  const copy = structuredClone(description);
  nameSuccess(copy);
  visit(copy.paths);
  visit(copy.components);
  return copy;
}

interface Faker {
  readonly JSONSchemaFaker: { option(options: object): void };
}

/**
 * Prism reads `x-json-schema-faker` and sets it on a copy of the faker that, as its packages are published, is not the
 * one that makes its answers up; this sets it on that one.
 */
function configureFaker(description: Description): void {
  const own = createRequire(import.meta.url);
  const cli = createRequire(own.resolve('@stoplight/prism-cli/package.json'));
  const faker: Faker = createRequire(cli.resolve('@stoplight/prism-http'))('json-schema-faker');
  const options = description['x-json-schema-faker'];
  if (typeof options === 'object' && options !== null) faker.JSONSchemaFaker.option(options);
}

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete']);

const pathMethods = ({ paths = {} }: Description): readonly PathMethod[] =>
  Object.entries(paths as Record<string, object>).flatMap(([path, item]) =>
    Object.keys(item).flatMap((method) => (verbs.has(method) ? [{ path, method }] : [])),
  );

export async function startMockServer(options: MockOptions): Promise<MockServer> {
  const { host } = options;
  const prismPort = await findPort();
  const front = standBeforePrism(prismPort, methodsOf(pathMethods(options.description)));
  const port = await listen(front, options.port, host);
  const server = await startPrism(options, prismPort).catch(async (error: unknown) => {
    await stop(front);
    throw error;
  });
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${port}`,
    close: async () => {
      await stop(front);
      await server.close();
    },
  };
}

async function startPrism(options: MockOptions, port: number) {
  const { createSingleProcessPrism } = await import('@stoplight/prism-cli/dist/util/createServer.js');
  const server = await createSingleProcessPrism({
    // The type is a file path, but Prism also accepts the description itself.
    document: preferNamedExamples(options.description) as unknown as string,
    port,
    host: loopback,
    dynamic: options.dynamic,
    cors: true,
    multiprocess: false,
    errors: options.onViolation === 'refuse',
    verboseLevel: options.log === false ? 'silent' : 'warn',
    ignoreExamples: false,
    // The type is a string; without it every response differs.
    seed: null as unknown as string,
    jsonSchemaFakerFillProperties: false,
  });
  configureFaker(options.description);
  if (server === undefined) throw new Error('Prism did not start');
  return server;
}
