/** What a check has counted: evaluations, reasons, coverage. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Coverage } from './events.ts';

const increment = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

export class Tally {
  requests = 0;
  readonly evaluations: Partial<Record<RequirementId, number>> = {};
  readonly notExercised: Partial<Record<RequirementId, string>> = {};
  readonly #operations: Record<string, Record<string, number>> = {};
  readonly #transitions: Record<string, number> = {};
  readonly #events: Record<string, number> = {};

  evaluated(requirement: RequirementId): void {
    increment(this.evaluations, requirement);
  }

  /** The first reason is kept. */
  skipped(requirement: RequirementId, reason: string): void {
    this.notExercised[requirement] ??= reason;
  }

  operation(id: string, status: number): void {
    this.#operations[id] ??= {};
    increment(this.#operations[id], String(status));
  }

  transition(id: string): void {
    increment(this.#transitions, id);
  }

  event(type: string): void {
    increment(this.#events, type);
  }

  get coverage(): Coverage {
    return { operations: this.#operations, transitions: this.#transitions, events: this.#events };
  }
}
