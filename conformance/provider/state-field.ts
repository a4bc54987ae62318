/** The field `status` of resources for which the document names the states but not the field. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type Scenario, show } from './scenario.ts';

/** Capitals, and what stands between two words, make no other word. */
const plain = (word: string) => word.toLowerCase().replaceAll(/[\s-]/g, '_');

/**
 * Whether the field carries the state is only known once it has followed it: it has shown states that events announced
 * for the same resource. From then on, a word that is no state is one too many.
 */
export class StateField {
  readonly #states: readonly string[];
  readonly #followed = new Set<string>();
  #other: string | undefined;

  /** @param states all that the document names, and what else it calls them */
  constructor(states: readonly string[]) {
    this.#states = states;
  }

  /** @param announced the state that the resource was announced to be in last */
  see(shown: unknown, announced: string): void {
    if (typeof shown !== 'string' || shown === '') return;
    const word = plain(shown);
    if (word === announced) this.#followed.add(word);
    else if (!this.#states.includes(word)) this.#other ??= shown;
  }

  /** @param least how many states the field must have followed */
  judge(scenario: Scenario, requirement: RequirementId, least: number): void {
    if (this.#followed.size < least) {
      scenario.skip(requirement, 'The field status does not show the states of the events.');
      return;
    }
    const expected = `one of ${this.#states.join(', ')}`;
    scenario.require(requirement, this.#other === undefined, expected, show(this.#other));
  }
}
