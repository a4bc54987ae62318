import { type Action, type ComponentName, decided, review } from '../../../actions/kyc.ts';
import { become, inWords, type KycMove, latestDocument, mayRepeat } from '../model.ts';
import { aboutUser, sameIn } from './about-user.ts';

/** Decides one component of a user, in any state. */
export const decide = (index: number, action: Action, type: ComponentName): KycMove =>
  aboutUser(index, {
    verb: `${action} ${type}`,
    possible: () => true,
    describe: (user) => `${action} the ${type} of user ${user.name}, which is ${inWords(user[type].status)}`,
    act: async (scenario, { user: reviewed, id }, _, { ground }) => {
      await review(scenario, ground.tenant.caller, id, action, type);
      return (reading, state) => {
        const user = sameIn(state, reviewed);
        const isOutcome = type === 'identity' && user.renewing === true;
        const other = user[type === 'identity' ? 'address' : 'identity'];
        reading.took(`kyc/review-${action}-${user[type].status}`, `${type} of ${user.name}`);
        reading.heldBack(`kyc/review-${action}-${other.status}`);
        become(state, user, type, decided[action], {
          owedTo: [action === 'approve' ? 'KYC-017' : 'KYC-018'],
          rule: isOutcome ? 'EXPIRY-011' : 'KYC-020',
          always: isOutcome,
        });
        mayRepeat(other);
        state.cause = 'review';
        const document = latestDocument(user);
        if (isOutcome && action === 'reject' && document !== undefined) document.disputed = true;
      };
    },
  });
