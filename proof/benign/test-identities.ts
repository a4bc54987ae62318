/** A sandbox that knows only test identities of its own, and takes only amounts as they occur in practice. */

import type { GivenData } from '../../conformance/target/test-data.ts';
import { invalidBody } from '../../reference-server/state/refusal.ts';
import { asRecord, type BenignGroup, type BenignVariant } from './variant.ts';

const identities = ['Alpha', 'Beta', 'Gamma'].map((lastName, index) => ({
  firstName: 'Test',
  lastName,
  dateOfBirth: `1990-01-0${index + 1}`,
  nationality: 'GB',
  idNumber: `T-10${index}`,
}));
const amounts = { least: 20_000, most: 50_000 };
const taxes = { taxId: 'TAX-TEST-1', socialSecurityId: 'SOC-TEST-1' };

/** The configuration that an integrator writes for such a sandbox. */
const dataOfSandbox: GivenData = {
  identity: ({ serial }) => identities[serial % identities.length] ?? {},
  amounts,
  requests: {
    submitKyc: { idDetails: { type: 'test-document' } },
    updatePersonalInfo: taxes,
    updateTaxProfile: { maritalStatus: 'M' },
  },
};

/** Whether one of them has these fields, as far as they are texts: the others are for the validation of the body. */
const known = (fields: Readonly<Record<string, unknown>>, names: readonly (keyof (typeof identities)[0])[]) =>
  names.some((name) => typeof fields[name] !== 'string') ||
  identities.some((each) => names.every((name) => each[name] === fields[name]));

function requireAmount(money: unknown, field: string): void {
  const { amount } = asRecord(money);
  if (typeof amount === 'number' && (amount < amounts.least || amount > amounts.most))
    throw invalidBody({ [field]: `must be from ${amounts.least} to ${amounts.most}` });
}

const requireIdentity = (holds: boolean, ...fields: readonly string[]): void => {
  if (!holds)
    throw invalidBody(Object.fromEntries(fields.map((field) => [field, 'is none of the test identities'])));
};

const decidesAtOnce = (number: unknown) => String(number).toLowerCase() === 'auto-approve';

/** The reason for which the sandbox rejects the body of each operation. */
const rules: Readonly<Record<string, (body: ReturnType<typeof asRecord>) => void>> = {
  createPerson: (body) => requireIdentity(known(body, ['firstName', 'lastName']), 'lastName'),
  createBeneficiary({ kyc }) {
    requireIdentity(known(asRecord(kyc), ['firstName', 'lastName', 'dateOfBirth', 'idNumber']), 'kyc');
  },
  submitKyc({ idDetails, dob, ...body }) {
    const { number, type } = asRecord(idDetails);
    const fields = { ...body, dateOfBirth: dob, idNumber: number };
    const names = ['firstName', 'lastName', 'dateOfBirth', 'nationality'] as const;
    const isKnown = known(fields, decidesAtOnce(number) ? names : [...names, 'idNumber']);
    requireIdentity(isKnown, 'firstName', 'lastName', 'dob', 'nationality', 'idDetails.number');
    requireIdentity(typeof type !== 'string' || type === 'test-document', 'idDetails.type');
  },
  renewKyc({ idDetails }) {
    const { number } = asRecord(idDetails);
    requireIdentity(
      identities.some(({ idNumber }) => idNumber === number),
      'idDetails',
    );
  },
  savePayroll({ entries }) {
    if (Array.isArray(entries))
      for (const entry of entries) requireAmount(asRecord(entry).salary, 'entries.salary');
  },
  updateJobInfo: ({ compInfo }) => requireAmount(asRecord(compInfo).salary, 'compInfo.salary'),
  createPayout: ({ amount }) => requireAmount(amount, 'amount'),
  calculateTax: ({ salary }) => requireAmount(salary, 'salary'),
  updatePersonalInfo: ({ taxId }) => requireIdentity(taxId === taxes.taxId, 'taxId'),
  updateTaxProfile: ({ maritalStatus }) => requireIdentity(maritalStatus === 'M', 'maritalStatus'),
};

const sandbox: BenignVariant = {
  interpretations: [230],
  overrides: {
    async request(request) {
      const operation = request.operation === 'resubmitKyc' ? 'submitKyc' : request.operation;
      if (operation !== undefined) rules[operation]?.(asRecord(request.body));
      return request;
    },
  },
};

export const identityVariants: BenignGroup = {
  checks: /^(?!webhook-delivery\.)/,
  variants: {
    'a sandbox that knows only identities of its own': sandbox,
    'a sandbox whose own identities are known': {
      ...sandbox,
      target: (target) => ({ ...target, data: { ...target.data, ...dataOfSandbox } }),
    },
  },
};
