import { describe, expect, test } from 'vitest';
import { buildRecord } from '../../proof/selftest/build-record.ts';
import { facts, sampleRecord } from '../../proof/selftest/testing/sample-record.ts';
import { adapterFigures } from './selftest-adapter.ts';
import { selftestFigures, selftestPage } from './selftest-page.ts';

const standard = { faults: 'standard', sound: 'standard' } as const;
const other = { ...sampleRecord, run: { ...sampleRecord.run, profiles: standard } };

describe('the page of the self-test', () => {
  const page = selftestPage(selftestFigures([sampleRecord, other]), adapterFigures(sampleRecord));

  test.each([
    ['a column for each profile', /\n\| {2}\| `smoke` \| `standard` \|\n/],
    ['what was caught', /\n\| Faults caught \| 2 of 4 \(50 %\) \|/],
    ['how soon', /\n\| Until a fault is seen, median \| 50 requests, 400 ms \|/],
    ['how soon most are', /\n\| Nine of ten faults are seen within \| 60 requests, 500 ms \|/],
    ['what the requests come to', /\n\| Faults seen for each 1,000 requests \| 20\.0 \|/],
    ['how soon a share was seen', /\n\| 50 % \| 40 \| 300 ms \|\n/],
    [
      'which were seen last',
      /\n\| `balance-one-short-accepted` [^|]+ \| 60 \| 500 ms \| `payroll\.model` \|\n/,
    ],
    [
      'version, date and machine',
      /`smoke`: .* 9\.9\.9, 2026-01-02 03:04:05 UTC, .* on 2 cores \(Sample CPU\)/,
    ],
    ['what was not caught', /\n- `params-missing` .* misattributed: found ERR-001/],
    [
      'what was not evaluated, with a link',
      /\n- \[USER-006\]\(\.\.\/openapi\/requirements\/persons\.yaml\) /,
    ],
  ])('says %s', (_, text) => {
    expect(page).toMatch(text);
  });

  test('says of an interrupted self-test that it is', () => {
    expect(selftestFigures([buildRecord([], facts)]).madeWith[0]).toContain('**Interrupted');
  });
});
