import { type KycDecisions, kycDecisions } from '../resources/kyc/decisions.ts';
import { payrollDecisions } from '../resources/payrolls/decisions.ts';
import { createPayrollRules } from '../resources/payrolls/rules.ts';
import { authenticationRules, type Caller } from '../resources/tokens/authentication.ts';
import { secondsPerDay } from '../state/dates.ts';
import { webhookRules } from '../webhooks/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { decide } from './kyc-tools.ts';
import { webhooks } from './tools.ts';

type Stage = Parameters<KycDecisions['stageBeginsAt']>[0];

const shifted = (shiftedStage: Stage, days: number) =>
  decide({
    stageBeginsAt: (stage, date) =>
      kycDecisions.stageBeginsAt(stage, date) + (stage === shiftedStage ? days * secondsPerDay : 0),
  });

const payrolls = (decisions: Parameters<typeof createPayrollRules>[0]): FaultOverrides => ({
  rules: { payrolls: createPayrollRules(decisions) },
});

type Row = [nth: number, id: string, delaySeconds: number, title: string];

/** Each retry on the other side of its delay from where retries.ts puts it. */
const retries: readonly Row[] = [
  [1, 'first-retry-at-once', 1, 'A receiver that restarts in seconds is asked again before it is up.'],
  [2, 'second-retry-after-8-minutes', 480, 'A receiver that is back after five minutes waits three more.'],
  [3, 'third-retry-after-45-minutes', 2_700, 'A receiver that is back after an hour hears of it late.'],
  [4, 'fourth-retry-after-3-hours', 10_800, 'What a receiver missed in the morning comes an hour late.'],
  [5, 'fifth-retry-after-4-hours', 14_400, 'A receiver that relies on five hours of repair has but four.'],
  [6, 'sixth-retry-after-8-hours', 28_800, 'A receiver that is down over night is asked before the morning.'],
  [7, 'seventh-retry-after-30-hours', 108_000, 'What a receiver missed comes six hours later than promised.'],
];

const firstRetry = { 1: 'RETRY-001', 2: 'RETRY-002', 3: 'RETRY-003', 4: 'RETRY-004' } as const;
const laterRetry = { 5: 'RETRY-005', 6: 'RETRY-006', 7: 'RETRY-007' } as const;
const requirementOf: Readonly<Record<number, Fault['breaks'][0]>> = { ...firstRetry, ...laterRetry };

/** Times that are as near to the documented ones as the document leaves no doubt. */
export const timeBoundFaults: readonly Fault[] = [
  {
    id: 'user-token-lives-62-minutes',
    title: 'Whoever sits down at an unattended computer after an hour is still logged in.',
    area: 'authentication',
    breaks: ['TOKEN-005'],
    overrides: {
      rules: {
        authentication: {
          identify(credentials, access, operation): Caller {
            const { token } = credentials;
            return authenticationRules.identify(
              token?.type === 'user'
                ? { ...credentials, token: { ...token, expiresAt: token.expiresAt + 120 } }
                : credentials,
              access,
              operation,
            );
          },
        },
      },
    },
  },
  {
    id: 'expiry-warning-31-days-before',
    title: 'A user is sent for a new document a day before the time in which that is asked for.',
    area: 'verification',
    breaks: ['LIMIT-002', 'EXPIRY-001'],
    overrides: shifted('about-to-expire', -1),
  },
  {
    id: 'grace-period-begins-2-days-late',
    title: 'A consumer lets somebody work with a document of the day before yesterday.',
    area: 'verification',
    breaks: ['EXPIRY-002'],
    overrides: shifted('in-grace-period', 1),
  },
  {
    id: 'grace-period-begins-before-the-expiry',
    title: 'A consumer treats a document as expired that is valid until tomorrow.',
    area: 'verification',
    breaks: ['EXPIRY-002'],
    overrides: shifted('in-grace-period', -2),
  },
  {
    id: 'grace-period-of-61-days',
    title: 'A user whose grace period is over goes on working for a day.',
    area: 'verification',
    breaks: ['EXPIRY-003'],
    overrides: shifted('expired', 1),
  },
  {
    id: 'pays-a-day-late',
    title: 'Workers get their pay on the day after the payrollDate.',
    area: 'payroll',
    breaks: ['PAYROLL-031'],
    overrides: payrolls({ processedAt: (date) => payrollDecisions.processedAt(date) + secondsPerDay }),
  },
  {
    id: 'tomorrow-counts-as-past',
    title: 'A payroll of tomorrow is reported as paid today, and nobody gets any money.',
    area: 'payroll',
    breaks: ['PAYROLL-030', 'PAYROLL-024', 'PAYROLL-028', 'PAYROLL-009'],
    overrides: payrolls({ isPast: (date, now) => payrollDecisions.isPast(date, now + 2 * secondsPerDay) }),
  },
  ...retries.map(
    ([nth, id, delaySeconds, title]): Fault => ({
      id,
      title,
      area: 'retry',
      breaks: [requirementOf[nth] ?? 'RETRY-001'],
      overrides: webhooks({
        retryDelaySeconds: (made) => (made === nth ? delaySeconds : webhookRules.retryDelaySeconds(made)),
      }),
    }),
  ),
];
