import { attempt } from '../../../actions/answers.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { idIn } from '../../about.ts';
import { complete, type PersonMove } from '../model.ts';
import { aboutPerson, sameIn } from './about-person.ts';

/** Completes an exit that is pending. */
export const completeExit = (index: number): PersonMove =>
  aboutPerson(index, {
    verb: 'complete',
    possible: ({ phase }) => phase === 'pending',
    describe: ({ name, exit }) => `complete the exit of person ${name} on ${exit?.exitDate}`,
    act: async (scenario, completed, _, { ids }) => {
      const isDone = await attempt(() =>
        scenario.control('completeOffboarding')(scenario.controlSend, idIn(ids, completed)),
      );
      return (reading, state) => {
        const person = sameIn(state, completed);
        if (person.phase !== 'pending') return;
        if (!isDone) throw new CaseEnded(`The exit of person ${person.name} could not be completed.`);
        complete(reading, state, person, 'lever');
      };
    },
  });
