/** The tools with which the seed data is created. */

import type { OperationId } from '../../openapi/description.ts';
import type { operations } from '../../openapi/generated/types.ts';
import type { Controls } from '../control/operations.ts';
import type { AnswerBody, DirectCaller, DirectRequest } from '../http/operations.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { dateAt, secondsPerDay } from '../state/dates.ts';

/** Currency of all amounts. */
export const currency = 'USD';

export interface SeedParts {
  readonly service: Service;
  readonly operations: DirectCaller;
  /** Controls for the actions of the outside world. */
  readonly controls: Controls;
}

/** Gives content to one business. */
export class Seeder {
  readonly businessId: string;
  readonly controls: Controls;
  readonly environment: 'sandbox' | 'production';
  readonly #operations: DirectCaller;
  readonly #today: number;

  private constructor({ service, operations, controls }: SeedParts, businessId: string, today: number) {
    this.businessId = businessId;
    this.controls = controls;
    this.environment = service.environment;
    this.#operations = operations;
    this.#today = today;
  }

  static async of(parts: SeedParts, businessId: string): Promise<Seeder> {
    const { business } = await readBusiness(parts.service, businessId);
    return new Seeder(parts, businessId, parts.service.clock.now(business));
  }

  /** Sends a call about the business; see `DirectCaller.call`. */
  call<Id extends OperationId>(id: Id, request?: DirectRequest<operations[Id]>): Promise<AnswerBody<Id>> {
    return this.#operations.call(this.businessId, id, request);
  }

  /** The day that is a number of days after today, in UTC on the clock of the business. */
  day(offset: number): string {
    return dateAt(this.#today + offset * secondsPerDay);
  }
}

/** The id in an answer, which the description need not promise. */
export function idOf(answer: { readonly id?: string } | undefined): string {
  if (answer?.id === undefined) throw new Error('An answer to the seed data has no id');
  return answer.id;
}
