/** Ties the person model to the transitions of openapi/state-machines/person.yaml. */
import { createPerson } from '../../actions/payroll.ts';
import type { Check } from '../../provider/check.ts';
import { nameOf } from '../ground.ts';
import { modelOf, type Part } from '../part.ts';
import { personMoves, personWays } from './commands.ts';
import { type PersonBelief, type PersonState, type PersonWorld, showPersons } from './model.ts';
import { look } from './observe.ts';

const names = [0, 1].map(nameOf);

export const personPart: Part<PersonWorld, PersonState> = {
  open: async (scenario, { ground, common }) => {
    const ids = new Map<string, string>();
    scenario.setup(`create the persons ${names.join(' and ')}`);
    for (const name of names) ids.set(name, await createPerson(scenario, ground.tenant.caller));
    const persons = names.map((name): PersonBelief => ({ name, phase: 'active', pastExits: [] }));
    return {
      world: { ground, ids, understood: new Set() },
      state: {
        common,
        persons,
        refusesRepeats: false,
        seenAt: common.now,
        hearing: { heard: [], expected: [] },
      },
    };
  },
  moves: personMoves,
  ways: personWays,
  look,
  show: showPersons,
};

export const personModel: Check = modelOf(personPart, {
  id: 'person.model',
  title: 'Random sequences of exits that are scheduled, cancelled and completed are announced one by one',
  covers: [
    'LIFECYCLE-001',
    'LIFECYCLE-003',
    'LIFECYCLE-005',
    'LIFECYCLE-007',
    'LIFECYCLE-009',
    'EVENT-010',
    'EVENT-011',
    'EVENT-012',
    'EVENT-013',
    'HOOK-013',
  ],
  needs: ['create-person', 'schedule-offboarding', 'webhooks'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 2),
});
