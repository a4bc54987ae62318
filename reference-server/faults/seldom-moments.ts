import { setTimeout as delay } from 'node:timers/promises';
import { readBusiness } from '../core.ts';
import { secondsPerDay } from '../dates.ts';
import type { UncheckedRequest } from '../http/exchange.ts';
import { nextOf } from '../progress.ts';
import { beneficiaryRules } from '../resources/beneficiaries/rules.ts';
import { kycDecisions } from '../resources/kyc/decisions.ts';
import type { KycRecord } from '../resources/kyc/records.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { personRules } from '../resources/persons/rules.ts';
import { walletRules } from '../resources/wallets/rules.ts';
import type { BusinessState } from '../store/business-state.ts';
import type { DomainEvent } from '../webhooks/records.ts';
import { webhookRules } from '../webhooks/rules.ts';
import { payloadOf } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { oneBehind } from './one-behind.ts';
import { skippingOne } from './skipped-items.ts';
import { inEnvelopes, webhooks } from './tools.ts';

type Deposit = Parameters<typeof walletRules.deposit>;

/** Adds a deposit to the balance that was there when its request came, as without a lock. */
function racingDeposits(): FaultOverrides {
  const seen = new Map<UncheckedRequest, BusinessState>();
  return {
    rules: {
      wallets: {
        deposit(...[state, command, context, now]: Deposit) {
          const looks = [...seen.values()].filter(({ business }) => business.id === state.business.id);
          const [first = state] = looks.length > 1 ? looks : [];
          return walletRules.deposit({ ...state, wallets: first.wallets }, command, context, now);
        },
      },
    },
    async request(request, service) {
      if (request.operation !== 'createBusinessDeposit') return request;
      seen.set(request, await readBusiness(service, request.business.id));
      await delay(20);
      return request;
    },
    answer(answer, _operation, request) {
      if (request) seen.delete(request);
      return answer;
    },
  };
}

/** Knows each address once in the whole service. */
function addressesOfAll(): FaultOverrides {
  const owners = new Map<string, string>();
  return {
    rules: {
      persons: {
        create(state, command, now) {
          const { email } = command.person;
          if (email !== undefined && !owners.has(email)) owners.set(email, state.business.id);
          return personRules.create(state, command, now);
        },
        page(state, query) {
          const owner = query.email === undefined ? undefined : owners.get(query.email);
          const isElsewhere = owner !== undefined && owner !== state.business.id;
          return personRules.page(isElsewhere ? { ...state, persons: [] } : state, query);
        },
      },
    },
  };
}

const half = secondsPerDay / 2;

/** A verification whose document has expired, and which is still approved for half a day. */
type Lagging = KycRecord & { readonly rejectedAt?: number };

const rejectedAt = ({ rejectedAt: at }: Lagging) => at;

/** Rejects the identity half a day after it was announced that its document has expired. */
const rejectingLater: FaultOverrides = {
  rules: {
    kyc: {
      progress(before, context, now) {
        const { state, events } = kycRules.progress(before, context, now);
        const expired = new Set(
          events
            .filter((event) => event.eventType === 'user.kyc.expiry' && payloadOf(event).stage === 'expired')
            .map((event) => payloadOf(event).userId),
        );
        const later: DomainEvent[] = [];
        const kycRecords = state.kycRecords.map((record): Lagging => {
          if (expired.has(record.id) && record.identity?.status === 'rejected') {
            const { expirationDate = '' } = record.document?.details ?? {};
            const at = kycDecisions.stageBeginsAt('expired', expirationDate) + half;
            if (at > now) return { ...record, identity: { status: 'approved' }, rejectedAt: at };
          }
          const due = rejectedAt(record);
          if (due === undefined || due > now) return record;
          const { rejectedAt: _, ...rest }: Lagging = record;
          if (record.identity?.status !== 'approved') return rest;
          later.push({
            eventType: 'user.kyc.updated',
            data: { userId: record.id, type: 'identity', status: 'rejected' },
          });
          return { ...rest, identity: { status: 'rejected' } };
        });
        const isChanged = kycRecords.some((record, index) => record !== state.kycRecords[index]);
        const held = new Set(kycRecords.filter((record) => rejectedAt(record)).map(({ id }) => id));
        const sent = events.filter(
          (event) =>
            event.eventType !== 'user.kyc.updated' ||
            !expired.has(event.data.userId) ||
            !held.has(event.data.userId),
        );
        return { state: isChanged ? { ...state, kycRecords } : state, events: [...sent, ...later] };
      },
      nextProgressAt(state, now) {
        const ahead = state.kycRecords.flatMap((record) => rejectedAt(record) ?? []);
        return nextOf([kycRules.nextProgressAt(state, now) ?? [], ahead].flat(), now);
      },
    },
  },
};

/** Shows in the event of a success the amount of the success before it in the same business. */
function amountBefore(): FaultOverrides {
  const behind = oneBehind();
  return inEnvelopes('data.amount', (amount, { delivery: { event, eventId, businessId } }) =>
    event.eventType === 'transaction.succeeded' ? behind(businessId, eventId, amount) : amount,
  );
}

/** Slips that show only at a moment, or beside something else, that is seldom met. */
export const seldomMomentFaults: readonly Fault[] = [
  {
    id: 'acknowledged-third-retry-repeated',
    title: 'A receiver that has taken an event at the third retry gets it again two hours later.',
    area: 'webhook',
    breaks: ['HOOK-011'],
    overrides: webhooks({
      conclude(delivery, attempt, failedAt, delaySeconds) {
        const made = delivery.attempts.length - (delivery.attemptsBefore ?? 0) + 1;
        if (made !== 4 || attempt.outcome !== 'acknowledged')
          return webhookRules.conclude(delivery, attempt, failedAt, delaySeconds);
        const again = webhookRules.retryDelaySeconds(made);
        return webhookRules.conclude(delivery, { ...attempt, outcome: 'refused' }, attempt.at, again);
      },
    }),
  },
  {
    id: 'deposit-reaches-the-first-created-business',
    title: 'Test funds for the second business of a platform arrive at the first.',
    area: 'sandbox',
    breaks: ['SANDBOX-003', 'SANDBOX-001', 'AUTH-006'],
    overrides: {
      async request(request, { store }) {
        if (request.operation !== 'createBusinessDeposit' || request.business.kind !== 'created')
          return request;
        const [first] = await store.transaction((transaction) =>
          transaction.list('businesses', { kind: 'created' }),
        );
        return { ...request, business: first ?? request.business };
      },
    },
  },
  {
    id: 'address-known-to-another-business-not-found',
    title: 'Somebody who works for two businesses is found by address in the first one only.',
    area: 'person',
    breaks: ['PERSON-007'],
    overrides: addressesOfAll,
  },
  {
    id: 'expiry-announced-before-the-rejection',
    title: 'A consumer that hears of an expired document reads that its user is still verified.',
    area: 'verification',
    breaks: ['EXPIRY-004', 'EXPIRY-003'],
    overrides: rejectingLater,
  },
  {
    id: 'success-event-with-the-amount-before',
    title: 'A consumer books every payment with the amount of the payment before it.',
    area: 'transaction',
    breaks: ['EVENT-026'],
    overrides: amountBefore,
  },
  {
    id: 'beneficiary-cursor-skips-one-of-the-same-second',
    title: 'Of payout accounts that were created in one second, one is lost wherever a page ends.',
    area: 'beneficiary',
    breaks: ['CONV-012'],
    overrides: {
      rules: {
        beneficiaries: {
          page(state, query) {
            const { data, node } = beneficiaryRules.page(state, query);
            return { data: skippingOne(data, state.beneficiaries, query.cursor), node };
          },
        },
      },
    },
  },
  {
    id: 'simultaneous-deposits-lose-one',
    title: 'Of two deposits that arrive at once only one is in the wallet.',
    area: 'sandbox',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    overrides: racingDeposits,
  },
];
