/** The address and the keys come from the process that starts the server. */
import { configWith } from '../config-with.ts';
import { adapter } from './adapter.ts';

export default configWith(adapter, {
  payouts: [
    { accountName: 'Fail compliance', message: 'Rejected by compliance' },
    { accountName: 'Fail account', message: 'Invalid account' },
  ],
  address: { approve: 'auto-approve', reject: 'auto-reject' },
  principals: [
    { ssn: '000-00-0001', outcome: 'additional-information-needed' },
    { ssn: '000-00-0002', outcome: 'rejected' },
  ],
});
