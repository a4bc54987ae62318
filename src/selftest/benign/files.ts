/** Ids of files that nobody uploaded, outside of the verification of users. */
import type { FaultOverrides } from '../../../reference-server/faults/fault.ts';
import { kybRules } from '../../../reference-server/resources/kyb/rules.ts';
import { reimbursementRules } from '../../../reference-server/resources/reimbursements/rules.ts';
import { transactionRules } from '../../../reference-server/resources/transactions/rules.ts';
import type { BusinessState } from '../../../reference-server/state/business-state.ts';
import { notFound } from '../../../reference-server/state/refusal.ts';
import type { BenignGroup } from './variant.ts';

/** A server that does as `unknown` says where a request names a file that is not there. */
function asking(unknown: () => void): FaultOverrides {
  const isThere = ({ files }: BusinessState, fileId: string) => {
    const found = files.some(({ id }) => id === fileId);
    if (!found) unknown();
    return found;
  };
  return {
    rules: {
      kyb: {
        submit(state, { registrationFileId, ...rest }, context) {
          const file = registrationFileId;
          const given = file !== undefined && isThere(state, file) && { registrationFileId: file };
          return kybRules.submit(state, { ...rest, ...given }, context);
        },
      },
      reimbursements: {
        create(state, { input: { receiptFileId: file, ...rest }, ...command }, context) {
          const given = file !== undefined && isThere(state, file) && { receiptFileId: file };
          return reimbursementRules.create(state, { ...command, input: { ...rest, ...given } }, context);
        },
      },
      transactions: {
        provideInformation(state, { input: { fileIds = [], ...rest }, ...command }, context) {
          const known = fileIds.filter((fileId) => isThere(state, fileId));
          const message = known.length < fileIds.length && { message: 'see the file' };
          const input = { ...message, ...rest, fileIds: known };
          return transactionRules.provideInformation(state, { ...command, input }, context);
        },
      },
    },
  };
}

export const fileVariants: BenignGroup = {
  checks: /^(bodies|kyb|reimbursements?|transaction)\./,
  variants: {
    'a file outside of the verification of users that nobody looks up': {
      interpretations: [68],
      overrides: asking(() => {}),
    },
    'a file outside of the verification of users that is not found': {
      interpretations: [68],
      overrides: asking(() => {
        throw notFound();
      }),
    },
  },
};
