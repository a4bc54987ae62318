/** The values by which the sandbox of our reference server decides (interpretations 67, 81 and 93). */
import type { Sentinels } from '../../conformance/target/sentinels.ts';

export const referenceSentinels: Sentinels = {
  payouts: [
    { accountName: 'fail-compliance', message: 'Rejected by compliance' },
    { accountName: 'fail-account-closed', message: 'The account is closed' },
  ],
  address: { approve: 'auto-approve', reject: 'auto-reject' },
  principals: [
    { ssn: '000-00-0001', outcome: 'additional-information-needed' },
    { ssn: '000-00-0002', outcome: 'rejected' },
  ],
};
