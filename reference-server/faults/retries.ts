import { webhookRules } from '../webhooks/rules.ts';
import type { Fault } from './fault.ts';
import { webhooks } from './tools.ts';

type Row = [id: string, breaks: Fault['breaks'], failures: number, delaySeconds: number, title: string];

/** A wrong delay for each retry; some are too short, some too long. */
const rows: readonly Row[] = [
  [
    'first-retry-after-10-seconds',
    ['RETRY-001'],
    1,
    10,
    'What a receiver missed for a moment comes after 10 seconds.',
  ],
  [
    'second-retry-after-4-minutes',
    ['RETRY-002'],
    2,
    240,
    'A receiver that takes five minutes to start has but four.',
  ],
  [
    'third-retry-after-20-minutes',
    ['RETRY-003'],
    3,
    1200,
    'A receiver that is being deployed for half an hour has but 20 minutes.',
  ],
  [
    'fourth-retry-after-1-hour',
    ['RETRY-004'],
    4,
    3600,
    'A receiver that relies on two hours of repair has but one.',
  ],
  [
    'fifth-retry-after-6-hours',
    ['RETRY-005'],
    5,
    21_600,
    'What a receiver missed comes an hour later than promised.',
  ],
  [
    'sixth-retry-after-12-hours',
    ['RETRY-006'],
    6,
    43_200,
    'What a receiver missed comes two hours later than promised.',
  ],
  [
    'seventh-retry-after-20-hours',
    ['RETRY-007'],
    7,
    72_000,
    'A receiver that is back after a day was asked for the last time hours ago.',
  ],
];

const delays = (change: (failures: number) => number | undefined) => webhooks({ retryDelaySeconds: change });

export const retryFaults: readonly Fault[] = [
  ...rows.map(
    ([id, breaks, failures, delaySeconds, title]): Fault => ({
      id,
      title,
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
    title: 'Nobody looks for a lost event, because the log shows it as delivered.',
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
