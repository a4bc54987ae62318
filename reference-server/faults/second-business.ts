import type { Records } from '../store/records.ts';
import { webhookRules } from '../webhooks/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inTransactions } from './store-tools.ts';
import { inEnvelopes, webhooks } from './tools.ts';

/** Goes on showing the tenant key of the first business that was created and announced something. */
function firstTenantKey(): FaultOverrides {
  let first: string | undefined;
  return inEnvelopes('data.tenantKey', (tenantKey) => {
    first ??= String(tenantKey);
    return first;
  });
}

/** Retries for the first business whose receiver failed, and for no other. */
function firstRetries(): FaultOverrides {
  let first: string | undefined;
  return webhooks({
    conclude(delivery, attempt, failedAt, delaySeconds) {
      if (attempt.outcome !== 'acknowledged') first ??= delivery.businessId;
      const delay = delivery.businessId === first ? delaySeconds : undefined;
      return webhookRules.conclude(delivery, attempt, failedAt, delay);
    },
  });
}

/** Announces verifications for the first business in which there was one. */
function firstVerifications(): FaultOverrides {
  let first: string | undefined;
  return {
    wrapStore: inTransactions((transaction) => ({
      async put(collection, record) {
        if (collection === 'deliveries') {
          // The compiler does not narrow the record with its collection.
          const { eventType, businessId } = record as Records['deliveries'];
          if (eventType === 'user.kyc.updated') {
            first ??= businessId;
            if (businessId !== first) return;
          }
        }
        await transaction.put(collection, record);
      },
    })),
  };
}

/** What works for one business and goes wrong as soon as there is a second one. */
export const secondBusinessFaults: readonly Fault[] = [
  {
    id: 'events-of-all-under-the-first-tenant-key',
    title: 'A platform books the events of its second business for the first.',
    area: 'webhook',
    breaks: ['HOOK-007'],
    overrides: firstTenantKey,
  },
  {
    id: 'second-business-not-retried',
    title: 'The second business of a platform loses every event that its receiver fails once.',
    area: 'webhook',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: firstRetries,
  },
  {
    id: 'verifications-of-the-second-business-not-announced',
    title: 'A platform hears how verifications stand in its first business only.',
    area: 'verification',
    breaks: ['EVENT-019', 'KYC-011', 'KYC-020', 'KYC-025'],
    overrides: firstVerifications,
  },
];
