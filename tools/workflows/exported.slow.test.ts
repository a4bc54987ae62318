/** Redocly Respect executes findings that were exported as Arazzo: each fails on the faulty server and passes on the sound one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenTarget } from '../../conformance/target/target.ts';
import control from '../../openapi/generated/control.json' with { type: 'json' };
import description from '../../openapi/generated/openapi.json' with { type: 'json' };
import { faultById } from '../../proof/faults/index.ts';
import { findingOf, kinds, variablesOf } from '../../proof/trials/exported-kinds.ts';
import { asArazzo } from '../../reports/exported/arazzo.ts';
import { testOf } from '../../reports/exported/conversation.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Each is two processes, so that some have to do; Arazzo has no criterion for the form of a list, and no bytes of a file. */
const byHand = ['beneficiaries-as-bare-list', 'review-answers-200'];
const chosen = kinds.filter(([fault], index) => index % 5 === 0 && !byHand.includes(fault));

const folder = mkdtempSync(join(tmpdir(), 'exported-'));
let sound: OpenTarget;

beforeAll(async () => {
  for (const [name, content] of Object.entries({ openapi: description, control }))
    writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(content));
  sound = await openEmbeddedTarget({ control: true });
});
afterAll(async () => {
  await sound.close();
  rmSync(folder, { recursive: true });
});

async function respect(file: string, { target }: OpenTarget, fresh: readonly string[]): Promise<string> {
  const inputs = [
    ...Object.entries(variablesOf(target)),
    ...fresh.map((name) => [name, crypto.randomUUID()] as const),
  ];
  const args = [
    ...[redocly, 'respect', file, '--severity', 'STATUS_CODE_CHECK=off', '--severity', 'SCHEMA_CHECK=off'],
    ...['service', 'control'].flatMap((source) => ['-S', `${source}=${target.baseUrl}`]),
    ...inputs.flatMap(([name, value]) => ['-i', `${name}=${value}`]),
  ];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: folder, env }, (_, stdout, stderr) => resolve(stdout + stderr)),
  );
}

test.each(chosen)('%s, found by %s', async (fault, check, requirement) => {
  const faulty = await openEmbeddedTarget({ control: true, fault: faultById(fault) });
  try {
    const finding = await findingOf(faulty.target, check, requirement);
    if (finding === undefined) throw new Error(`${check} does not find ${fault}`);
    const written = testOf(finding, faulty.target.baseUrl);
    const file = `${fault}.arazzo.json`;
    writeFileSync(join(folder, file), JSON.stringify(asArazzo(written)));
    expect(await respect(file, faulty, written.fresh)).toContain('Workflows: 1 failed, 1 total');
    expect(await respect(file, sound, written.fresh)).toContain('Workflows: 1 passed, 1 total');
  } finally {
    await faulty.close();
  }
});
