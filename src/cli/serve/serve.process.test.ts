import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { pasteInShell } from '../../testing/pasted-command.ts';

const tokens = { CONFORMANCE_PLATFORM_TOKEN: 'fixed_platform', CONFORMANCE_ORG_TOKEN: 'fixed_org' };
const ready = /Reference server, sandbox: (\S+)\s.*Ctrl-C/s;

/** Enough to see that a run finds its target and its keys. */
const oneCheck = '--checks authentication.no-token';

/** Starts a request whose body never ends. */
async function openEndlessRequest(url: string): Promise<Disposable> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const head = [
    'POST /v1/platform/businesses HTTP/1.1',
    'Host: x',
    // Without a key the server would reject the request, and the request would end.
    `Authorization: Bearer ${tokens.CONFORMANCE_PLATFORM_TOKEN}`,
    'Content-Length: 100',
    '',
    '{',
  ];
  await new Promise<void>((resolve) => socket.write(head.join('\r\n'), () => resolve()));
  socket.on('error', () => {});
  return { [Symbol.dispose]: () => socket.destroy() };
}

/** A command that was printed under some words, with all its lines. */
function printedCommand(text: string, what: string): string {
  const command = new RegExp(`^  ${what}\\n((?: +.* \\\\\\n)* +.*)`, 'm').exec(text)?.[1];
  if (command === undefined) throw new Error(`Nothing is printed under "${what}":\n${text}`);
  return command;
}

/** Pastes a command into a shell that knows `conformance`. */
function paste(command: string, cwd: string): Promise<{ code: number | null; stdout: string }> {
  const main = fileURLToPath(new URL('../../../bin/main.ts', import.meta.url));
  return pasteInShell(`conformance() { '${process.execPath}' '${main}' "$@"; }\n${command}`, cwd);
}

const getJson = async (url: string, token: string) => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
};

describe.concurrent('conformance serve', () => {
  it('prints commands that work when they are pasted, with the keys that the environment fixes', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--seed-data'], tokens);
    const [text] = await printed(ready);
    expect(text).toContain('Bearer fixed_org');
    const answer = async (what: string) => {
      const { code, stdout } = await paste(printedCommand(text, what), folder.path);
      expect(code).toBe(0);
      return JSON.parse(stdout);
    };
    const { meta } = await answer('List the persons');
    expect(meta.itemCount).toBeGreaterThan(2);
    expect(await answer('Create a person')).toMatchObject({ firstName: 'Amara' });
    expect((await answer('List the persons')).meta.itemCount).toBe(meta.itemCount + 1);
    expect(await answer('Add test funds')).toMatchObject({ value: { amount: 50_000 } });
    expect((await answer('List the payrolls of the org key')).data).toHaveLength(1);
    expect(await answer('Advance the clock of a business by one day')).toMatchObject({ mode: 'stopped' });
    const suite = `${printedCommand(text, 'Run the suite')} ${oneCheck}`;
    const run = await paste(suite, folder.path);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing failed') });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('prints a run with the keys in its environment where there is no control plane', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--no-control'], tokens);
    const [text, url = ''] = await printed(ready);
    expect(text).not.toContain('_control');
    expect((await fetch(`${url}/_control`)).status).toBe(404);
    const command = printedCommand(text, 'Run the suite');
    expect(command).toContain("CONFORMANCE_PLATFORM_TOKEN='fixed_platform'");
    const { code } = await paste(`${command} ${oneCheck}`, folder.path);
    expect(code).toBe(0);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('serves a page for a browser', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--mode', 'manual']);
    const [, address = ''] = await printed(/(http:\S+\/_control)\n.*Ctrl-C/s);
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('manual');
    child.kill('SIGINT');
    await ended;
  });

  it('serves both environments, each of which rejects the platform key of the other', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--environment', 'both']);
    const [text, sandbox = ''] = await printed(ready);
    const [, production = ''] = /Reference server, production: (\S+)/.exec(text) ?? [];
    const keys = [...text.matchAll(/^ {2}platform key +(\S+)$/gm)].map(([, key = '']) => key);
    const others = [...text.matchAll(/^ {2}other environment +(\S+)$/gm)].map(([, key = '']) => key);
    expect(keys).toHaveLength(2);
    expect(others).toEqual(keys.toReversed());
    for (const [index, url] of [sandbox, production].entries()) {
      expect((await getJson(`${url}/v1/persons`, keys[index] ?? '')).status).toBe(200);
      expect(await getJson(`${url}/v1/persons`, others[index] ?? '')).toMatchObject({
        status: 401,
        body: { message: 'The API key belongs to the other environment' },
      });
    }
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('keeps keys and data in a state file across a restart, and creates the seed data once', async () => {
    using folder = temporaryFolder();
    const served = async (change: (url: string, key: string) => Promise<void>) => {
      const { child, ended, printed } = folder.start([
        'serve',
        '--port',
        '0',
        '--state',
        'kept.db',
        '--seed-data',
      ]);
      const [text, url = ''] = await printed(ready);
      const key = /^ {2}platform key +(\S+)$/m.exec(text)?.[1] ?? '';
      await change(url, key);
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0 });
      return key;
    };
    const key = await served(async (url, token) => {
      const response = await fetch(`${url}/v1/persons`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ firstName: 'Kept' }),
      });
      expect(response.status).toBe(201);
    });
    const again = await served(async (url, token) => {
      const { body } = await getJson(`${url}/v1/persons`, token);
      const { data } = body as { data: { firstName: string }[] };
      const names = data.map(({ firstName }) => firstName);
      expect(names).toEqual(['Adaeze', 'Hannah', 'Mateo', 'Kept']);
    });
    expect(again).toBe(key);
  });

  it('reports a bad state file', async () => {
    using folder = temporaryFolder();
    folder.write('notes.txt', 'not a database, but long enough to be looked at as one would be: '.repeat(20));
    const { code, stderr } = await folder.run(['serve', '--port', '0', '--state', 'notes.txt']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/notes\.txt.*not a state file/s);
  });

  it('waits for a delivery in progress before it ends', async ({ expect }) => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0'], tokens);
    const [, url = ''] = await printed(ready);
    const held: ServerResponse[] = [];
    const receiver = createServer((_request, response) => held.push(response));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const hook = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const post = (path: string, body: unknown) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer fixed_platform', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/_control/webhook-endpoints', { url: hook });
    await post('/v1/payrolls', {});
    await expect.poll(() => held.length, { interval: 5 }).toBe(1);
    let code: number | null | undefined;
    ended.then((end) => {
      code = end.code;
    });
    child.kill('SIGTERM');
    // The port is closed first, so a refused connection shows that the server is waiting for the delivery.
    await expect.poll(() => fetch(url).catch(() => 'refused'), { interval: 5 }).toBe('refused');
    expect(code).toBeUndefined();
    held[0]?.end();
    expect((await ended).code).toBe(0);
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  it('ends at once on a second Ctrl-C', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--no-control'], tokens);
    const [, url = ''] = await printed(ready);
    using _request = await openEndlessRequest(url);
    child.kill('SIGINT');
    // Not sooner: a third signal would reach a process that is ending and no longer handles signals.
    const press = setInterval(() => child.kill('SIGINT'), 600);
    const { code } = await ended;
    clearInterval(press);
    expect(code).toBe(130);
  });

  it.each([
    [
      ['--seed-data', '--fault', 'balance-not-checked'],
      {},
      /the server rejects the seed data .*: leave out --seed-data/,
    ],
    [['--environment', 'both', '--port', '65535'], {}, /choose a smaller port with --port/],
    [
      [],
      { CONFORMANCE_PLATFORM_TOKEN: 'the-same', CONFORMANCE_ORG_TOKEN: 'the-same' },
      /Two keys have the same value/,
    ],
  ] as const)('%j with %j is wrong usage', async (args, variables, want) => {
    using folder = temporaryFolder();
    const { code, stderr } = await folder.run(['serve', ...args], variables);
    expect(code).toBe(2);
    expect(stderr).toMatch(want);
  });
});
