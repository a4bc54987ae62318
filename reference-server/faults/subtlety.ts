/**
 * Which faults are subtle, and in which way: a server that has one of them works, and goes wrong only at an edge, at
 * the third time, for somebody else, or where nobody looks.
 */

/** A value from which on something is otherwise, with the faults that move it. */
export interface Boundary {
  /** As the interface document has it. */
  readonly boundary: string;
  /** Faults that refuse or delay what is still within the boundary. */
  readonly within: readonly string[];
  /** Faults that admit what is already beyond it. */
  readonly beyond: readonly string[];
  /** Why the document gives one of the sides no fault. */
  readonly open?: string;
}

/** Every boundary of the interface document. */
export const boundaries: readonly Boundary[] = [
  {
    boundary: 'page of the persons from 1',
    within: ['first-page-refused-by-its-number'],
    beyond: ['page-zero-served'],
  },
  { boundary: 'limit of the persons from 1', within: ['limit-1-refused'], beyond: ['limit-zero-honoured'] },
  {
    boundary: 'limit of the persons to 100',
    within: ['limit-100-refused', 'limit-100-means-99'],
    beyond: ['limit-101-honoured'],
  },
  {
    boundary: 'page of the users from 1',
    within: ['first-page-of-users-refused-by-its-number'],
    beyond: ['page-zero-of-users-served'],
  },
  {
    boundary: 'limit of the users from 1',
    within: ['limit-1-of-users-ignored', 'page-of-one-user-answers-500'],
    beyond: ['limit-zero-of-users-honoured'],
  },
  {
    boundary: 'limit of the users to 100',
    within: ['limit-100-of-users-refused', 'limit-100-of-users-means-99'],
    beyond: ['limit-101-of-users-honoured'],
  },
  {
    boundary: 'maximum results of the payouts',
    within: [],
    beyond: ['payout-page-holds-one-more'],
    open: 'A maximum may be undercut.',
  },
  {
    boundary: 'payouts created on or after startDate',
    within: ['payouts-start-date-excluded'],
    beyond: ['payouts-start-date-includes-the-day-before'],
  },
  {
    boundary: 'payouts created on or before endDate',
    within: ['payouts-end-date-excluded'],
    beyond: ['payouts-end-date-includes-the-day-after'],
  },
  {
    boundary: 'user token of 1 hour',
    within: ['user-token-lives-58-minutes'],
    beyond: ['user-token-lives-62-minutes'],
  },
  {
    boundary: 'document that expires within 30 days',
    within: ['expiry-warning-28-days-before'],
    beyond: ['expiry-warning-31-days-before'],
  },
  {
    boundary: 'document that has expired',
    within: ['grace-period-begins-before-the-expiry'],
    beyond: ['grace-period-begins-2-days-late'],
  },
  {
    boundary: 'grace period of 60 days',
    within: ['grace-period-of-58-days'],
    beyond: ['grace-period-of-61-days', 'grace-period-of-two-months'],
  },
  {
    boundary: 'balance that covers a payroll',
    within: ['exact-balance-does-not-cover'],
    beyond: ['balance-one-short-accepted'],
  },
  {
    boundary: 'balance that becomes sufficient for a payroll that waits',
    within: ['exact-deposit-does-not-release'],
    beyond: ['waiting-payroll-released-one-short'],
  },
  {
    boundary: 'balance that covers a reimbursement',
    within: ['reimbursement-of-the-whole-balance-refused'],
    beyond: [],
    open: 'What happens without the funds is not shown.',
  },
  {
    boundary: 'payrollDate that is reached',
    within: ['pays-a-day-late', 'leap-day-payroll-paid-in-march'],
    beyond: ['pays-a-day-early'],
  },
  {
    boundary: 'payrollDate in the past',
    within: ['yesterday-is-not-past'],
    beyond: ['tomorrow-counts-as-past'],
  },
  {
    boundary: 'statuses of 2xx',
    within: ['status-above-204-not-acknowledged', 'only-200-acknowledges'],
    beyond: ['status-300-acknowledges', 'not-modified-acknowledges'],
  },
  {
    boundary: '1st retry after 5 seconds',
    within: ['first-retry-at-once'],
    beyond: ['first-retry-after-10-seconds'],
  },
  {
    boundary: '2nd retry after 5 minutes',
    within: ['second-retry-after-4-minutes'],
    beyond: ['second-retry-after-8-minutes'],
  },
  {
    boundary: '3rd retry after 30 minutes',
    within: ['third-retry-after-20-minutes'],
    beyond: ['third-retry-after-45-minutes'],
  },
  {
    boundary: '4th retry after 2 hours',
    within: ['fourth-retry-after-1-hour'],
    beyond: ['fourth-retry-after-3-hours'],
  },
  {
    boundary: '5th retry after 5 hours',
    within: ['fifth-retry-after-4-hours'],
    beyond: ['fifth-retry-after-6-hours'],
  },
  {
    boundary: '6th retry after 10 hours',
    within: ['sixth-retry-after-8-hours'],
    beyond: ['sixth-retry-after-12-hours'],
  },
  {
    boundary: '7th retry after 24 hours',
    within: ['seventh-retry-after-20-hours'],
    beyond: ['seventh-retry-after-30-hours'],
  },
  { boundary: 'last retry', within: ['seventh-retry-missing'], beyond: ['eighth-retry-made'] },
  {
    boundary: 'transaction.processing at most once',
    within: [],
    beyond: ['processing-announced-twice', 'settlement-announces-processing-again'],
    open: 'At most once may be never.',
  },
  {
    boundary: 'order of the signatures from 0',
    within: [],
    beyond: ['signature-order-from-one'],
    open: 'There is no order below the first.',
  },
];

const atBoundaries = boundaries.flatMap(({ within, beyond }) => [...within, ...beyond]);

/** The faults of each kind; one may be of several. */
export const subtleFaults = {
  /** Off by one, or by as little as the document leaves no doubt. */
  boundary: atBoundaries,
  /** Only with the third retry. */
  'third-retry': [
    ...['third-retry-under-a-fresh-id', 'third-retry-signed-with-another-secret', 'third-retry-missing'],
    ...['third-retry-with-the-first-timestamp', 'acknowledged-third-retry-repeated'],
    ...['third-retry-after-20-minutes', 'third-retry-after-45-minutes'],
  ],
  /** Only from the second time on. */
  'second-time': [
    ...['second-job-update-refused', 'second-job-update-keeps-the-department'],
    ...['second-job-update-not-announced', 'second-kyb-approval-not-announced'],
    ...[
      'second-linked-account-not-announced',
      'second-invitation-refused',
      'settled-transaction-settles-again',
    ],
    ...[
      'returned-transaction-returned-again',
      'second-waiting-payroll-forgotten',
      'deposit-replaces-balance',
    ],
    ...['restriction-event-omits-accounts-of-an-earlier-one', 'replacement-document-never-expires'],
    ...['user-token-renewed-by-use', 'approval-repeats-the-expiry-stage'],
  ],
  /** Only for a business that is not the first. */
  'second-business': [
    ...['events-of-all-under-the-first-tenant-key', 'second-business-not-retried'],
    ...['verifications-of-the-second-business-not-announced', 'deposit-reaches-the-first-created-business'],
    ...['address-known-to-another-business-not-found', 'platform-endpoint-misses-created-businesses'],
    ...['no-tenant-key-means-newest-business', 'idempotency-keys-not-compared'],
  ],
  /** Only when two things coincide that are good on their own. */
  coincidence: [
    ...['same-funds-cover-each-waiting-payroll', 'restriction-event-omits-accounts-of-an-earlier-one'],
    ...[
      'account-linked-during-a-restriction-announced-as-active',
      'lifted-restriction-verifies-every-account',
    ],
    ...['cancelled-exit-completed-on-its-date', 'completed-exit-with-the-cancelled-reason'],
    ...['completed-exit-with-the-cancelled-date', 'late-information-reopens-a-failed-transaction'],
    ...['payout-cursor-forgets-the-filters', 'address-filter-lost-on-the-second-page'],
    ...['filters-of-users-combined-as-either', 'status-filter-forgotten-beside-a-reference'],
    ...['compensation-dropped-beside-a-job', 'leap-day-answers-500', 'leap-day-payroll-paid-in-march'],
    ...['acknowledged-by-the-platform-for-the-business', 'review-of-a-renewal-not-announced'],
    ...['replaced-document-stays-in-force', 'kyc-sentinel-decides-the-address-too'],
    ...['contract-person-filter-finding-none-ignored', 'expired-document-rejects-the-whole-business'],
  ],
  /** Only for text beyond ASCII. */
  'non-ascii': [
    ...['beneficiary-name-in-ascii', 'signature-of-latin-1-bytes', 'emoji-answers-500'],
    ...['custom-field-name-loses-its-accents', 'job-title-garbled', 'rejection-reason-in-question-marks'],
    ...['expense-rejection-reason-garbled', 'payout-reference-beyond-ascii-not-found'],
    ...['payout-export-drops-rows-beyond-ascii', 'deposit-description-garbled-in-the-event'],
  ],
  /** Only when several requests or deliveries are under way at once. */
  concurrency: [
    ...['idempotency-key-races', 'simultaneous-reviews-announced-twice', 'simultaneous-deposits-lose-one'],
    ...['simultaneous-resubmissions-both-carried-out', 'exit-cancelled-while-it-is-completed'],
    ...['simultaneous-cancellations-both-announced', 'simultaneous-reinstatements-both-announced'],
    ...['simultaneous-approvals-debit-twice', 'deposit-during-an-approval-lost'],
    ...['simultaneous-settlements-both-announced', 'simultaneous-approvals-pay-a-reimbursement-twice'],
    ...['simultaneous-invoice-reviews-both-announced', 'simultaneous-deliveries-share-a-retry-counter'],
  ],
  /** An event is missing, in some circumstances only. */
  'event-missing': [
    ...['scheduled-not-announced-after-waiting', 'exit-before-its-date-not-announced'],
    ...['failure-of-the-checks-not-announced', 'kyc-address-processing-not-announced'],
    ...[
      'address-decision-not-announced',
      'review-of-a-renewal-not-announced',
      'second-linked-account-not-announced',
    ],
    ...['second-kyb-approval-not-announced', 'second-job-update-not-announced', 'fee-success-not-announced'],
    ...['kyc-sentinel-decision-not-announced'],
  ],
  /** An event is sent twice. */
  'event-doubled': [
    ...['expiry-stages-announced-twice', 'approval-repeats-the-expiry-stage', 'processing-announced-twice'],
    ...[
      'settlement-announces-processing-again',
      'one-change-two-ids',
      'simultaneous-reviews-announced-twice',
    ],
    ...['acknowledged-delivery-repeated', 'settled-transaction-settles-again'],
  ],
  /** An event names, or reaches, the wrong tenant. */
  'event-of-another-tenant': [
    ...['payload-with-foreign-tenant-key', 'events-of-all-under-the-first-tenant-key'],
    ...['verifications-announced-for-the-wrong-tenant', 'endpoint-receives-events-of-others'],
    ...['platform-endpoint-misses-created-businesses'],
  ],
  /** An event is sent before the change that it is about is made, or although it never is. */
  'event-before-its-commit': [
    ...['refused-approval-announced', 'refused-resubmission-announced', 'refused-cancellation-announced'],
    ...['expiry-announced-before-the-rejection', 'rejection-announced-and-not-stored'],
    ...['settlement-announced-and-not-stored', 'completed-announced-on-approval'],
    ...['scheduled-announced-while-awaiting-funds'],
  ],
  /** What is shown is of a moment ago. */
  'stale-data': [
    ...['person-updated-event-shows-the-person-before', 'job-event-shows-the-job-before'],
    ...['user-updated-event-shows-the-user-before', 'success-event-with-the-amount-before'],
    ...['verdict-event-shows-the-one-before', 'completed-exit-with-the-cancelled-reason'],
    ...['completed-exit-with-the-cancelled-date', 'payout-status-filter-stale'],
    ...[
      'retry-carries-the-newest-event',
      'restriction-event-lists-removed-accounts',
      'stale-timestamp-on-retry',
    ],
  ],
  /** The body is right and of something else. */
  'wrong-id': [
    ...['person-read-under-another-id', 'payout-read-under-another-id', 'invoice-read-under-another-id'],
    ...['created-beneficiary-under-an-id-of-nobody', 'created-contract-under-an-id-of-nobody'],
    ...['reinstated-event-names-another-person', 'first-payout-read-for-any', 'first-invoice-read-for-any'],
    ...['tax-of-the-first-person', 'first-custom-field-renamed', 'contract-of-the-first-person'],
  ],
  /** The status says success, and a part of the change is not made. */
  'half-applied': [
    ...['kyc-resubmission-accepted-and-dropped', 'custom-field-renamed-in-the-answer-only'],
    ...['invoice-payment-answered-and-not-recorded', 'job-update-drops-custom-fields'],
    ...['job-update-keeps-one-custom-field', 'compensation-dropped-beside-a-job'],
    ...['second-job-update-keeps-the-department', 'expired-document-leaves-identity-approved'],
    ...['verified-account-still-needs-confirmation', 'restriction-never-lifted'],
    ...['restriction-reaches-the-first-account-only', 'reimbursement-not-disbursed', 'deposit-not-credited'],
    ...['rejected-component-cannot-be-approved', 'approved-component-cannot-be-rejected'],
    ...['refused-resubmission-replaces-the-document'],
  ],
  /** A cursor or a page loses or repeats an item. */
  cursor: [
    ...['payout-cursor-skips-the-same-second', 'payout-cursor-skips-one-of-the-same-second'],
    ...['newest-payouts-skip-one-of-the-same-second', 'beneficiary-cursor-skips-one-of-the-same-second'],
    ...['payout-cursor-repeats-the-last', 'payout-cursor-forgets-the-filters', 'page-skips-a-person'],
    ...[
      'page-repeats-a-person',
      'page-skips-a-user',
      'page-repeats-a-user',
      'payouts-sorted-within-the-page',
    ],
  ],
  /** Money is lost in a rounding, or one unit at a time. */
  rounding: [
    ...['deposit-through-a-float', 'odd-deposit-loses-a-unit', 'tax-gross-rounded-to-tens'],
    ...['reimbursement-one-unit-too-little', 'reimbursement-paid-less-a-unit', 'tax-net-as-fraction'],
    ...['money-as-fraction'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Subtlety = keyof typeof subtleFaults;

const bySubtlety = Object.entries(subtleFaults) as [Subtlety, readonly string[]][];

/** The ways in which a fault is subtle, if it is. */
export const subtletiesOf = (id: string): readonly Subtlety[] =>
  bySubtlety.filter(([, ids]) => ids.includes(id)).map(([name]) => name);
