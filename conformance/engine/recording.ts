/**
 * The conversation of one case, as numbered steps. Most cases are never shown, so messages are only formatted when the
 * steps are read.
 */
import type { Exchange, ReceivedDelivery, Step } from './finding.ts';

interface OpenStep {
  label: string;
  phase: Step['phase'];
  believed?: string;
  exchanges: (() => Exchange)[];
  deliveries: (() => ReceivedDelivery)[];
}

export class Recording {
  readonly #steps: OpenStep[] = [];

  open(phase: Step['phase'], label: string, believed?: string): void {
    this.#steps.push({
      label,
      phase,
      ...(believed !== undefined && { believed }),
      exchanges: [],
      deliveries: [],
    });
  }

  /** Forgets the steps so far, but keeps the set-up: the next steps do not depend on them. */
  restart(): void {
    this.#steps.splice(0, this.#steps.length, ...this.#steps.filter(({ phase }) => phase === 'setup'));
  }

  exchange(shown: () => Exchange): void {
    this.#current().exchanges.push(shown);
  }

  delivery(shown: () => ReceivedDelivery): void {
    this.#current().deliveries.push(shown);
  }

  /** Label of the step that is going on. */
  get label(): string {
    return this.#current().label;
  }

  get steps(): readonly Step[] {
    return this.#steps.map(({ exchanges, deliveries, ...step }) => ({
      ...step,
      exchanges: exchanges.map((shown) => shown()),
      deliveries: deliveries.map((shown) => shown()),
    }));
  }

  #current(): OpenStep {
    if (this.#steps.length === 0) this.open('setup', 'set-up');
    // The line above ensures that there is one.
    return this.#steps.at(-1) as OpenStep;
  }
}
