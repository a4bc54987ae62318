import { expect, test } from 'vitest';
import { sampleRecord } from '../../proof/selftest/testing/sample-record.ts';
import { selftestAdapterPage } from './selftest-adapter-page.ts';

test('says how many faults are hidden, and names each with what excused it', () => {
  const page = selftestAdapterPage(sampleRecord);
  const { faults } = sampleRecord;
  const hidden = faults.filter(({ status }) => status === 'missed' || status === 'errored');
  expect(page).toContain(`| Hidden | ${hidden.length} of ${faults.length} (`);
  for (const { fault } of hidden) expect(page).toContain(`| \`${fault}\` `);
});
