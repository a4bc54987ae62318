/** Other common paths for the operations of the description, for a target without its own description. */

/** Other common names of a part of a path. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  persons: ['people', 'workers', 'employees'],
  businesses: ['companies', 'organizations'],
  offboarding: ['offboard', 'exit', 'termination', 'offboarding/schedule'],
  reinstatement: ['reinstate', 'rehire', 'reactivate'],
  kyb: ['verification', 'business-verification'],
  sign: ['signature', 'signatures'],
  files: ['documents', 'uploads', 'attachments'],
  token: ['tokens', 'session', 'exchange'],
  payrolls: ['pay-runs', 'payruns', 'payroll-runs'],
  approve: ['approval', 'approvals', 'confirm'],
  payslips: ['pay-slips', 'paystubs', 'pay-stubs'],
  wallets: ['balances', 'wallet', 'accounts'],
  payouts: ['payments', 'transfers', 'withdrawals'],
  payments: ['pay', 'payment'],
  reimbursements: ['expenses', 'expense-claims'],
  calculations: ['calculate', 'calculation', 'estimate', 'estimates'],
  locations: ['supported-locations', 'countries', 'location-support'],
  'required-fields': ['fields', 'requirements', 'required-tax-fields'],
  'external-accounts': ['bank-accounts', 'linked-accounts', 'funding-sources'],
  verification: ['verify', 'confirm', 'micro-deposits'],
  requirements: ['obligations', 'tasks'],
  satisfaction: ['satisfy', 'fulfil', 'complete'],
  transactions: ['movements', 'ledger'],
  rfi: ['information', 'rfi/response', 'rfi/answer'],
};

const camel = (part: string) => part.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const kebab = (part: string) => part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const styles = [(part: string) => part, camel, kebab, (part: string) => kebab(part).replaceAll('-', '_')];

const isName = (part: string) => part !== '' && !part.startsWith('{') && !/^v\d+$/.test(part);

/** Each part on its own under another name or in another style of writing; the path itself is not among them. */
export function otherSpellings(path: string): readonly string[] {
  const parts = path.split('/');
  const found = parts.flatMap((part, index) =>
    isName(part)
      ? [part, ...(otherNames[part] ?? [])]
          .flatMap((name) => styles.map((style) => style(name)))
          .map((name) => parts.with(index, name).join('/'))
      : [],
  );
  return [...new Set(found)].filter((other) => other !== path);
}
