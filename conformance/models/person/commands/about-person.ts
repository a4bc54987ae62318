/** Moves about one person, and what is asked for with them. */
import type { RequirementId } from '../../../../openapi/catalogue.ts';
import type { OperationId } from '../../../../openapi/description.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import type { OperationInput } from '../../../http/message.ts';
import type { Reading } from '../../../provider/reading.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import { pickFrom } from '../../about.ts';
import type { PersonBelief, PersonState, PersonWorld } from '../model.ts';

export const { about: aboutPerson, sameIn } = pickFrom<PersonWorld, PersonState, PersonBelief>(
  'person',
  ({ persons }) => persons,
);

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
