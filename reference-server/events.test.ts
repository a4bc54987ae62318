import { expect, test } from 'vitest';
import { eventSchemas, type OperationId } from '../openapi/description.ts';
import type { WebhookEventType } from '../openapi/event-types.ts';
import type { operations } from '../openapi/generated/types.ts';
import { startOf } from './state/dates.ts';
import type { ControlSchemas } from './state/schemas.ts';
import type { Call } from './testing/client.ts';
import { startReceiver } from './testing/receiver.ts';
import { type Scenario, startScenario } from './testing/scenario.ts';

/** A step in a business, the events that it sends in their order, and the call that performs it. */
type Step = readonly [done: string, sends: readonly WebhookEventType[], act: () => Promise<unknown>];

const mateo = { name: 'Mateo Rojas', countryCode: 'US', currency: 'USD' };
const usd = (amount: number) => ({ amount, currency: 'USD' });
const secondsPerDay = 86_400;

/** Acts in one business; its clock stands, and moves only where a step says so. */
function actor({ client, control }: Scenario, { businessId, tenantKey }: ControlSchemas['BusinessRef']) {
  const now = async () => (await control.advance(businessId, 0)).now;
  return {
    businessId,
    ok: <Id extends OperationId>(id: Id, call: Call<operations[Id]> = {}) =>
      client.ok(id, { ...call, tenantKey }),
    /** Uses a control and returns the id of the created resource, if there is one. */
    async control(path: string, body?: object, method: 'POST' | 'PUT' | 'DELETE' = 'POST') {
      const answer = await control.send(method, path, body);
      if (answer.status >= 300) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
      return (answer.body as { id: string } | undefined)?.id ?? '';
    },
    /** A date, in days from today. */
    date: async (days: number) =>
      new Date(((await now()) + days * secondsPerDay) * 1000).toISOString().slice(0, 10),
    pass: (seconds: number) => control.advance(businessId, seconds),
    until: async (date: string) => control.advance(businessId, startOf(date) - (await now())),
  };
}
type Actor = ReturnType<typeof actor>;

function people({ ok, control, date, until }: Actor): readonly Step[] {
  let personId = '';
  let userId = '';
  const person = () => ({ path: { personId } });
  const user = () => ({ path: { userId } });
  const leave = async () =>
    ok('scheduleOffboarding', { ...person(), body: { exitDate: await date(2), reason: 'Resignation' } });
  return [
    [
      'a person is created',
      ['person.created'],
      async () => {
        personId = (await ok('createPerson', { body: { firstName: 'Adaeze', type: 'CONTRACTOR' } })).id ?? '';
      },
    ],
    [
      'a person is changed',
      ['person.updated'],
      () => ok('updatePerson', { ...person(), body: { lastName: 'Okafor' } }),
    ],
    [
      'the job of a person is changed',
      ['person.jobinfo.updated'],
      () => ok('updateJobInfo', { ...person(), body: { jobInfo: { title: 'Designer' } } }),
    ],
    ['the exit of a person is scheduled', ['person.offboarding.scheduled'], leave],
    ['the exit is cancelled', ['person.offboarding.cancelled'], () => ok('cancelOffboarding', person())],
    ['the exit is scheduled again', ['person.offboarding.scheduled'], leave],
    ['the day of the exit comes', ['person.offboarding.completed'], async () => until(await date(2))],
    ['the person is reinstated', ['person.reinstated'], () => ok('reinstatePerson', person())],
    [
      'a person is invited',
      ['user.created'],
      async () => {
        userId = (await ok('inviteUser', { body: { personId } })).id;
      },
    ],
    ['a user is changed', ['user.updated'], () => ok('updateUser', { ...user(), body: { lastName: 'Obi' } })],
    ['a user sets a password', ['user.profile.updated'], () => control(`/users/${userId}/password`)],
    [
      'a user submits an identity document',
      ['user.kyc.updated'],
      async () => {
        const idDetails = { type: 'passport', number: 'A00123456', expirationDate: await date(400) };
        await ok('submitKyc', { ...user(), body: { idDetails } });
      },
    ],
    [
      'the reviewer of the sandbox approves it',
      ['user.kyc.updated'],
      () => ok('reviewKyc', { ...user(), body: { action: 'approve', type: 'identity' } }),
    ],
    [
      'the document is about to expire, in its grace period, and expired',
      ['user.kyc.expiry', 'user.kyc.expiry', 'user.kyc.updated', 'user.kyc.expiry'],
      async () => until(await date(500)),
    ],
  ];
}

function money({ ok, control, businessId }: Actor): readonly Step[] {
  let transactionId = '';
  const transaction = (name: string, body?: object) =>
    control(`/transactions/${transactionId}/${name}`, body);
  let virtualAccountId = '';
  let externalAccountId = '';
  const restriction = `/businesses/${businessId}/direct-debit-restriction`;
  return [
    [
      'the test funds of the sandbox are deposited',
      ['transaction.initiated', 'transaction.succeeded'],
      () => ok('createBusinessDeposit', { body: { value: usd(100_000) } }),
    ],
    [
      'a payout is created',
      ['transaction.initiated'],
      async () => {
        const { id: beneficiaryId = '' } = await ok('createBeneficiary', { body: mateo });
        await ok('createPayout', { body: { beneficiaryId, amount: usd(100), reference: 'bonus' } });
        const { data = [] } = await ok('listTransactions', { query: { type: 'PAYOUT' } });
        transactionId = data[0]?.id ?? '';
      },
    ],
    [
      'information about the payment is requested',
      ['transaction.rfi.updated'],
      () => transaction('rfi', { actionRequired: 'Provide the invoice' }),
    ],
    [
      'the information is provided',
      ['transaction.rfi.updated'],
      () => ok('answerRfi', { path: { transactionId }, body: { message: 'It is a bonus' } }),
    ],
    ['the payment passes its checks', ['transaction.processing'], () => transaction('checks')],
    ['the payment is settled', ['transaction.succeeded'], () => transaction('settlement')],
    [
      'the bank of the recipient returns it',
      ['transaction.failed'],
      () => transaction('return', { message: 'Account closed' }),
    ],
    [
      'a new person is paid at once',
      ['person.created', 'transaction.initiated', 'transaction.succeeded', 'instant-pay.succeeded'],
      async () => {
        const { id } = await ok('createPerson', { body: {} });
        await control(`/persons/${id}/instant-payments`, { amount: usd(100) });
      },
    ],
    [
      'a virtual account is requested',
      ['virtual-account.requested'],
      async () => {
        virtualAccountId = (await ok('createVirtualAccount', { body: { currency: 'USD' } })).id ?? '';
      },
    ],
    [
      'the bank is asked for it',
      ['virtual-account.submitted'],
      () => control(`/virtual-accounts/${virtualAccountId}/transition`, { status: 'submitted' }),
    ],
    [
      'the bank creates it',
      ['virtual-account.created'],
      () => control(`/virtual-accounts/${virtualAccountId}/transition`, { status: 'created' }),
    ],
    [
      'a bank account is linked',
      ['external-account.added'],
      async () => {
        const body = { accountNumber: '0123456789' };
        externalAccountId = (await ok('linkExternalAccount', { body })).id ?? '';
      },
    ],
    [
      'direct debits are restricted',
      ['external-account.restricted'],
      () => control(restriction, undefined, 'PUT'),
    ],
    [
      'the restriction is lifted',
      ['external-account.restriction_lifted'],
      () => control(restriction, undefined, 'DELETE'),
    ],
    [
      'a linked account is removed',
      ['external-account.removed'],
      () => ok('removeExternalAccount', { path: { externalAccountId } }),
    ],
  ];
}

function payrollRun({ ok, control, date, pass, until }: Actor): readonly Step[] {
  let payrollId = '';
  return [
    [
      'a payroll is created',
      ['payroll.created'],
      async () => {
        payrollId = (await ok('createPayroll', { body: {} })).payrollId ?? '';
      },
    ],
    [
      'the payroll is saved, with persons in two countries',
      ['person.created', 'person.created', 'payroll.status.updated'],
      async () => {
        const payrollDate = await date(2);
        const payPeriod = { fromDate: payrollDate, toDate: payrollDate };
        const entries = [];
        for (const countryCode of ['NG', 'GB']) {
          const { id: personId = '' } = await ok('createPerson', { body: { address: { countryCode } } });
          entries.push({ personId, salary: usd(1000) });
        }
        await ok('savePayroll', { path: { payrollId }, body: { payrollDate, payPeriod, entries } });
      },
    ],
    [
      'the payroll is approved, and its funds are there',
      ['payroll.status.updated', 'payroll.status.updated'],
      () => ok('approvePayroll', { path: { payrollId } }),
    ],
    [
      'payrollDate comes: the workers are paid, and the authorities are owed',
      [
        'payroll.status.updated',
        'transaction.initiated',
        'transaction.initiated',
        'filing.created',
        'remittance.created',
        'filing.created',
        'remittance.created',
        'filing.pending',
        'filing.pending',
      ],
      async () => until(await date(2)),
    ],
    [
      'an hour later the workers have it',
      [
        'transaction.processing',
        'transaction.processing',
        'transaction.succeeded',
        'transaction.succeeded',
        'payroll.status.updated',
        'remittance.processing',
        'remittance.processing',
      ],
      () => pass(3600),
    ],
    [
      'an authority does not take the payment',
      ['remittance.failed'],
      async () => {
        const { data = [] } = await ok('listRemittances');
        await control(`/remittances/${data[0]?.id}/transition`, { status: 'failed' });
      },
    ],
    ['another hour later the other authority has it', ['remittance.completed'], () => pass(3600)],
    [
      'the filings of the payroll are late',
      ['filing.overdue', 'filing.overdue'],
      async () => until(await date(60)),
    ],
  ];
}

function filings({ ok, control, date, businessId }: Actor): readonly Step[] {
  let filingId = '';
  const move = (status: string) => control(`/filings/${filingId}/transition`, { status });
  const create = async (requirements: readonly string[]) => {
    const filing = { name: 'Monthly income tax return', countryCode: 'NG', dueDate: await date(30) };
    filingId = await control(`/businesses/${businessId}/filings`, { ...filing, requirements });
  };
  return [
    [
      'a filing is due that needs something first',
      ['filing.created', 'requirement.created', 'filing.blocked'],
      () => create(['Tax number']),
    ],
    [
      'what it needs is provided',
      ['requirement.satisfied', 'filing.pending'],
      async () => {
        const { requirementIds: [requirementId = ''] = [] } = await ok('readFiling', { path: { filingId } });
        await ok('satisfyRequirement', { path: { requirementId }, body: { value: '21458812-0001' } });
      },
    ],
    ['the filing is reviewed', ['filing.in_review'], () => move('in_review')],
    ['the filing is approved', ['filing.approved'], () => move('approved')],
    ['the filing is submitted', ['filing.submitted'], () => move('submitted')],
    ['the authority accepts it', ['filing.accepted'], () => move('accepted')],
    [
      'the next filing, which needs nothing, goes the same way and is rejected',
      [
        'filing.created',
        'filing.pending',
        'filing.in_review',
        'filing.approved',
        'filing.submitted',
        'filing.rejected',
      ],
      async () => {
        await create([]);
        for (const status of ['in_review', 'approved', 'submitted', 'rejected']) await move(status);
      },
    ],
  ];
}

function papers({ ok, pass }: Actor): readonly Step[] {
  let personId = '';
  let contractId = '';
  let invoiceId = '';
  let reimbursementId = '';
  let signatureIds: readonly string[] = [];
  const sign = (order: number) => () =>
    ok('signContract', { path: { contractId }, body: { signatureId: signatureIds[order] ?? '' } });
  const submitInvoice = async () => {
    const items = [{ description: 'Brand refresh', amount: usd(2000) }];
    invoiceId = (await ok('submitContractorInvoice', { body: { personId, items } })).id;
  };
  const reviewInvoice = (action: 'approve' | 'reject') => () =>
    ok('reviewInvoice', { path: { invoiceId }, body: { action, reason: 'Seen' } });
  const submitReimbursement = async () => {
    reimbursementId = (await ok('createReimbursement', { body: { personId, amount: usd(60) } })).id ?? '';
  };
  const reviewReimbursement = (action: 'approve' | 'reject') => () =>
    ok('reviewReimbursement', { path: { reimbursementId }, body: { action, reason: 'Seen' } });
  return [
    [
      'a contract with a new person is created',
      ['person.created', 'contract.created'],
      async () => {
        personId = (await ok('createPerson', { body: { type: 'CONTRACTOR' } })).id ?? '';
        const { data: [template] = [] } = await ok('listContractTemplates');
        const sender = { email: 'tunde.bello@example.com', name: 'Tunde Bello' };
        const body = { templateId: template?.id ?? '', personId, sender };
        const { id, signatures } = await ok('createContract', { body });
        contractId = id;
        signatureIds = signatures.map((signature) => signature.id);
      },
    ],
    ['the business signs it', ['contract.signed', 'contract.status.updated'], sign(0)],
    ['the worker signs it', ['contract.signed', 'contract.status.updated'], sign(1)],
    ['a contractor submits an invoice', ['invoice.contractor.submitted'], submitInvoice],
    ['the invoice is rejected', ['invoice.contractor.rejected'], reviewInvoice('reject')],
    ['the contractor submits another one', ['invoice.contractor.submitted'], submitInvoice],
    ['the invoice is approved', ['invoice.contractor.approved'], reviewInvoice('approve')],
    [
      'a payment is recorded for it',
      ['invoice.contractor.paid'],
      () => ok('recordInvoicePayment', { path: { invoiceId }, body: {} }),
    ],
    ['a reimbursement is submitted', ['reimbursement.submitted'], submitReimbursement],
    ['the reimbursement is rejected', ['reimbursement.rejected'], reviewReimbursement('reject')],
    ['another one is submitted', ['reimbursement.submitted'], submitReimbursement],
    [
      'the reimbursement is approved',
      ['reimbursement.approved', 'transaction.initiated'],
      reviewReimbursement('approve'),
    ],
    [
      'its payment arrives after an hour',
      ['transaction.processing', 'transaction.succeeded', 'reimbursement.paid'],
      () => pass(3600),
    ],
  ];
}

/** The verification of a business ends in one way only, so each business has its own. */
const verification = ({ ok, control, businessId }: Actor) => {
  const submit = () => ok('submitKyb', { path: { businessId }, body: { legalName: 'Marina Logistics' } });
  const decide = (outcome: string) => () => control(`/businesses/${businessId}/kyb/decision`, { outcome });
  const details: Step = [
    'the business changes its details',
    ['business.basicinfo.updated'],
    () => ok('updateBusinessBasicInfo', { path: { businessId }, body: { businessName: 'Marina' } }),
  ];
  const submission: Step = ['the business submits its papers', [], submit];
  return {
    completed: [
      details,
      submission,
      ['the reviewer needs more', ['business.kyb.reviewed'], decide('additional-information-needed')],
      ['the business submits more', [], submit],
      ['the reviewer approves', ['business.kyb.reviewed'], decide('approved')],
      ['the verification is completed', ['business.kyb.completed'], decide('completed')],
    ],
    rejected: [
      details,
      submission,
      ['the reviewer rejects the business', ['business.kyb.rejected'], decide('rejected')],
    ],
  } satisfies Record<string, readonly Step[]>;
};

test('each step sends its events, to the endpoint of its business and to that of the platform', async () => {
  // Closed after the scenario, which still delivers.
  await using platform = await startReceiver();
  await using scenario = await startScenario();
  await scenario.control.register(platform.url);
  const sent: string[] = [];
  const seen = new Set<string>();
  for (const end of ['completed', 'rejected'] as const) {
    const business = await scenario.client.ok('createBusiness', { body: {} });
    const events = await scenario.watch(business.businessId);
    await events();
    const at = actor(scenario, business);
    const steps = [
      ...verification(at)[end],
      ...people(at),
      ...money(at),
      ...papers(at),
      ...filings(at),
      ...payrollRun(at),
    ];
    let count = 0;
    for (const [done, sends, act] of steps) {
      await act();
      const news = (await events()).slice(count);
      count += news.length;
      expect([done, news.map(({ eventType }) => eventType)]).toEqual([done, sends]);
      for (const { id, eventType, data } of news) {
        expect(data.tenantKey).toBe(business.tenantKey);
        sent.push(id);
        seen.add(eventType);
      }
    }
  }
  expect([...seen].toSorted()).toEqual([...eventSchemas.keys()].toSorted());
  expect(platform.received.map(({ event }) => event.id).toSorted()).toEqual(sent.toSorted());
});
