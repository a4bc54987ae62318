/** `node tools/scripts/webhook-samples.ts trigger|listen`: makes the outputs of the webhook commands that pages show. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startReferenceServer } from '../../reference-server/server.ts';

/** A receiver whose second delivery finds no database. */
async function startReceiver() {
  let deliveries = 0;
  const server = createServer((request, response) => {
    deliveries += 1;
    request.resume();
    if (deliveries === 2) response.writeHead(500).end('no database');
    else response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo as its address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/hooks`, [Symbol.asyncDispose]: async () => void server.close() };
}

/** Starts the command line with captured output. */
function conformance(args: readonly string[]) {
  const main = join(import.meta.dirname, '../../bin/main.ts');
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => console.log(line));
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => pattern.test(line) && resolve());
      child.once('exit', () => reject(new Error(`It ended without printing ${pattern}`)));
    });
  return { child, printed };
}

async function trigger(receiver: string): Promise<void> {
  const { child } = conformance([
    ...['webhook', 'trigger', 'payroll.status.updated', '--example', 'completed'],
    ...['--secret', 'whsec_AAECAwQFBgcICQoLDA0ODw==', '--url', receiver],
  ]);
  await once(child, 'exit');
}

/** Two persons are created; the second delivery is rejected, and comes again when the clock has moved. */
async function listen(receiver: string): Promise<void> {
  const server = await startReferenceServer({ port: 0, control: true });
  const { child, printed } = conformance([
    ...['webhook', 'listen', '--base-url', server.url, '--forward-to', receiver],
  ]);
  const { platformToken } = server.keys;
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${platformToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} is answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await printed(/^Signing secret for the receiver/);
  for (const [name, outcome] of [
    ['Amara', /204 in/],
    ['Bo', /500 in/],
  ] as const) {
    const said = printed(outcome);
    const email = `${name.toLowerCase()}@example.com`;
    await post('/v1/persons', { firstName: name, lastName: 'Diallo', email, type: 'EMPLOYEE' });
    await said;
  }
  const again = printed(/attempt 2/);
  await post(`/_control/clocks/${server.businesses.platform.businessId}/advance`, { seconds: 5 });
  await again;
  child.kill('SIGINT');
  await once(child, 'exit');
  await server.close();
}

await using receiver = await startReceiver();
await (process.argv[2] === 'listen' ? listen : trigger)(receiver.url);
