/** One event that its receiver refuses, followed over the retry schedule. Section "Limits" of the interface document. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { advance, type Tenant } from '../actions/tenant.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Endpoint, type Scenario, show } from '../engine/scenario.ts';
import { envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';
import type { Delivery } from '../webhooks/receiver.ts';
import { retries, windowsOf } from './retry-schedule.ts';

export const isAbout = (delivery: Pick<Delivery, 'json'>, type: string, payrollId: string) => {
  const { eventType, data } = envelopeOf(delivery);
  return eventType === type && data?.id === payrollId;
};

/** Timestamps may be a little off the clock that the suite reads. */
const slackSeconds = 5;

export function requireTime(
  scenario: Scenario,
  requirement: 'HOOK-006' | 'HOOK-009',
  value: unknown,
  { from, to }: { from: number; to: number },
): void {
  const seconds = Number(value);
  scenario.require(requirement, seconds >= from - slackSeconds && seconds <= to + slackSeconds, {
    expected: from === to ? `the time of the attempt, ${from}` : `a time from ${from} to ${to}`,
    actual: show(value),
  });
}

/** Delivers one event to an endpoint that refuses it as often as asked, and follows the schedule. */
export class RetriedDelivery {
  readonly #scenario: Scenario;
  readonly #tenant: Tenant;
  readonly #endpoint: Endpoint;
  readonly #payrollId: string;
  /** Time of the business, in Unix seconds. */
  #now: number;
  /** When the last attempt was made. */
  #attemptedAt: number;
  #judged = 0;
  /** Classes of status (3 for 3xx) that were seen to be retried. */
  readonly #retried = new Set<number>();

  constructor(scenario: Scenario, tenant: Tenant, endpoint: Endpoint, payrollId: string, now: number) {
    this.#scenario = scenario;
    this.#tenant = tenant;
    this.#endpoint = endpoint;
    this.#payrollId = payrollId;
    this.#now = now;
    this.#attemptedAt = now;
  }

  get attempts(): readonly Delivery[] {
    return this.#endpoint.channel.deliveries.filter((delivery) =>
      isAbout(delivery, 'payroll.status.updated', this.#payrollId),
    );
  }

  get now(): number {
    return this.#now;
  }

  /** Moves the clock and evaluates every attempt that came on the way. */
  async advance(seconds: number): Promise<void> {
    const from = this.#now;
    this.#now = await advance(this.#scenario, this.#tenant, seconds);
    const [first] = this.attempts;
    for (const attempt of this.attempts.slice(this.#judged)) {
      this.#judged += 1;
      const timestamp = Number(attempt.headers['hook-timestamp']);
      requireTime(this.#scenario, 'HOOK-009', timestamp, { from, to: this.#now });
      // The clock says between which two moments it came; within them, the header says when.
      this.#attemptedAt = Math.min(this.#now, Math.max(from, timestamp || this.#now));
      if (first === undefined || attempt === first) continue;
      const [id, firstId] = [envelopeOf(attempt).id, envelopeOf(first).id];
      const sameHeader = attempt.headers['hook-id'] === first.headers['hook-id'];
      this.#scenario.require('HOOK-005', id === firstId && sameHeader, {
        expected: `the id ${show(firstId)} of the first attempt, in the envelope and in hook-id`,
        actual: `the id ${show(id)} and hook-id ${show(attempt.headers['hook-id'])}`,
      });
      inspectDelivery(this.#scenario, attempt, this.#endpoint.secret);
    }
  }

  /**
   * Follows the retry that comes after so many attempts, at the times that the document allows.
   *
   * @param answered what the attempt before was answered with.
   */
  async expectRetry(index: number, answered: number): Promise<void> {
    const retry = retries[index];
    if (retry === undefined) throw new Error(`The schedule has no retry ${index + 1}`);
    const failedAt = this.#attemptedAt;
    const before = this.attempts.length;
    const arrived = () => this.attempts.length - before;
    const elapsed = () => this.#now - failedAt;
    const kind = Math.floor(answered / 100);
    this.#scenario.step(`wait for retry ${index + 1}, due ${retry.delay} seconds after the failure`);
    for (const { from, to } of windowsOf(index)) {
      await this.advance(Math.max(0, from - elapsed()));
      this.#require(
        retry.requirement,
        arrived() === 0,
        retry.delay,
        `one after ${elapsed()} seconds or less`,
      );
      await this.advance(to - elapsed());
      this.#require(retry.requirement, arrived() <= 1, retry.delay, `${arrived()} retries by then`);
      if (arrived() === 1) {
        this.#require('HOOK-012', true, retry.delay, '');
        this.#retried.add(kind);
        return;
      }
    }
    const late = `none within ${elapsed()} seconds`;
    this.#scenario.step('advance the clock by three days');
    await this.advance(3 * 86_400);
    // Statuses like this one were retried before: then it is the schedule that is broken.
    const ignored = arrived() === 0 && !this.#retried.has(kind);
    this.#require(
      ignored ? 'HOOK-012' : retry.requirement,
      false,
      retry.delay,
      `${late} of the answer ${answered}`,
    );
  }

  #require(requirement: RequirementId, holds: boolean, delay: number, actual: string): void {
    if (this.#scenario.require(requirement, holds, { expected: `a retry after ${delay} seconds`, actual }))
      return;
    throw new CaseEnded('The schedule went its own way.');
  }
}
