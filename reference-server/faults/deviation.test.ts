import { describe, expect, test } from 'vitest';
import { beneficiaryFaults } from './beneficiaries.ts';
import { beneficiaryFieldFaults } from './beneficiary-fields.ts';
import { contractFieldFaults } from './contract-fields.ts';
import { contractFaults } from './contracts.ts';
import { customFieldFaults } from './custom-fields.ts';
import type { Fault } from './fault.ts';
import { invoiceFieldFaults } from './invoice-fields.ts';
import { invoiceFaults } from './invoices.ts';
import { kybFaults } from './kyb.ts';
import { payoutExportFaults } from './payout-export.ts';
import { payoutFieldFaults } from './payout-fields.ts';
import { payoutFaults } from './payouts.ts';
import { reimbursementFaults } from './reimbursements.ts';
import { taxFaults } from './tax.ts';
import { conversations } from './testing/conversations.ts';
import { transcriptOf } from './testing/transcript.ts';
import { userTokenFaults } from './user-tokens.ts';
import { virtualAccountFaults } from './virtual-accounts.ts';

const sound = new Map<Fault['area'], Promise<readonly string[]>>();

function transcriptsOf(area: Fault['area'], fault?: Fault): Promise<readonly string[]> {
  return Promise.all((conversations[area] ?? []).map((conversation) => transcriptOf(conversation, fault)));
}

function soundTranscripts(area: Fault['area']): Promise<readonly string[]> {
  const known = sound.get(area) ?? transcriptsOf(area);
  sound.set(area, known);
  return known;
}

describe('the sound server', () => {
  test.each(Object.keys(conversations) as Fault['area'][])('says the same twice about %s', async (area) => {
    const [one, other] = await Promise.all([soundTranscripts(area), transcriptsOf(area)]);
    expect(one).toEqual(other);
    expect(one.join('\n')).not.toMatch(/internal_error/);
  });
});

/** That each of these differs from the sound server is not obvious from its code. */
const faults: readonly Fault[] = [
  ...userTokenFaults,
  ...customFieldFaults,
  ...kybFaults,
  ...beneficiaryFieldFaults,
  ...beneficiaryFaults,
  ...payoutFieldFaults,
  ...payoutFaults,
  ...payoutExportFaults,
  ...contractFieldFaults,
  ...contractFaults,
  ...invoiceFieldFaults,
  ...invoiceFaults,
  ...reimbursementFaults,
  ...taxFaults,
  ...virtualAccountFaults,
];

test.each(faults)('$id can be seen', async (fault) => {
  expect(await transcriptsOf(fault.area, fault)).not.toEqual(await soundTranscripts(fault.area));
});
