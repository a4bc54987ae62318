// Payrolls, payslips, tax.

import {
  any,
  check,
  country,
  date,
  invalid,
  money,
  oneOf,
  rfc3339,
  string,
  uuid,
  wrongState,
} from './check.js';
import { at, today } from './clock.js';
import { debit, onCredit, onSettled, settle, startTransaction, wallet } from './money.js';
import { route } from './router.js';
import { add, businessOf, db, find, list } from './state.js';
import { emit } from './webhooks.js';

// One flat rate everywhere; every exchange rate is 1, so amounts of different currencies are simply added.
const TAX_RATE = 0.1;
const CONTRIBUTION_RATE = 0.05;
const share = (amount, rate) => Math.round(amount * rate);

// Webhook word (or own word, for states without a webhook) -> status on GET
const STATUS = {
  draft: 'Draft',
  saved: 'Saved',
  approved: 'Approved',
  awaiting: 'Awaiting Funds',
  scheduled: 'Scheduled',
  processing: 'Processing',
  completed: 'Completed',
  rejected: 'Rejected',
  deleted: 'Deleted',
};
const ANNOUNCED = ['saved', 'approved', 'scheduled', 'processing', 'completed'];
function setStatus(payroll, status) {
  payroll.status = status;
  if (ANNOUNCED.includes(status))
    emit(businessOf(payroll), 'payroll.status.updated', { id: payroll.id, status });
}
function amountsOf(workerType, salary) {
  const taxed = workerType === 'EMPLOYEE'; // contractors are paid without deductions
  const gross = salary.amount;
  const tax = taxed ? share(gross, TAX_RATE) : 0;
  const employerContributions = taxed ? share(gross, CONTRIBUTION_RATE) : 0;
  return {
    debit: gross + employerContributions,
    gross,
    net: gross - tax,
    tax,
    pension: 0,
    statutoryDeductions: 0,
    employerContributions,
  };
}
const asMoney = (amounts, currency) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, { amount, currency }]));
function totals(payroll) {
  const sum = amountsOf(payroll.workerType, { amount: 0 });
  for (const entry of payroll.entries) {
    for (const [name, amount] of Object.entries(amountsOf(payroll.workerType, entry.salary)))
      sum[name] += amount;
  }
  return sum;
}
const currencyOf = (payroll) => payroll.entries[0]?.salary.currency ?? 'USD';
const listView = (payroll) => ({
  payrollId: payroll.id,
  workerType: payroll.workerType,
  status: STATUS[payroll.status],
  numPeople: new Set(payroll.entries.map((entry) => entry.personId)).size,
  type: payroll.type.replaceAll('_', '-'),
  payrollDate: payroll.payrollDate,
  ...asMoney(totals(payroll), currencyOf(payroll)),
  payPeriod: payroll.payPeriod,
});
const view = (payroll) => ({
  ...listView(payroll),
  fxValidUntil: payroll.fxValidUntil,
  customFees: payroll.customFees,
  customData: payroll.customData,
});

// A payroll is made first (status Draft) and then saved.
route('POST /v1/payrolls', ({ business, body }) => {
  const { workerType = 'EMPLOYEE', type = 'ONE_OFF' } = check(body, {
    workerType: oneOf('EMPLOYEE', 'CONTRACTOR'),
    type: string,
  });
  const payrollDate = today();
  const payroll = add('payrolls', business, {
    workerType,
    type: type.replaceAll('-', '_'),
    status: 'draft',
    entries: [],
    payrollDate,
    payPeriod: { fromDate: payrollDate, toDate: payrollDate },
  });
  emit(business, 'payroll.created', { id: payroll.id, workerType, type: payroll.type });
  return view(payroll);
});
route('GET /v1/payrolls', ({ business }) => ({ data: list('payrolls', business).map(listView) }));
route('GET /v1/payrolls/:payrollId', ({ business, params }) =>
  view(find('payrolls', params.payrollId, business)),
);
route('POST /v1/payrolls/:payrollId/save', ({ business, params, body }) => {
  const payroll = find('payrolls', params.payrollId, business);
  const fields = check(body, {
    payrollDate: date,
    payPeriod: { fromDate: date, toDate: date },
    entries: [{ 'personId!': uuid, 'salary!': money }],
    fxValidUntil: rfc3339,
    customFees: [any],
    customData: any,
  });
  const problems = {};
  fields.entries?.forEach((entry, i) => {
    if (db.persons.get(entry.personId)?.businessId !== business.id)
      problems[`entries[${i}].personId`] = 'is not a person of this business';
  });
  if (Object.keys(problems).length) throw invalid(problems);
  if (!['draft', 'saved'].includes(payroll.status))
    throw wrongState(`the payroll is ${STATUS[payroll.status]}`);
  const payPeriod = { ...payroll.payPeriod, ...fields.payPeriod };
  Object.assign(payroll, fields, { payPeriod }); // what is not given stays as it was
  setStatus(payroll, 'saved');
  return view(payroll);
});
const payslip = (payroll, entry, i) => ({
  id: payroll.slipIds[i],
  payrollId: payroll.id,
  personId: entry.personId,
  payrollDate: payroll.payrollDate,
  payPeriod: payroll.payPeriod,
  ...asMoney(amountsOf(payroll.workerType, entry.salary), entry.salary.currency),
});

// An empty list until the payroll is Completed.
route('GET /v1/payrolls/:payrollId/payslips', ({ business, params }) => {
  const payroll = find('payrolls', params.payrollId, business);
  return {
    data: payroll.status === 'completed' ? payroll.entries.map((entry, i) => payslip(payroll, entry, i)) : [],
  };
});
function complete(payroll) {
  payroll.slipIds = payroll.entries.map(() => crypto.randomUUID());
  setStatus(payroll, 'completed');
}
function collectFunds(payroll) {
  const business = businessOf(payroll);
  const currency = currencyOf(payroll);
  const due = totals(payroll).debit;
  if (wallet(business, currency).balance < due) {
    payroll.status = 'awaiting';
    return;
  }
  debit(business, { amount: due, currency });
  setStatus(payroll, 'scheduled');
  if (payroll.payrollDate <= today()) disburse(payroll);
  else
    at(Date.parse(payroll.payrollDate), () => {
      if (payroll.status === 'scheduled') disburse(payroll);
    });
}
function disburse(payroll) {
  setStatus(payroll, 'processing');
  payroll.disbursements = payroll.entries.map((entry) =>
    startTransaction(businessOf(payroll), {
      type: 'PAYROLL',
      reference: payroll.id,
      recipientId: entry.personId,
      recipientType: payroll.workerType,
      amount: { amount: amountsOf(payroll.workerType, entry.salary).net, currency: entry.salary.currency },
    }),
  );
  completeIfConfirmed(payroll);
}
function completeIfConfirmed(payroll) {
  if (payroll.status === 'processing' && payroll.disbursements.every((t) => t.status === 'succeeded'))
    complete(payroll);
}
onSettled((transaction) => {
  const payroll = transaction.type === 'PAYROLL' && db.payrolls.get(transaction.reference);
  if (payroll?.disbursements) completeIfConfirmed(payroll);
});
onCredit((business) => {
  for (const payroll of list('payrolls', business)) if (payroll.status === 'awaiting') collectFunds(payroll);
});

// --- tax ---
route('POST /v1/tax/calculate', ({ business, body }) => {
  const { personId, salary } = check(body, { 'personId!': uuid, 'salary!': money, additionalAttributes: {} });
  find('persons', personId, business);
  const { amount: gross, currency } = salary;
  const { tax, net, employerContributions } = amountsOf('EMPLOYEE', salary);
  const line = (name, rate, amount) => ({
    name,
    formula: `grossAmount × ${rate}`,
    brackets: [{ from: 0, to: null, rate }],
    rate,
    steps: [`${gross} × ${rate} = ${amount}`],
  });
  return {
    personId,
    grossAmount: salary,
    netAmount: { amount: net, currency },
    deductions: [{ name: 'Income tax', amount: { amount: tax, currency } }],
    employerContributions: [
      { name: 'Employer contribution', amount: { amount: employerContributions, currency } },
    ],
    summary: [
      line('Income tax', TAX_RATE, tax),
      line('Employer contribution', CONTRIBUTION_RATE, employerContributions),
    ],
  };
});
route('GET /v1/tax/locations', () => ({
  countries: [
    {
      name: 'United States',
      code: 'US',
      regions: [
        { name: 'California', code: 'CA' },
        { name: 'New York', code: 'NY' },
      ],
    },
    { name: 'United Kingdom', code: 'GB', regions: [] },
    { name: 'Nigeria', code: 'NG', regions: [{ name: 'Lagos', code: 'LA' }] },
  ],
}));

// The same fields for every country.
route('GET /v1/tax/required-fields', ({ query }) => {
  const given = check({ country: query.get('country') }, { 'country!': country });
  return {
    country: given.country,
    fields: [
      { name: 'taxId', required: true, type: 'string', description: 'Tax identification number' },
      {
        name: 'maritalStatus',
        required: false,
        type: 'string',
        enum: ['single', 'married'],
        description: 'Marital status',
      },
      { name: 'numberOfDependents', required: false, type: 'integer', description: 'Number of dependents' },
    ],
  };
});

// --- controls ---
route('POST /control/payrolls/:payrollId/approve', ({ params }) => {
  const payroll = find('payrolls', params.payrollId);
  if (payroll.status !== 'saved') throw wrongState(`the payroll is ${STATUS[payroll.status]}`);
  if (payroll.payrollDate < today())
    complete(payroll); // no money moves on this sandbox route
  else {
    setStatus(payroll, 'approved');
    collectFunds(payroll);
  }
  return view(payroll);
});
route('POST /control/payrolls/:payrollId/confirm-disbursements', ({ params }) => {
  const payroll = find('payrolls', params.payrollId);
  if (payroll.status !== 'processing') throw wrongState(`the payroll is ${STATUS[payroll.status]}`);
  for (const t of payroll.disbursements)
    if (['initiated', 'processing'].includes(t.status) && !t.reviewOpen) settle(t);
  return view(payroll);
});
const end = (action, status) =>
  route(`POST /control/payrolls/:payrollId/${action}`, ({ params }) => {
    const payroll = find('payrolls', params.payrollId);
    if (['processing', 'completed', 'rejected', 'deleted'].includes(payroll.status))
      throw wrongState(`the payroll is ${STATUS[payroll.status]}`);
    setStatus(payroll, status);
    return view(payroll);
  });
end('reject', 'rejected');
end('delete', 'deleted');
