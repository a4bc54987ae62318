import { webhookRules } from '../webhooks/rules.ts';
import type { Fault } from './fault.ts';
import { webhooks } from './tools.ts';

type Row = [
  nth: string,
  id: string,
  breaks: Fault['breaks'],
  failures: number,
  delaySeconds: number,
  wrong: string,
];

/** A wrong delay for each retry; some are too short, some too long. */
const rows: Row[] = [
  ['first', 'first-retry-after-10-seconds', ['RETRY-001'], 1, 10, '10 seconds instead of 5'],
  ['second', 'second-retry-after-4-minutes', ['RETRY-002'], 2, 240, '4 minutes instead of 5'],
  ['third', 'third-retry-after-20-minutes', ['RETRY-003'], 3, 1200, '20 minutes instead of 30'],
  ['fourth', 'fourth-retry-after-1-hour', ['RETRY-004'], 4, 3600, 'one hour instead of two'],
  ['fifth', 'fifth-retry-after-6-hours', ['RETRY-005'], 5, 21_600, '6 hours instead of 5'],
  ['sixth', 'sixth-retry-after-12-hours', ['RETRY-006'], 6, 43_200, '12 hours instead of 10'],
  ['seventh', 'seventh-retry-after-20-hours', ['RETRY-007'], 7, 72_000, '20 hours instead of 24'],
];

const delays = (change: (failures: number) => number | undefined) => webhooks({ retryDelaySeconds: change });

export const retryFaults: readonly Fault[] = [
  ...rows.map(
    ([nth, id, breaks, failures, delaySeconds, wrong]): Fault => ({
      id,
      title: `The ${nth} retry follows after ${wrong}.`,
      area: 'retry',
      breaks,
      overrides: delays((made) => (made === failures ? delaySeconds : webhookRules.retryDelaySeconds(made))),
    }),
  ),
  {
    id: 'seventh-retry-missing',
    title: 'A receiver that is down for a day loses its events.',
    area: 'retry',
    breaks: ['RETRY-007'],
    overrides: delays((made) => (made === 7 ? undefined : webhookRules.retryDelaySeconds(made))),
  },
  {
    id: 'eighth-retry-made',
    title: 'A receiver gets an event again after it should have been given up.',
    area: 'retry',
    breaks: ['RETRY-008', 'RETRY-009'],
    overrides: delays((made) => (made === 8 ? 86_400 : webhookRules.retryDelaySeconds(made))),
  },
  {
    id: 'given-up-webhook-marked-delivered',
    title: 'The log shows a webhook as delivered that never was.',
    area: 'retry',
    breaks: ['RETRY-009'],
    overrides: webhooks({
      conclude(delivery, attempt, failedAt, delaySeconds) {
        const concluded = webhookRules.conclude(delivery, attempt, failedAt, delaySeconds);
        return concluded.status === 'failed' ? { ...concluded, status: 'delivered' } : concluded;
      },
    }),
  },
];
