import { succeeded } from '../../../actions/answers.ts';
import { verificationFor } from '../../../actions/external-accounts.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { type AccountMove, verify } from '../model.ts';
import { aboutAccount } from './about-account.ts';

/** Tells what came with the micro-deposits of an account. */
export const verifyAccount = (index: number): AccountMove =>
  aboutAccount(index, {
    verb: 'verify',
    among: ({ status }) => status === 'needs_confirmation',
    act: async (scenario, { id, kind }, { ground }) => {
      const answer = await scenario.send('verifyExternalAccount', ground.tenant.caller, {
        path: { externalAccountId: id },
        body: verificationFor(kind),
      });
      return (reading, state, account) => {
        // A second verification at the same time finds nothing to verify.
        if (account.isVerified) return;
        if (!succeeded(answer)) throw new CaseEnded('What verifies an account is not known.');
        verify(reading, state, account);
      };
    },
  });
