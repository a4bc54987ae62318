/** A move about one person: which one it is, and whether it can be made. */
import type { RequirementId } from '../../../../openapi/catalogue.ts';
import type { OperationId } from '../../../../openapi/description.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import type { Reading, Settle } from '../../../engine/reading.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import type { OperationInput } from '../../../http/message.ts';
import type { PersonBelief, PersonMove, PersonState, PersonWorld } from '../model.ts';

interface AboutPerson {
  readonly verb: string;
  readonly possible: (person: PersonBelief, state: Readonly<PersonState>) => boolean;
  readonly describe: (person: PersonBelief, state: Readonly<PersonState>) => string;
  readonly act: (
    scenario: Scenario,
    person: PersonBelief & { readonly id: string },
    state: Readonly<PersonState>,
    world: PersonWorld,
  ) => Promise<Settle<PersonState>>;
}

/** @param index counts round among the persons, so that small numbers are simple. */
export function aboutPerson(index: number, { verb, possible, describe, act }: AboutPerson): PersonMove {
  const picked = ({ persons }: Readonly<PersonState>): PersonBelief => {
    const person = persons[index % persons.length];
    if (person === undefined) throw new Error(`${verb} was made without a person.`);
    return person;
  };
  return {
    name: `${verb}(${index})`,
    possible: (state) => possible(picked(state), state),
    describe: (state) => describe(picked(state), state),
    act: (scenario, state, world) => {
      const person = picked(state);
      return act(scenario, { ...person, id: world.ids.get(person.name) ?? '' }, state, world);
    },
  };
}

/** The same person in another copy of the state. */
export function sameIn({ persons }: PersonState, { name }: Pick<PersonBelief, 'name'>): PersonBelief {
  const found = persons.find((person) => person.name === name);
  if (found === undefined) throw new Error(`There is no person ${name}.`);
  return found;
}

/** What came of a request to move a person. */
export type Outcome = 'carried out' | 'refused' | 'failed';

/** Sends a move of a person; the document shows none of these operations, so a status is read for what it says only. */
export async function request(
  scenario: Scenario,
  { ground, understood }: PersonWorld,
  id: OperationId,
  input: OperationInput,
): Promise<{ readonly outcome: Outcome; readonly status: number }> {
  const { status } = await scenario.send(id, ground.tenant.caller, input);
  if (status >= 200 && status <= 299) {
    understood.add(id);
    return { outcome: 'carried out', status };
  }
  const isRefusal = status >= 400 && status <= 499 && status !== 429;
  // Until the target has carried it out once, it may not know what was sent.
  return { outcome: isRefusal && understood.has(id) ? 'refused' : 'failed', status };
}

/** Holds a request to what the table of the states says: in this state it moves the person. */
export function mustMove(
  reading: Reading,
  requirement: RequirementId,
  { outcome, status }: { readonly outcome: Outcome; readonly status: number },
  expected: string,
): void {
  if (outcome === 'failed') throw new CaseEnded(`What this case relies on was answered with ${status}.`);
  reading.mustHold(requirement, outcome === 'carried out', expected, `the answer ${status}`);
}
