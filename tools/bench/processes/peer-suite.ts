/**
 * The suite as a peer among others: runs until the first finding that is not expected, and writes its findings. With
 * `defaults` it gets the same as the others: an address and keys. With `fair` it has the controls of the server too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { allChecks } from '../../../conformance/all-checks.ts';
import type { ProfileName } from '../../../conformance/engine/events.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { referenceControls } from '../../../conformance/target/reference-controls.ts';
import type { Target } from '../../../conformance/target/target.ts';
import { tool } from '../../../src/tool.ts';
import type { Fixture } from '../peers/fixture.ts';
import { concurrency } from '../suite-run.ts';

const [url = '', fixtureFile = '', result = '', controls, profile, seed, expectedFile] =
  process.argv.slice(2);

// Both files are written by the bench.
const { keys, businesses } = JSON.parse(readFileSync(fixtureFile, 'utf8')) as Fixture;
const expected = expectedFile && (JSON.parse(readFileSync(expectedFile, 'utf8')) as string[]);
const { platformToken, orgToken } = keys;
const target: Target = {
  baseUrl: url,
  environment: 'sandbox',
  access: 'read-write',
  absentOperations: [],
  ...(controls === 'controls'
    ? {
        kind: 'reference',
        credentials: keys,
        controls: referenceControls,
        orgBusinessId: businesses.org.businessId,
        platformBusinessId: businesses.platform.businessId,
      }
    : { kind: 'live', credentials: { platformToken, orgToken }, controls: {} }),
};

const failures: string[] = [];
const options = { target, checks: allChecks, seed: Number(seed), concurrency, tool } as const;
for await (const event of runConformance({ ...options, profile: profile as ProfileName })) {
  if (event.type !== 'finding-reported') continue;
  const failure = `${event.finding.requirement} | ${event.finding.check}`;
  failures.push(failure);
  writeFileSync(result, JSON.stringify(failures));
  if (expected && !expected.includes(failure)) process.exit(1);
}
writeFileSync(result, JSON.stringify(failures));
process.exit(failures.length === 0 ? 0 : 1);
