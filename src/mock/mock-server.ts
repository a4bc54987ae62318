/** A stateless server that answers with the examples of the description: Prism, loaded only when it is wanted. */
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { Description } from '../../openapi/documented.ts';
import { refuseBrokenJson } from './mock-broken-json.ts';

export interface MockOptions {
  readonly description: Description;
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Answers are made up from the schemas instead of the examples. */
  readonly dynamic: boolean;
  /**
   * What happens to an answer of the mock that its own description does not allow.
   *
   * @defaultValue 'answer': it is sent, with the header `sl-violations`
   */
  readonly onViolation?: 'answer' | 'refuse';
  /**
   * Whether Prism prints what it refuses.
   *
   * @defaultValue true
   */
  readonly log?: boolean;
}

export interface MockServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A free port of the host. Prism reports an address that it cannot listen on as mere text, so this is asked before.
 *
 * @throws the error of the system, with its `code`
 */
async function findPort(port: number, host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : port;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Makes the first named example of every body its default one, because Prism prefers an example of the schema.
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

export async function startMockServer(options: MockOptions): Promise<MockServer> {
  const { host, dynamic } = options;
  const port = await findPort(options.port, host);
  const { createSingleProcessPrism } = await import('@stoplight/prism-cli/dist/util/createServer.js');
  const server = await createSingleProcessPrism({
    // It is typed as the path of a file; Prism takes the description itself too.
    document: preferNamedExamples(options.description) as unknown as string,
    port,
    host,
    dynamic,
    cors: true,
    multiprocess: false,
    errors: options.onViolation === 'refuse',
    verboseLevel: options.log === false ? 'silent' : 'warn',
    ignoreExamples: false,
    // It is typed as text; without it every answer is a new one.
    seed: null as unknown as string,
    jsonSchemaFakerFillProperties: false,
  });
  configureFaker(options.description);
  if (server === undefined) throw new Error('Prism did not start');
  const name = host.includes(':') ? `[${host}]` : host;
  const stopRefusing = refuseBrokenJson(port);
  return {
    url: `http://${name}:${port}`,
    close: async () => {
      stopRefusing();
      await server.close();
    },
  };
}
