/** Lets Redocly Respect execute the Arazzo workflows against the reference server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import control from '../../openapi/generated/control.json' with { type: 'json' };
import description from '../../openapi/generated/openapi.json' with { type: 'json' };
import { faultById } from '../../proof/faults/index.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { arazzoDocument } from '../../src/workflows/arazzo.ts';
import { workflows } from '../../src/workflows/workflows.ts';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Respect knows no range of statuses, so the range of a success is replaced by each of its statuses. */
function withEachStatus(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withEachStatus);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      (name === '2XX' ? ['200', '201', '202', '204'] : [name]).map((each) => [each, withEachStatus(inner)]),
    ),
  );
}

const day = 86_400_000;
const dateIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'respect-'));
  // JSON is YAML.
  const files = {
    'openapi.yaml': withEachStatus(description),
    'control.yaml': control,
    'service.arazzo.yaml': arazzoDocument(description.info.version),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function jwtFor(run: string, secret = ''): Promise<string> {
  return new SignJWT({ email: `custom-authentication.${run}@example.com` })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5 minutes')
    .sign(new TextEncoder().encode(secret));
}

async function respect(faultId?: string) {
  const fault = faultId === undefined ? undefined : faultById(faultId);
  const { target, close } = await openEmbeddedTarget({ control: true, ...(fault && { fault }) });
  try {
    const { platformToken, jwtSecret } = target.credentials;
    const run = crypto.randomUUID();
    const inputs = {
      platformToken,
      run,
      payrollDate: dateIn(6),
      expiresSoon: dateIn(15),
      jwt: await jwtFor(run, jwtSecret),
    };
    const args = [
      ...['respect', 'service.arazzo.yaml'],
      ...['service', 'control'].flatMap((source) => ['-S', `${source}=${target.baseUrl}`]),
      ...Object.entries(inputs).flatMap(([name, value]) => ['-i', `${name}=${value}`]),
    ];
    const child = spawn(process.execPath, [redocly, ...args], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: Number(code), output: `${output}${errors}` };
  } finally {
    await close();
  }
}

test('every workflow holds on the sound server', async () => {
  const { code, output } = await respect();
  expect(output).toContain(`Workflows: ${workflows.length} passed, ${workflows.length} total`);
  expect(output).not.toContain('skipped');
  expect(code).toBe(0);
});

test('a payroll that does not wait for funds fails its workflow', async () => {
  const { code, output } = await respect('balance-not-checked');
  expect(output).toMatch(/✗ success criteria check - \$response\.body#\/status == 'Awaiting Funds'/);
  expect(code).not.toBe(0);
});
