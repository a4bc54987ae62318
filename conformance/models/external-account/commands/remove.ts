import { succeeded } from '../../../actions/answers.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { type AccountMove, remove } from '../model.ts';
import { aboutAccount } from './about-account.ts';

/** Removes an account. */
export const removeAccount = (index: number): AccountMove =>
  aboutAccount(index, {
    verb: 'remove',
    among: () => true,
    act: async (scenario, { id }, { ground }) => {
      const answer = await scenario.send('removeExternalAccount', ground.tenant.caller, {
        path: { externalAccountId: id },
      });
      return (_, state, account) => {
        if (!succeeded(answer))
          throw new CaseEnded(`Removing an account was answered with ${answer.status}.`);
        remove(state, account);
      };
    },
  });
