import { openUser } from '../../../actions/people.ts';
import { nameOf } from '../../ground.ts';
import { freshUser, type KycMove } from '../model.ts';

const mostUsers = 3;

/** Adds a user to the business, whose verification has nothing to do with that of the others. */
export const addUser: KycMove = {
  name: 'add a user',
  possible: ({ users }) => users.length < mostUsers,
  describe: ({ users }) => `add user ${nameOf(users.length)}`,
  act: async (scenario, _, { ground, ids }) => {
    ids.push(await openUser(scenario, ground.tenant));
    return (_, state) => {
      state.users.push(freshUser(nameOf(state.users.length)));
    };
  },
};
