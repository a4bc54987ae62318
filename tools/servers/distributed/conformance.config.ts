/** The address and the keys come from the process that starts the server. */
import { configWith } from '../config-with.ts';
import { adapter } from './adapter.ts';

export default configWith(adapter, {
  payouts: [
    { accountName: 'SIMULATE COMPLIANCE REJECTION', message: 'Rejected by compliance' },
    { accountName: 'SIMULATE CLOSED ACCOUNT', message: 'Beneficiary account is closed' },
  ],
  address: { approve: 'auto-approve', reject: 'auto-decline' },
  principals: [
    { ssn: '000-00-1001', outcome: 'additional-information-needed' },
    { ssn: '000-00-1002', outcome: 'rejected' },
  ],
});
