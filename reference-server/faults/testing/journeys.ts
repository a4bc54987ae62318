/** What callers do in one area each, so that every fault of the area has an occasion to show. */
import type { Caller } from './transcript.ts';

const phoneNumber = { countryCode: '+234', number: '8031234567' };
const usd = (amount: number) => ({ amount, currency: 'USD' });
const day = 86_400;

async function person({ call }: Caller, more: object = {}) {
  const body = { firstName: 'Adaeze', lastName: 'Okafor', email: 'adaeze@example.com', phoneNumber, ...more };
  return call('createPerson', { body });
}

async function user(caller: Caller) {
  return caller.call('inviteUser', { body: { personId: await person(caller) } });
}

export async function persons(caller: Caller) {
  const { call, pull, date } = caller;
  const personId = await person(caller, { type: 'CONTRACTOR', contractorType: 'INDIVIDUAL' });
  const path = { personId };
  await call('updatePerson', { path, body: { metadata: { key: 'value' }, lastName: 'Obi' } });
  const job = { startDate: '2026-01-05', employeeNumber: 'E-1', title: 'Analyst', department: 'Operations' };
  const customFields = [{ id: personId, name: 'Floor', value: '3' }];
  const compInfo = { type: 'net', salary: usd(100), frequency: 'monthly' };
  await call('updateJobInfo', { path, body: { compInfo, jobInfo: { ...job, customFields } } });
  await call('listPersons');
  await call('updateJobInfo', { path, body: { jobInfo: { ...job, department: 'Sales' } } });
  await call('listPersons');
  await call('readPerson', { path });
  await call('updatePersonalInfo', { path, body: { taxId: 'T-1', socialSecurityId: 'S-1' } });
  await call('updateTaxProfile', { path, body: { maritalStatus: 'single', numberOfDependents: 0 } });
  const exit = { exitDate: date(30), reason: 'End of contract' };
  await call('scheduleOffboarding', { path, body: exit });
  await call('cancelOffboarding', { path });
  await call('scheduleOffboarding', { path, body: exit });
  await pull('POST', `/persons/${personId}/offboarding/completion`);
  await call('reinstatePerson', { path });
}

export async function users(caller: Caller) {
  const { call } = caller;
  const [one, two] = [await person(caller), await person(caller, { email: 'a.adaeze@example.com' })];
  const userId = await call('inviteUser', { body: { personId: one } });
  await call('inviteUser', { body: { personId: one } });
  await call('inviteUser', { body: { personId: two } });
  const queries = [
    {},
    { includeStatus: true },
    { personId: one },
    { email: 'adaeze@example.com' },
    { page: 0 },
    { limit: 101 },
    { limit: 100 },
    { limit: 1 },
    { limit: 1, page: 2 },
  ];
  for (const query of queries) await call('listUsers', { query });
  await call('updateUser', { path: { userId }, body: { lastName: 'Obi' } });
  await call('deleteSandboxUser', { path: { userId } });
  await call('readPerson', { path: { personId: one } });
  await call('inviteUser', { body: { personId: one } });
}

const unknownFile = '00000000-0000-4000-8000-000000000000';

export async function verification(caller: Caller) {
  const { call, advance, upload } = caller;
  const [frontFileId, backFileId, selfieFileId] = [await upload(), await upload(), await upload()];
  const real = {
    idDetails: { type: 'passport', number: 'A1', frontFileId, backFileId, selfieFileId },
    address: { line1: '14 Marina Road' },
    addressProofFileId: await upload(),
  };
  const sentinel = (number: string) => ({ idDetails: { number } });
  const actions = (userId: string) => {
    const path = { userId };
    return {
      read: () => call('readKyc', { path }),
      submit: (body: object) => call('submitKyc', { path, body }),
      resubmit: (body: object) => call('resubmitKyc', { path, body }),
      renew: (body: object) => call('renewKyc', { path, body }),
      review: (action: string, type: string) => call('reviewKyc', { path, body: { action, type } }),
    };
  };
  const all = actions(await user(caller));
  await all.submit(real);
  await all.read();
  await all.resubmit(real);
  await advance(61);
  await all.read();
  for (const action of ['approve', 'reject', 'approve', 'appprove', 'APPROVE', 'reject']) {
    await all.review(action, 'identity');
    await all.read();
    if (action === 'approve') await all.resubmit(real);
  }
  await all.review('approve', 'identiti');
  await all.resubmit({ idDetails: { number: 'A2', frontFileId: unknownFile } });
  await all.resubmit(real);
  await all.read();
  for (const number of ['auto-approve', 'Auto-Approve']) {
    await all.review('reject', 'identity');
    await all.resubmit(sentinel(number));
    await all.read();
  }
  await all.review('reject', 'address');
  await all.read();
  await all.review('approve', 'address');
  await all.renew({ idDetails: { number: 'A3' } });
  for (const number of ['auto-approve', 'AUTO-APPROVE', 'Auto-Approve']) {
    const other = actions(await user(caller));
    await other.submit({ ...sentinel(number), address: { line1: 'Marina Road' } });
    await other.read();
  }
  const fresh = actions(await user(caller));
  await fresh.submit({ idDetails: { number: 'A4', frontFileId: unknownFile } });
  await fresh.review('approve', 'address');
  await fresh.read();
}

export async function expiry(caller: Caller) {
  const { call, advance, date } = caller;
  const approved = async () => {
    const path = { userId: await user(caller) };
    const idDetails = { type: 'passport', number: 'auto-approve', expirationDate: date(40) };
    await call('submitKyc', { path, body: { idDetails } });
    return path;
  };
  const names = ['warned', 'late', 'expired', 'resubmitted', 'reviewed'] as const;
  const byName = new Map<string, { userId: string }>();
  for (const name of names) byName.set(name, await approved());
  const renewal = { idDetails: { type: 'passport', number: 'B1', expirationDate: date(4000) } };
  const of = (name: (typeof names)[number]) => ({ path: byName.get(name) ?? {} });
  const approve = { action: 'approve', type: 'identity' };
  await advance(20 * day);
  await call('renewKyc', { ...of('warned'), body: renewal });
  await call('reviewKyc', { ...of('warned'), body: approve });
  await call('reviewKyc', { ...of('reviewed'), body: approve });
  await advance(40 * day);
  await call('renewKyc', { ...of('late'), body: renewal });
  await advance(45 * day);
  await call('readKyc', of('expired'));
  await call('renewKyc', { ...of('expired'), body: renewal });
  await call('resubmitKyc', { ...of('resubmitted'), body: renewal });
}

export async function payments(caller: Caller) {
  const { call, pull, advance, date } = caller;
  await call('createBusinessDeposit', { body: { value: usd(1_000_000), description: 'Funds' } });
  const beneficiaryId = await call('createBeneficiary', {
    body: { name: 'Adaeze', countryCode: 'NG', currency: 'USD' },
  });
  // A payout does not say which transaction pays it; the newest of the list is its own.
  const ids: string[] = [];
  for (const reference of ['settled', 'stopped', 'refused', 'returned', 'asked', 'left']) {
    await call('createPayout', { body: { beneficiaryId, amount: usd(100), reference } });
    ids.push(await caller.newest('listTransactions'));
  }
  const [settled, stopped, refused, returned, asked] = ids;
  const lever = (id: string | undefined, name: string, body?: object) =>
    pull('POST', `/transactions/${id}/${name}`, body);
  const read = async () => {
    for (const transactionId of ids) await call('readTransaction', { path: { transactionId } });
  };
  await lever(stopped, 'failure', { message: 'Stopped' });
  await lever(asked, 'rfi', { actionRequired: 'Send the invoice' });
  await read();
  await lever(settled, 'checks');
  await lever(settled, 'settlement');
  await lever(refused, 'checks');
  await lever(refused, 'failure', { message: 'Refused' });
  await lever(returned, 'checks');
  await lever(returned, 'settlement');
  await lever(returned, 'return', { message: 'Returned' });
  await read();
  await advance(10);
  await read();
  await call('answerRfi', { path: { transactionId: asked ?? '' }, body: { message: 'Here it is' } });
  await advance(7200);
  await read();
  const personId = await person(caller);
  const payrollId = await call('createPayroll', { body: {} });
  const payroll = {
    payrollDate: date(1),
    payPeriod: { fromDate: '2026-03-01', toDate: '2026-03-31' },
    entries: [{ personId, salary: usd(1000) }],
    feeLineItems: [{ amount: usd(5) }],
  };
  await call('savePayroll', { path: { payrollId }, body: payroll });
  await call('approvePayroll', { path: { payrollId } });
  await advance(3 * day);
}

export async function deposits(caller: Caller) {
  const { call, pull, advance } = caller;
  const senders = [
    ['GBP', { accountNumber: '31244417', bankCode: '204418' }],
    ['EUR', { accountNumber: 'DE89370400440532013000', bankCode: 'LAGODEFFXXX' }],
    ['USD', { network: 'wire' }],
    ['USD', {}],
  ] as const;
  for (const [currency, details] of senders) {
    const customIdentification = { type: 'BVN', number: '99999900' };
    const account = await call('createVirtualAccount', { body: { customIdentification, currency } });
    await pull('POST', `/virtual-accounts/${account}/deposits`, {
      amount: { amount: 400, currency },
      reference: 'DEP-1',
      description: 'Funds',
      sender: { accountName: 'Harbour', ...details },
    });
    await advance(3700);
  }
  await call('listDisbursements');
}

export async function accounts(caller: Caller) {
  const { call, pull, businessId, advance, date } = caller;
  const link = (accountNumber: string) =>
    call('linkExternalAccount', { body: { accountName: 'Marina', accountNumber, currency: 'USD' } });
  const restriction = `/businesses/${businessId}/direct-debit-restriction`;
  await link('000123456789');
  const externalAccountId = await link('000123459920');
  await link('000123459921');
  const path = { externalAccountId };
  await call('verifyExternalAccount', { path, body: { descriptorCode: 'SM7A4C' } });
  await call('listExternalAccounts');
  await pull('PUT', restriction);
  await link('000123450000');
  await call('listExternalAccounts');
  await pull('DELETE', restriction);
  await call('listExternalAccounts');

  const filings = `/businesses/${businessId}/filings`;
  const filing = { name: 'Return', countryCode: 'NG', dueDate: '2999-04-10' };
  await pull('POST', filings, { ...filing, requirements: ['Tax number'] });
  const requirementId = await caller.newest('listRequirements');
  await call('satisfyRequirement', { path: { requirementId }, body: { value: '1' } });
  const filingId = await pull('POST', filings, filing);
  for (const status of ['blocked', 'pending', 'in_review']) {
    await pull('POST', `/filings/${filingId}/transition`, { status });
    await call('readFiling', { path: { filingId } });
  }
  await call('createBusinessDeposit', { body: { value: usd(1_000_000) } });
  const payrollId = await call('createPayroll', { body: {} });
  const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
  const entries = [{ personId: await person(caller), salary: usd(1000) }];
  await call('savePayroll', { path: { payrollId }, body: { payrollDate: date(1), payPeriod, entries } });
  await call('approvePayroll', { path: { payrollId } });
  await advance(3 * day);

  const beneficiary = { name: 'Adaeze', countryCode: 'NG', currency: 'USD' };
  const beneficiaryId = await call('createBeneficiary', { body: beneficiary });
  await call('createPayout', { body: { beneficiaryId, amount: usd(100) } });
  await call('listBeneficiaries');
  await call('listPayouts');
  await call('listContractTemplates');
}
