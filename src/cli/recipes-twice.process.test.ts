/** The scripts of GitLab and Jenkins in examples/ci/, run twice in one workspace: the second time the server is dead. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import { parseResults } from '../../reports/json.ts';
import { compileCache, type Folder, temporaryFolder } from '../testing/conformance-process.ts';
import { recipes } from '../testing/recipes.ts';

const root = new URL('../../', import.meta.url);
const main = fileURLToPath(new URL('bin/main.ts', root));
const textOf = (file: string) => recipes.find((recipe) => recipe.file === file)?.text ?? '';

const Scripts = z.looseObject({ nightly: z.object({ script: z.array(z.string()) }) });
const gitlab = Scripts.parse(parse(textOf('.gitlab-ci.yml'))).nightly.script;
/** The scripts of its `sh` steps that start the suite. */
const jenkins = [...textOf('Jenkinsfile').matchAll(/script: ('''|')(.*?npx conformance.*?)\1/gs)].map(
  ([, , script = '']) => script,
);

/** In the place of npx: the suite of this folder, as one shard of one check. */
const npx = `#!/bin/sh
shift
case "$1" in run) extra="--checks authentication.no-token --profile smoke" ;; *) extra="" ;; esac
for each do
  shift
  case "$each" in 1/4) each=1/1 ;; esac
  set -- "$@" "$each"
done
exec "${process.execPath}" "${main}" "$@" $extra
`;

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ environment: 'sandbox', control: true, seedData: false });
});
afterAll(() => server.close());

function workspace(): Folder {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, 'bin'));
  folder.write('bin/npx', npx);
  chmodSync(join(folder.path, 'bin/npx'), 0o755);
  folder.write('conformance.known-failures.yaml', '[]');
  return folder;
}

async function execute(script: string, folder: Folder, baseUrl: string): Promise<number | null> {
  const child = spawn('sh', ['-ec', script], {
    cwd: folder.path,
    env: {
      PATH: `${join(folder.path, 'bin')}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: compileCache,
      BASE_URL: baseUrl,
      CONFORMANCE_PLATFORM_TOKEN: server.keys.platformToken,
      CI: 'true',
      BUILD_NUMBER: '7',
      SHARD: '1',
    },
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}

describe.concurrent.each([
  ['GitLab', gitlab],
  ['Jenkins', jenkins],
])('the scripts of %s', (_, scripts) => {
  it('show the result of the second run', async () => {
    expect(scripts.length).toBeGreaterThan(0);
    using folder = workspace();
    const runAll = async (baseUrl: string) => {
      const codes: (number | null)[] = [];
      for (const script of scripts) codes.push(await execute(script, folder, baseUrl));
      const read = (name: string) => readFileSync(join(folder.path, 'conformance-report', name), 'utf8');
      return {
        codes,
        verdict: parseResults(read('results.json')).verdict,
        junit: read('junit.xml'),
        summary: read('summary.md'),
      };
    };
    const first = await runAll(server.url);
    expect({ codes: first.codes, verdict: first.verdict }).toEqual({
      codes: scripts.map(() => 0),
      verdict: 'partial',
    });
    const second = await runAll('http://127.0.0.1:9');
    expect({ codes: second.codes, verdict: second.verdict }).toEqual({
      codes: scripts.map(() => 3),
      verdict: 'error',
    });
    expect(second.junit).toContain('<error type="error" message="No response from');
    expect(second.summary).toMatch(/^## The run could not judge the target/);
  });
});
