import { dateAfter } from '../../../actions/payroll.ts';
import { idIn } from '../../about.ts';
import { events, type PersonMove, schedule, scheduleAgain } from '../model.ts';
import { aboutPerson, mustMove, request, sameIn } from './about-person.ts';

/** Schedules the exit of a person who is active, with an exit pending or not. */
export function scheduleExit(index: number, days: number, reason: string): PersonMove {
  return {
    ...aboutPerson(index, {
      verb: 'schedule',
      possible: ({ phase }) => phase !== 'former',
      describe: ({ name, phase }, { common }) =>
        `schedule the exit of person ${name} ${phase === 'pending' ? 'again, ' : ''}for ${dateAfter(common.now, days)}, ${reason}`,
      act: async (scenario, scheduled, { common }, world) => {
        const body = { exitDate: dateAfter(common.now, days), reason };
        const answer = await request(scenario, world, 'scheduleOffboarding', {
          path: { personId: idIn(world.ids, scheduled) },
          body,
        });
        return (reading, state) => {
          const person = sameIn(state, scheduled);
          if (person.phase === 'active') {
            const expected = `the exit of person ${person.name}, who is active, to be scheduled`;
            mustMove(reading, events.scheduled.sent, answer, expected);
            schedule(reading, state, person, body);
            return;
          }
          if (answer.outcome === 'refused' && person.phase === 'pending') state.refusesRepeats = true;
          if (answer.outcome === 'carried out') scheduleAgain(reading, state, person, body);
        };
      },
    }),
    name: `schedule(${index}, ${days}, ${reason})`,
  };
}
