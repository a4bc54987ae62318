import { beneficiaryRules } from '../resources/beneficiaries/rules.ts';
import { businessRules } from '../resources/businesses/rules.ts';
import { complianceRules } from '../resources/compliance/rules.ts';
import { contractRules } from '../resources/contracts/rules.ts';
import { externalAccountRules } from '../resources/external-accounts/rules.ts';
import { fileRules } from '../resources/files/rules.ts';
import { invoiceRules } from '../resources/invoices/rules.ts';
import { kybRules } from '../resources/kyb/rules.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { payoutRules } from '../resources/payouts/rules.ts';
import { createPayrollRules } from '../resources/payrolls/rules.ts';
import { personRules } from '../resources/persons/rules.ts';
import { reimbursementRules } from '../resources/reimbursements/rules.ts';
import { taxRules } from '../resources/tax/rules.ts';
import { authenticationRules } from '../resources/tokens/authentication.ts';
import { tokenRules } from '../resources/tokens/rules.ts';
import { transactionRules } from '../resources/transactions/rules.ts';
import { userRules } from '../resources/users/rules.ts';
import { validationRules } from '../resources/validation.ts';
import { virtualAccountRules } from '../resources/virtual-accounts/rules.ts';
import { walletRules } from '../resources/wallets/rules.ts';
import type { ProgressRules } from '../state/rule.ts';
import { webhookRules } from '../webhooks/rules.ts';

/** Every rule of the service by area: the document as pure functions. */
export const documentedRules = {
  authentication: authenticationRules,
  validation: validationRules,
  tokens: tokenRules,
  businesses: businessRules,
  kyb: kybRules,
  persons: personRules,
  users: userRules,
  kyc: kycRules,
  files: fileRules,
  contracts: contractRules,
  payrolls: createPayrollRules(),
  wallets: walletRules,
  transactions: transactionRules,
  beneficiaries: beneficiaryRules,
  payouts: payoutRules,
  invoices: invoiceRules,
  reimbursements: reimbursementRules,
  tax: taxRules,
  virtualAccounts: virtualAccountRules,
  externalAccounts: externalAccountRules,
  compliance: complianceRules,
  webhooks: webhookRules,
};

export type Rules = typeof documentedRules;

/** The areas in which something happens by itself, in the order in which they take their turns. */
export const progressAreas = (rules: Rules): readonly ProgressRules[] => [
  rules.transactions,
  rules.payrolls,
  rules.payouts,
  rules.reimbursements,
  rules.compliance,
  rules.persons,
  rules.kyc,
  rules.virtualAccounts,
  rules.invoices,
];

/** Rules to use in place of the documented ones. */
export type RuleOverrides = { readonly [Area in keyof Rules]?: Partial<Rules[Area]> };

/** The documented rules with some of them replaced. */
export function withOverrides(overrides: RuleOverrides): Rules {
  const replacements: Readonly<Record<string, object | undefined>> = overrides;
  const areas: readonly (readonly [string, object])[] = Object.entries(documentedRules);
  const replaced = areas.map(([area, rules]) => [area, { ...rules, ...replacements[area] }]);
  // Every area is there, and an override has the type of what it replaces.
  return Object.fromEntries(replaced) as unknown as Rules;
}
