import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { buildRecord } from './build-record.ts';
import { parseRecord, SelftestRecordSchema } from './record.ts';
import {
  deadWeight,
  misattributed,
  neverEvaluated,
  neverSeenBroken,
  percent,
  seenLast,
  seenPerThousand,
  seenWithin,
} from './record-summary.ts';
import schema from './selftest.schema.json' with { type: 'json' };
import { caught, facts, sampleRecord, sighting, trialOf } from './testing/sample-record.ts';

const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

describe('the record of a self-test', () => {
  test('counts the outcomes of faults, pairs and seeds', () => {
    const { totals, run } = sampleRecord;
    expect(run.complete).toBe(true);
    expect(totals).toMatchObject({
      passed: 5,
      failed: 2,
      faults: { caught: 2, unrepeatable: 0, misattributed: 1, missed: 1, errored: 0 },
      pairs: { caught: 1, failed: 0 },
      sound: { passed: 2, failed: 0, errored: 0 },
    });
  });

  test('counts a fault as attributed if a finding names a requirement that it breaks, and leaves out faults without a finding', () => {
    expect(sampleRecord.totals.attribution).toBe(2 / 3);
    expect(misattributed(sampleRecord).map(({ fault }) => fault)).toEqual(['params-missing']);
  });

  test('takes its medians over the faults that were caught', () => {
    expect(sampleRecord.totals.median).toEqual({
      requests: 50,
      millis: 400,
      steps: 3.5,
      durationMillis: 900,
    });
    expect(buildRecord([], facts).totals).toMatchObject({ median: null, attribution: null });
  });

  test('shows how soon each share of the caught faults was seen, and the faults seen last', () => {
    expect(seenWithin(sampleRecord, 0.5)).toEqual({ requests: 40, millis: 300 });
    expect(seenWithin(sampleRecord, 0.51)).toEqual({ requests: 60, millis: 500 });
    expect(seenWithin(sampleRecord, 1)).toEqual({ requests: 60, millis: 500 });
    expect(seenLast(sampleRecord).map(({ fault }) => fault)).toEqual([
      'balance-one-short-accepted',
      'page-zero-of-users-served',
    ]);
    expect(seenWithin(buildRecord([], facts), 0.9)).toBe(undefined);
  });

  test('counts the faults seen for each 1,000 requests', () => {
    expect(seenPerThousand(sampleRecord)).toBe(20);
    expect(seenPerThousand(buildRecord([], facts))).toBe(null);
  });

  test('counts for each check the faults tried, caught, caught alone and seen first', () => {
    const found = (id: string) => sampleRecord.checks.find((check) => check.id === id);
    expect(found('payroll.model')).toMatchObject({ caught: 1, alone: 0, first: 1 });
    expect(found('operations.parameters')).toMatchObject({ caught: 1, alone: 1, first: 1 });
  });

  test('calls a check dead weight if it was tried on all its faults and caught none', () => {
    const fault = 'balance-one-short-accepted';
    const trials = [trialOf(caught(fault, sighting('combined.model', 'PAYROLL-024')))];
    const only = facts.faults.filter(({ id }) => id === fault);
    expect(idsOf(deadWeight(buildRecord(trials, { ...facts, faults: only })))).toEqual(['payroll.model']);
    expect(deadWeight(buildRecord(trials, facts))).toEqual([]);
  });

  test('lists the requirements that a fault breaks and no finding named', () => {
    const fault = 'kyc-resubmission-not-announced';
    const only = facts.faults.filter(({ id }) => id === fault);
    const trials = [trialOf(caught(fault, sighting('kyc.model', 'KYC-025')))];
    const record = buildRecord(trials, { ...facts, faults: only });
    expect(idsOf(neverSeenBroken(record))).toEqual(['EVENT-019']);
  });

  test('keeps the lowest number of evaluations of a requirement in a sound run', () => {
    const least = new Map(sampleRecord.requirements.map((entry) => [entry.id, entry.leastEvaluations]));
    expect([least.get('PAYROLL-024'), least.get('USER-006')]).toEqual([5, 0]);
    expect(idsOf(neverEvaluated(sampleRecord))).toContain('USER-006');
  });

  test('is incomplete if a trial is missing', () => {
    const { run } = buildRecord([trialOf(caught('params-missing', sighting('a', 'ERR-002')))], facts);
    expect(run.complete).toBe(false);
  });
});

describe('selftest.json', () => {
  test('has a JSON Schema that is generated from its types', () => {
    expect(schema, 'npm run generate').toEqual(z.toJSONSchema(SelftestRecordSchema));
  });

  test('is valid against its JSON Schema, and is read back unchanged', () => {
    const ajv = new Ajv2020({ strict: true });
    // The CommonJS default export is typed as a namespace under nodenext.
    (addFormats as unknown as (target: Ajv2020) => void)(ajv);
    const text = JSON.stringify(sampleRecord);
    expect(ajv.validate(schema, JSON.parse(text)), ajv.errorsText()).toBe(true);
    expect(parseRecord(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ['{', /the text is not JSON.*give the selftest\.json/],
    ['{}', /schemaVersion.*give the selftest\.json/],
    [JSON.stringify({ ...sampleRecord, surprise: 1 }), /the root: Unrecognized key: "surprise"/],
  ])('%#: what cannot be read is named with its remedy', (text, message) => {
    expect(() => parseRecord(text)).toThrow(message);
  });
});

test.each([
  [1, '100 %'],
  [0.9999, '99.9 %'],
  [0.5, '50 %'],
])('a share of %d is written as %s', (share, text) => {
  expect(percent(share)).toBe(text);
});
