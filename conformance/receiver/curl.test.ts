import { expect, test } from 'vitest';
import { receiverScript } from './curl.ts';
import { dialects, standardWebhooks } from './dialect.ts';

const at = 1_774_915_200;
const exchange = (signature: string, timestamp = at) => ({
  request: {
    method: 'POST',
    url: 'http://localhost:3000/hooks',
    headers: { 'hook-id': 'e', 'hook-timestamp': String(timestamp), 'hook-signature': signature },
    body: `{"name":"D'Arc"}`,
  },
});
const scriptOf = (signature: string, timestamp = at, dialect = standardWebhooks) =>
  receiverScript(
    {
      requirement: 'RECEIVER-017',
      steps: [
        { label: 'deliver', phase: 'step', exchanges: [exchange(signature, timestamp)], deliveries: [] },
      ],
    },
    dialect,
    (headers) => headers['hook-signature'] === 'v1,sound',
    at,
  );

test.each<[what: string, script: string, has: readonly string[], hasNot: readonly string[]]>([
  [
    'a sound delivery is signed when the script runs',
    scriptOf('v1,sound'),
    ['at=$(($(date +%s) + 0))', `$(sign 'e' "$at" "$body")`, `body='{"name":"D'\\''Arc"}'`],
    ['v1,sound'],
  ],
  ['an old one is as old as it was', scriptOf('v1,sound', at - 345_600), ['date +%s) + -345600'], []],
  [
    'a forged one is sent as it was',
    scriptOf('v1,forged'),
    [`'hook-signature: v1,forged'`],
    ['sign ', 'openssl dgst'],
  ],
  ['an empty header is sent', scriptOf(''), [`'hook-signature;'`], []],
  [
    'what is signed otherwise is sent as it was',
    scriptOf('v1,sound', at, dialects[3] ?? standardWebhooks),
    ['v1,sound'],
    ['sign '],
  ],
])('%s', (_what, script, has, hasNot) => {
  for (const text of has) expect(script).toContain(text);
  for (const text of hasNot) expect(script).not.toContain(text);
});
