import { describe, expect, it } from 'vitest';
import { requirements } from '../../openapi/catalogue.ts';
import { parseKnownFailures } from './known-failures.ts';

const parse = (value: unknown) =>
  parseKnownFailures(value, {
    list: 'flaky',
    file: 'known.yaml',
    requirements,
    checks: [{ id: 'custom-fields.rename' }],
    checksList: 'checks',
  });
const entry = { requirement: 'FIELD-002', reason: 'Repaired in March.' };

describe('a list of known failures', () => {
  it('is read as written, and may be empty', () => {
    expect(parse([])).toEqual([]);
    const full = { ...entry, check: 'custom-fields.rename', expires: '2026-03-31' };
    expect(parse([full, { ...entry, requirement: 'FIELD-001' }])).toEqual([
      { list: 'flaky', ...full },
      { list: 'flaky', ...entry, requirement: 'FIELD-001' },
    ]);
  });

  it.each([
    [
      'an unknown requirement',
      [{ ...entry, requirement: 'FIELD-999' }],
      'no requirement "FIELD-999". Did you mean',
    ],
    [
      'one of another catalogue',
      [{ ...entry, requirement: 'RECEIVER-001' }],
      'no requirement "RECEIVER-001"',
    ],
    ['an unknown check', [{ ...entry, check: 'custom-field.rename' }], 'Did you mean custom-fields.rename?'],
    ['no reason', [{ requirement: 'FIELD-002' }], 'known.yaml: entry 1.reason:'],
    ['an empty reason', [entry, { ...entry, reason: ' ' }], 'known.yaml: entry 2.reason: say why it fails'],
    ['an unknown key', [{ ...entry, mood: 'good' }], 'known.yaml: entry 1: '],
    ['an impossible day', [{ ...entry, expires: '2026-02-30' }], 'must be a day such as 2026-03-31'],
    ['the same twice', [entry, entry], 'FIELD-002 is listed twice'],
    ['no list', entry, 'write a list of entries'],
  ])('is refused with %s', (_, value, message) => {
    expect(() => parse(value)).toThrow(message);
  });
});
