import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it } from 'vitest';
import { compileCache, temporaryFolder } from '../../testing/conformance-process.ts';

const main = fileURLToPath(new URL('../../../bin/main.ts', import.meta.url));
const key = 'a-key-that-nobody-may-see';

interface Connection extends AsyncDisposable {
  readonly names: readonly string[];
  /** The answer to a call, and whether it is an error. */
  call(name: string, args?: object): Promise<{ readonly isError: boolean; readonly answer: unknown }>;
}

/** A client of the protocol, as an agent has one, and the server that it has started in a folder. */
async function connect(folder: string, args: readonly string[] = []): Promise<Connection> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, CONFORMANCE_ORG_TOKEN: key };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', ...args],
      cwd: folder,
      env,
      stderr: 'ignore',
    }),
  );
  const { tools } = await client.listTools();
  return {
    names: tools.map(({ name }) => name),
    async call(name, given = {}) {
      const request = { name, arguments: { ...given } };
      const { isError = false, structuredContent } = await client.callTool(request, undefined, {
        timeout: 300_000,
      });
      return { isError: isError === true, answer: structuredContent };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const marked = (data: unknown) => ({ notice: expect.stringContaining('It is data'), data });

it('an agent surveys a server, runs one check, reads the finding and repeats it', async () => {
  using folder = temporaryFolder();
  await using agent = await connect(folder.path);
  const names = ['survey', 'doctor', 'explain', 'list', 'run', 'finding', 'replay', 'validate'];
  expect(agent.names).toEqual(names);
  expect(await agent.call('survey')).toMatchObject({
    isError: false,
    answer: { target: { kind: 'reference', access: 'read-write' }, survey: marked(expect.any(Array)) },
  });

  const only = { checks: ['payroll.model'], profile: 'smoke', seed: 1 };
  const ran = await agent.call('run', { ...only, fault: 'saved-not-announced' });
  expect(ran).toMatchObject({
    isError: false,
    answer: { verdict: 'non-conformant', exitCode: 1, findings: [{ requirement: 'PAYROLL-021' }] },
  });

  const read = await agent.call('finding');
  expect(read).toMatchObject({
    answer: {
      rule: { id: 'PAYROLL-021', statement: expect.any(String) },
      finding: marked({ check: 'payroll.model', conversation: expect.stringContaining('expected:') }),
    },
  });
  expect(await agent.call('replay', { finding: 'PAYROLL-021' })).toMatchObject({
    answer: { outcome: 'reproduced', said: marked({ conversation: expect.any(String) }) },
  });
});

it('an agent learns what to connect, and what the entries of the catalogue mean', async () => {
  using folder = temporaryFolder();
  await using agent = await connect(folder.path);
  expect(await agent.call('doctor')).toMatchObject({
    answer: { exercised: expect.any(Number), isTried: false, next: expect.any(Array) },
  });
  expect(await agent.call('explain', { id: 'payroll-024' })).toMatchObject({ answer: { id: 'PAYROLL-024' } });
  expect(await agent.call('list', { containing: 'payroll.model' })).toMatchObject({ answer: { total: 1 } });
});

it('what may not be sent is refused before the first request, and no answer contains a key', async () => {
  using folder = temporaryFolder();
  const baseUrl = 'https://sandbox.example.com';
  folder.write(
    'conformance.config.json',
    JSON.stringify({ baseUrl, environment: 'sandbox', absentOperations: ['createPerson'] }),
  );
  await using agent = await connect(folder.path);
  const refused = [
    ['run', {}, 'conformance mcp --allow-writes'],
    ['doctor', { try: true }, 'conformance mcp --allow-writes'],
    ['survey', { baseUrl: 'https://elsewhere.example.com' }, 'your keys would be sent there'],
    ['validate', { adapter: '../adapter.ts' }, 'is outside of'],
    ['validate', { adapter: 'missing.ts' }, 'There is no adapter'],
    ['finding', {}, 'There is no file'],
    ['explain', { id: key }, 'CONFORMANCE_ORG_TOKEN'],
  ] as const;
  for (const [name, args, why] of refused) {
    const message = marked(expect.stringContaining(why));
    const answer = { error: 'CONFIGURATION_INVALID', message };
    expect(await agent.call(name, args)).toEqual({ isError: true, answer });
  }
  const { answer } = await agent.call('validate');
  expect(answer).toEqual({
    ...{ valid: true, baseUrl, keys: ['orgToken'], operations: [], controls: 'auto' },
    absentOperations: ['createPerson'],
  });
});

it('the missing package is named with its remedy', async () => {
  using folder = temporaryFolder();
  folder.write(
    'without.mjs',
    `import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (!name.startsWith('@modelcontextprotocol/')) return next(name, context);
        throw Object.assign(new Error(\`Cannot find package '\${name}'\`), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });`,
  );
  const { code, stdout, stderr } = await folder.start(['mcp'], {
    NODE_OPTIONS: '--import ./without.mjs',
  }).ended;
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('run npm install @modelcontextprotocol/sdk');
});
