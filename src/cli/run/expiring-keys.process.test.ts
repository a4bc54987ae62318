import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseResults } from '../../../reports/json.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

let server: Awaited<ReturnType<typeof openEmbeddedTarget>>;
beforeAll(async () => {
  server = await openEmbeddedTarget({ control: false });
});
afterAll(() => server.close());

/** Requests that the target serves with one key. */
const servedWithOne = 40;

/** The target behind a gateway that issues keys at /issue; only the latest one works, and only for a while. */
async function gateway() {
  const { baseUrl, credentials } = server.target;
  const issued: string[] = [];
  let served = 0;
  const front = createServer((request, response) => {
    if (request.url === '/issue') {
      issued.push(`issued-key-of-the-gateway-${issued.length + 1}`);
      served = 0;
      response.end(JSON.stringify({ access_token: issued.at(-1), expires_in: 3_600 }));
      return;
    }
    const { authorization = '' } = request.headers;
    const isValid = authorization === `Bearer ${issued.at(-1)}` && served < servedWithOne;
    if (isValid) served += 1;
    const key = isValid ? credentials.platformToken : 'expired-or-unknown-key';
    const headers = { ...request.headers, ...(authorization !== '' && { authorization: `Bearer ${key}` }) };
    const sent = forward(baseUrl + request.url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return {
    issued,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      front.close();
      front.closeAllConnections();
      await once(front, 'close');
    },
  };
}

const ask =
  'const { url } = JSON.parse(process.argv[1]); process.stdout.write(await (await fetch(url)).text());';

const options = ['--target', 'live', '--profile', 'smoke', '--record', 'har', '--verbose', '--seed', '1'];
const checks = ['--checks', 'persons.*', 'contracts.*', 'authentication.*'];

describe('credentials that are issued', () => {
  it.each([
    [
      'a command',
      (url: string) =>
        `{ command: [process.execPath, '--input-type=module', '-e', ${JSON.stringify(ask)}, ${JSON.stringify(JSON.stringify({ url }))}] }`,
    ],
    ['a function', (url: string) => `async () => (await fetch(${JSON.stringify(url)})).json()`],
  ])('by %s are renewed when they expire, and never written', async (_, sourceFor) => {
    await using front = await gateway();
    using folder = temporaryFolder();
    folder.write(
      'conformance.config.mjs',
      `export default { credentials: { platformToken: ${sourceFor(`${front.url}/issue`)} } };`,
    );
    const args = ['run', '--base-url', front.url, ...options, ...checks];
    const { stdout, stderr, code } = await folder.run(args, {});
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(front.issued.length).toBeGreaterThan(2);
    const out = join(folder.path, 'conformance-report');
    const written = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
    expect(stdout + written.join('')).not.toContain('issued-key-of-the-gateway');
    const results = parseResults(readFileSync(join(out, 'results.json'), 'utf8'));
    expect(results.requirements.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(results.requirements.filter(({ status }) => status === 'passed').length).toBeGreaterThan(20);
  });

  it('that are not issued end the command before the first request', async () => {
    using folder = temporaryFolder();
    folder.write(
      'conformance.config.json',
      JSON.stringify({ credentials: { orgToken: { command: [process.execPath, '-e', 'throw "secret"'] } } }),
    );
    const { stdout, stderr, code } = await folder.run(
      ['run', '--base-url', server.target.baseUrl, ...options],
      {},
    );
    expect(stdout + stderr).toContain('The command of credentials.orgToken');
    expect(stdout + stderr).not.toContain('throw "secret"');
    expect(code).toBe(2);
  });
});
