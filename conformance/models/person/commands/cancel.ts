import { idIn } from '../../about.ts';
import { cancel, events, type PersonMove } from '../model.ts';
import { aboutPerson, mustMove, request, sameIn } from './about-person.ts';

/** Cancels an exit that is pending. */
export const cancelExit = (index: number): PersonMove =>
  aboutPerson(index, {
    verb: 'cancel',
    possible: ({ phase }) => phase === 'pending',
    describe: ({ name, exit }) => `cancel the exit of person ${name} on ${exit?.exitDate}`,
    act: async (scenario, cancelled, _, world) => {
      const path = { personId: idIn(world.ids, cancelled) };
      const answer = await request(scenario, world, 'cancelOffboarding', { path });
      return (reading, state) => {
        const person = sameIn(state, cancelled);
        // There is nothing to cancel any more; what that is answered with is not shown.
        if (person.phase !== 'pending') return;
        mustMove(reading, events.cancelled.sent, answer, `the exit of person ${person.name} to be cancelled`);
        cancel(reading, state, person);
      };
    },
  });
