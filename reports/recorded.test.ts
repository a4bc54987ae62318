import { expect, it } from 'vitest';
import { curlScript } from '../conformance/http/curl.ts';
import { receiverScript } from '../conformance/receiver/curl.ts';
import { standardWebhooks } from '../conformance/receiver/dialect.ts';
import { findRequirement } from '../openapi/catalogue.ts';
import { resultsFromFile, scriptFromFile } from './recorded.ts';
import { failingResults } from './testing/sample-results.ts';

const [sample] = failingResults.findings;
if (sample === undefined) throw new Error('the sample has findings');
const { baseUrl } = failingResults.target;

it('writes the script of a run again, except for the address', () => {
  const section = findRequirement(sample.requirement)?.section ?? '';
  const curl = curlScript(sample, failingResults.target, section);
  expect(scriptFromFile(sample, failingResults, baseUrl)).toBe(curl);
  const asks = scriptFromFile(sample, failingResults);
  expect(asks.replace(/^: "\$\{CONFORMANCE_BASE_URL:\?.*$/m, '')).toBe(
    curl.replace(/^: "\$\{CONFORMANCE_BASE_URL:=.*$/m, ''),
  );
});

it('writes the script for a receiver again: which deliveries are signed, and how old they are', () => {
  const sent = (id: string, timestamp: number, signature: string) => ({
    request: {
      method: 'POST',
      url: 'http://localhost:3000/hooks',
      headers: { 'hook-id': id, 'hook-timestamp': String(timestamp), 'hook-signature': signature },
      body: `{"name":"D'Arc"}`,
    },
  });
  const at = 1_774_915_200;
  const finding = {
    ...sample,
    requirement: 'RECEIVER-017',
    steps: [
      { label: 'one', exchanges: [sent('a', at + 3, 'v1,sound')] },
      { label: 'two', exchanges: [sent('a', at, 'v1,forged'), sent('b', at - 345_600, 'v1,sound')] },
    ].map((step) => ({ ...step, phase: 'step' as const, deliveries: [] })),
  };
  const curl = receiverScript(
    finding,
    standardWebhooks,
    (headers) => headers['hook-signature'] === 'v1,sound',
    at,
  );
  const target = { ...failingResults.target, kind: 'receiver' as const };
  expect(scriptFromFile({ ...finding, curl }, { target })).toBe(curl);
  expect(scriptFromFile({ ...finding, curl: 'touch pwned' }, { target })).not.toMatch(/pwned|\$\(/);
});

it('takes program and options of a command line as data', () => {
  const invocation = {
    program: 'touch pwned; conformance',
    record: 'r.json',
    options: { 'base-url': ['http://x/?a=$CONFORMANCE_ORG_TOKEN'], 'x; y': ['1'] },
  };
  const results = { ...failingResults, run: { ...failingResults.run, invocation } };
  expect(resultsFromFile(results, 'npx conformance').run.invocation).toEqual({
    program: 'npx conformance',
    record: 'r.json',
    options: { 'base-url': ['http://x/?a=CONFORMANCE_ORG_TOKEN'] },
  });
});
