import { idIn } from '../../about.ts';
import { events, type PersonMove, reinstate } from '../model.ts';
import { aboutPerson, mustMove, request, sameIn } from './about-person.ts';

/** Reinstates a former person. */
export const reinstatePerson = (index: number): PersonMove =>
  aboutPerson(index, {
    verb: 'reinstate',
    possible: ({ phase }) => phase === 'former',
    describe: ({ name }) => `reinstate person ${name}`,
    act: async (scenario, reinstated, _, world) => {
      const path = { personId: idIn(world.ids, reinstated) };
      const answer = await request(scenario, world, 'reinstatePerson', { path });
      return (reading, state) => {
        const person = sameIn(state, reinstated);
        if (person.phase !== 'former') return;
        mustMove(
          reading,
          events.reinstated.sent,
          answer,
          `person ${person.name}, a former one, to be reinstated`,
        );
        reinstate(reading, state, person);
      };
    },
  });
