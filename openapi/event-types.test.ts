import { describe, expect, expectTypeOf, test } from 'vitest';
import type { WebhookEvent, WebhookEventOf, WebhookEventType } from './event-types.ts';

const envelope = { id: 'evt_2f1c7d90', version: '1.0', timestamp: 1774915200 };
const tenantKey = 'tk_marina_3f9a1c';
const money = { amount: 250000, currency: 'USD' };

const statusUpdated: WebhookEvent = {
  ...envelope,
  eventType: 'payroll.status.updated',
  data: { id: '3a7f9c2e-1d64-4b85-a0e9-8c5b2f7d4e13', status: 'scheduled', tenantKey },
};

/** Code as an integrator writes it: each name narrows the payload. */
function subject(event: WebhookEventOf<`payroll.${string}` & WebhookEventType>): string {
  switch (event.eventType) {
    case 'payroll.created':
      expectTypeOf(event.data.workerType).toEqualTypeOf<'EMPLOYEE' | 'CONTRACTOR'>();
      // @ts-expect-error: the event of the creation carries no status
      event.data.status;
      return event.data.type;
    case 'payroll.status.updated':
      expectTypeOf(event.data.status).toEqualTypeOf<
        'saved' | 'approved' | 'scheduled' | 'processing' | 'completed'
      >();
      return event.data.status;
    default: {
      const unheard: never = event;
      return unheard;
    }
  }
}

/** Every event has a branch, or the default does not compile. */
function family(event: WebhookEvent): string {
  switch (event.eventType) {
    case 'person.created':
    case 'person.updated':
    case 'person.jobinfo.updated':
    case 'person.offboarding.scheduled':
    case 'person.offboarding.cancelled':
    case 'person.offboarding.completed':
    case 'person.reinstated':
      return 'person';
    case 'user.created':
    case 'user.updated':
    case 'user.profile.updated':
    case 'user.kyc.updated':
    case 'user.kyc.expiry':
      return 'user';
    case 'payroll.created':
    case 'payroll.status.updated':
      return 'payroll';
    case 'transaction.initiated':
    case 'transaction.processing':
    case 'transaction.rfi.updated':
    case 'transaction.succeeded':
    case 'transaction.failed':
    case 'instant-pay.succeeded':
      return 'transaction';
    case 'contract.created':
    case 'contract.signed':
    case 'contract.status.updated':
      return 'contract';
    case 'invoice.contractor.submitted':
    case 'invoice.contractor.approved':
    case 'invoice.contractor.rejected':
    case 'invoice.contractor.paid':
      return 'invoice';
    case 'reimbursement.submitted':
    case 'reimbursement.approved':
    case 'reimbursement.rejected':
    case 'reimbursement.paid':
      return 'reimbursement';
    case 'virtual-account.requested':
    case 'virtual-account.submitted':
    case 'virtual-account.created':
    case 'external-account.added':
    case 'external-account.removed':
    case 'external-account.restricted':
    case 'external-account.restriction_lifted':
      return 'account';
    case 'business.kyb.reviewed':
    case 'business.kyb.rejected':
    case 'business.kyb.completed':
    case 'business.basicinfo.updated':
      return 'business';
    case 'filing.created':
    case 'filing.blocked':
    case 'filing.pending':
    case 'filing.in_review':
    case 'filing.approved':
    case 'filing.submitted':
    case 'filing.accepted':
    case 'filing.rejected':
    case 'filing.overdue':
    case 'remittance.created':
    case 'remittance.processing':
    case 'remittance.completed':
    case 'remittance.failed':
    case 'requirement.created':
    case 'requirement.satisfied':
      expectTypeOf(event.data.resourceType).toEqualTypeOf<string>();
      return 'compliance';
    default: {
      const unheard: never = event;
      return unheard;
    }
  }
}

describe('the types of the events', () => {
  test('are narrowed by the event type', () => {
    expect(subject(statusUpdated)).toBe('scheduled');
    expect(family(statusUpdated)).toBe('payroll');
  });

  test('map each event type to its payload', () => {
    expectTypeOf<WebhookEventOf<'payroll.created'>['eventType']>().toEqualTypeOf<'payroll.created'>();
    expectTypeOf<WebhookEventOf<'user.kyc.expiry'>['data']['stage']>().toEqualTypeOf<
      'about-to-expire' | 'in-grace-period' | 'expired'
    >();
    expectTypeOf<WebhookEventOf<'transaction.succeeded'>['data']['amount']>().toEqualTypeOf<typeof money>();
    expectTypeOf<WebhookEventOf<'reimbursement.paid'>['data']>().toExtend<{ amount: typeof money }>();
    expectTypeOf<WebhookEventOf<'invoice.contractor.rejected'>['data']>().toExtend<{ reason?: string }>();
    expectTypeOf<WebhookEvent['data']['tenantKey']>().toEqualTypeOf<string>();
  });

  test('reject a misspelt event type', () => {
    // @ts-expect-error: there is no such event
    type Misspelt = WebhookEventOf<'payroll.status.update'>;
    expectTypeOf<Misspelt>().toBeNever();
    // @ts-expect-error: there is no such event
    const name: WebhookEventType = 'payroll.create';
    // @ts-expect-error: no event can have this name
    const compared = statusUpdated.eventType === 'payroll.updated';
    expect([name, compared]).toEqual(['payroll.create', false]);
  });

  test('reject a misspelt, a missing and an unknown field', () => {
    const events: WebhookEvent[] = [
      // @ts-expect-error: the field is called tenantKey
      { ...envelope, eventType: 'person.reinstated', data: { id: 'x', tenantkey: tenantKey } },
      // @ts-expect-error: the amount is missing
      { ...envelope, eventType: 'reimbursement.paid', data: { tenantKey } },
      // @ts-expect-error: a component of the verification is identity or address
      {
        ...envelope,
        eventType: 'user.kyc.updated',
        data: { userId: 'x', type: 'face', status: 'approved', tenantKey },
      },
      // @ts-expect-error: a virtual account has an owner
      { ...envelope, eventType: 'virtual-account.created', data: { currency: 'NGN', tenantKey } },
    ];
    expect(events).toHaveLength(4);
  });
});
