import { configWith } from '../config-with.ts';
import { adapter } from './adapter.ts';

export default configWith(adapter, {
  payouts: [
    { accountName: 'Reject Compliance', message: 'Rejected by compliance' },
    { accountName: 'Invalid Account', message: 'Invalid account number' },
    { accountName: 'Closed Account', message: 'Account closed' },
  ],
  address: { approve: 'auto-approve', reject: 'auto-reject' },
  principals: [
    { ssn: '000-00-0001', outcome: 'additional-information-needed' },
    { ssn: '000-00-0002', outcome: 'rejected' },
  ],
});
