import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/conformance-process.ts';

describe.concurrent('conformance mock', () => {
  it('prints working requests, and ends on Ctrl-C', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['mock', '--port', '0']);
    const [text] = await printed(/Mock server, example responses: \S+\s.*Ctrl-C/s);
    const lines = text.split('\n').filter((line) => line.includes('curl'));
    const answers = lines.map(async (line) => {
      const url = /'(http[^']+)'/.exec(line)?.[1] ?? '';
      const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
        ([, name = '', value = '']) => [name, value] as [string, string],
      );
      const response = await fetch(url, { headers });
      return [response.status, ((await response.json()) as { status?: string }).status];
    });
    expect(await Promise.all(answers)).toEqual([
      [200, undefined],
      [200, 'Awaiting Funds'],
      [401, undefined],
    ]);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('reports a port in use in one line', async () => {
    using folder = temporaryFolder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an AddressInfo as its address.
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await folder.run(['mock', '--port', String(port)]);
    other.close();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: .*port ${port}: the port is in use: [^\n]*\n$`));
  });
});
