/** The events of one resource in order, as in the section "States and transitions". */
import { type Sample, sample } from './sample-events.ts';

export interface Story {
  readonly title: string;
  /** In chronological order. */
  readonly events: readonly Sample[];
}

const story = (title: string, ...events: readonly (readonly [type: string, name?: string])[]): Story => ({
  title,
  events: events.map(([type, name]) => sample(type, name)),
});

export const stories: readonly Story[] = [
  story(
    'a payment to a worker that the bank returns',
    ['transaction.initiated', 'payroll'],
    ['transaction.processing', 'payroll'],
    ['transaction.succeeded', 'payroll'],
    ['transaction.failed', 'returned'],
  ),
  story(
    'a payout of which something is asked, and which fails',
    ['transaction.initiated', 'payout'],
    ['transaction.rfi.updated', 'requested'],
    ['transaction.rfi.updated', 'provided'],
    ['transaction.failed', 'rejected'],
  ),
  story('a deposit', ['transaction.initiated', 'deposit'], ['transaction.succeeded', 'deposit-gbp']),
  story(
    'a payroll',
    ['payroll.created'],
    ['payroll.status.updated', 'saved'],
    ['payroll.status.updated', 'approved'],
    ['payroll.status.updated', 'scheduled'],
    ['payroll.status.updated', 'processing'],
    ['payroll.status.updated', 'completed'],
  ),
  story(
    'a person who leaves and comes back',
    ['person.created', 'contractor'],
    ['person.updated'],
    ['person.offboarding.scheduled'],
    ['person.offboarding.completed'],
    ['person.reinstated'],
  ),
  story(
    'a check of an identity',
    ['user.created'],
    ['user.kyc.updated', 'identity-processing'],
    ['user.kyc.updated', 'identity-approved'],
  ),
  story(
    'a document that expires',
    ['user.kyc.expiry', 'about-to-expire'],
    ['user.kyc.expiry', 'in-grace-period'],
    ['user.kyc.expiry', 'expired'],
  ),
  story('a contract', ['contract.created'], ['contract.signed'], ['contract.status.updated']),
  story(
    'an invoice',
    ['invoice.contractor.submitted'],
    ['invoice.contractor.approved'],
    ['invoice.contractor.paid'],
  ),
  story('a reimbursement', ['reimbursement.submitted'], ['reimbursement.approved'], ['reimbursement.paid']),
  story(
    'a bank account',
    ['external-account.added', 'active'],
    ['external-account.restricted'],
    ['external-account.restriction_lifted'],
    ['external-account.removed'],
  ),
  story(
    'a virtual account',
    ['virtual-account.requested'],
    ['virtual-account.submitted'],
    ['virtual-account.created', 'business'],
  ),
  story(
    'a filing',
    ['filing.created'],
    ['filing.blocked'],
    ['requirement.created'],
    ['requirement.satisfied'],
    ['filing.pending'],
    ['filing.submitted'],
    ['filing.accepted'],
  ),
  story('a remittance', ['remittance.created'], ['remittance.processing'], ['remittance.completed']),
];
