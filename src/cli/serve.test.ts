import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/conformance-process.ts';

const tokens = { CONFORMANCE_PLATFORM_TOKEN: 'fixed_platform', CONFORMANCE_ORG_TOKEN: 'fixed_org' };

/** Starts a request whose body never ends. */
async function openEndlessRequest(url: string): Promise<Disposable> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const head = ['POST /v1/platform/businesses HTTP/1.1', 'Host: x', 'Content-Length: 100', '', '{'];
  await new Promise<void>((resolve) => socket.write(head.join('\r\n'), () => resolve()));
  socket.on('error', () => {});
  return { [Symbol.dispose]: () => socket.destroy() };
}

describe.concurrent('conformance serve', () => {
  it('prints requests that work with the keys that the environment fixes', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0'], tokens);
    const [text, url = ''] = await printed(/Reference server, sandbox: (\S+)\s.*Ctrl-C/s);
    expect(text).toContain(`conformance run --base-url ${url}`);
    const [, request = '', key = ''] = /curl -sS '([^']+)' -H 'Authorization: ([^']+)'/.exec(text) ?? [];
    expect(key).toBe('Bearer fixed_org');
    const response = await fetch(request, { headers: { authorization: key } });
    expect(response.status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends at once on a second Ctrl-C', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--no-control']);
    const [, url = ''] = await printed(/Reference server, sandbox: (\S+)\s.*Ctrl-C/s);
    using _request = await openEndlessRequest(url);
    const press = setInterval(() => child.kill('SIGINT'), 50);
    const { code } = await ended;
    clearInterval(press);
    expect(code).toBe(130);
  });
});
