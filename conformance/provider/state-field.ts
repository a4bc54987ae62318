/** The field `status` of resources for which the document names the states but not the field. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { show } from './response.ts';
import type { Scenario } from './scenario.ts';

/** Upper case and the separator of words make no difference. */
const plain = (word: string) => word.toLowerCase().replaceAll(/[\s-]/g, '_');

/**
 * Whether the field carries the state is only known once it has shown states that events announced for the same resource.
 * From then on, every word that is no state is a violation.
 */
export class StateField {
  readonly #states: readonly string[];
  readonly #followed = new Set<string>();
  #other: string | undefined;

  /** @param states all documented states, and the other words for them */
  constructor(states: readonly string[]) {
    this.#states = states;
  }

  /** @param announced the last state that an event announced for the resource */
  see(shown: unknown, announced: string): void {
    if (typeof shown !== 'string' || shown === '') return;
    const word = plain(shown);
    if (word === announced) this.#followed.add(word);
    else if (!this.#states.includes(word)) this.#other ??= shown;
  }

  /** @param least how many announced states the field must have shown */
  judge(scenario: Scenario, requirement: RequirementId, least: number): void {
    if (this.#followed.size < least) {
      scenario.skip(requirement, 'The field status does not show the states of the events.');
      return;
    }
    const expected = `one of ${this.#states.join(', ')}`;
    scenario.require(requirement, this.#other === undefined, expected, show(this.#other));
  }
}
