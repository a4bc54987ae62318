import { expect, test } from 'vitest';
import { sampleRecord } from '../../proof/selftest/testing/sample-record.ts';
import { adapterFigures, adapterSection } from './selftest-adapter.ts';

test('says how many faults are hidden, and names each with what excused it', () => {
  const section = adapterSection(adapterFigures(sampleRecord));
  const { faults } = sampleRecord;
  const hidden = faults.filter(({ status }) => status === 'missed' || status === 'errored');
  expect(section).toContain(`| Hidden | ${hidden.length} of ${faults.length} (`);
  for (const { fault } of hidden) expect(section).toContain(`| \`${fault}\` `);
});
