import { dateAfter } from '../../../actions/payroll.ts';
import { events, type PersonMove, schedule } from '../model.ts';
import { aboutPerson, mustMove, request, sameIn } from './about-person.ts';

/** Schedules the exit of a person who is active. */
export function scheduleExit(index: number, days: number, reason: string): PersonMove {
  return {
    ...aboutPerson(index, {
      verb: 'schedule',
      possible: ({ phase }) => phase === 'active',
      describe: ({ name }, { common }) =>
        `schedule the exit of person ${name} for ${dateAfter(common.now, days)}, ${reason}`,
      act: async (scenario, scheduled, { common }, world) => {
        const body = { exitDate: dateAfter(common.now, days), reason };
        const answer = await request(scenario, world, 'scheduleOffboarding', {
          path: { personId: scheduled.id },
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
          // Whether an exit that is pending can be moved, and whether that is announced, is not shown.
          const { exit } = person;
          const isSame = exit?.exitDate === body.exitDate && exit.reason === body.reason;
          if (exit === undefined || isSame || answer.outcome !== 'carried out') return;
          const outcome = reading.choose(['left alone', 'moved and announced', 'moved']);
          if (outcome === 'left alone') return;
          person.exit = { ...body, since: exit.since };
          if (outcome === 'moved') return;
          const { type } = events.scheduled;
          state.owed.push({ type, name: person.name, exitDates: [body.exitDate], reason });
        };
      },
    }),
    name: `schedule(${index}, ${days}, ${reason})`,
  };
}
