import { authenticationRules } from './http/authentication-rules.ts';
import { validationRules } from './http/validation-rules.ts';
import { businessRules } from './resources/businesses/rules.ts';
import { createPayrollRules } from './resources/payrolls/rules.ts';
import { personRules } from './resources/persons/rules.ts';
import { walletRules } from './resources/wallets/rules.ts';
import { webhookRules } from './webhooks/rules.ts';

/** Every rule of the service by area: the document as pure functions. */
export const documentedRules = {
  authentication: authenticationRules,
  validation: validationRules,
  businesses: businessRules,
  persons: personRules,
  wallets: walletRules,
  payrolls: createPayrollRules(),
  webhooks: webhookRules,
};

export type Rules = typeof documentedRules;

/** Rules to use in place of the documented ones. */
export type RuleOverrides = { readonly [Area in keyof Rules]?: Partial<Rules[Area]> };

/** The documented rules with some of them replaced. */
export function withOverrides(overrides: RuleOverrides): Rules {
  return {
    authentication: { ...documentedRules.authentication, ...overrides.authentication },
    validation: { ...documentedRules.validation, ...overrides.validation },
    businesses: { ...documentedRules.businesses, ...overrides.businesses },
    persons: { ...documentedRules.persons, ...overrides.persons },
    wallets: { ...documentedRules.wallets, ...overrides.wallets },
    payrolls: { ...documentedRules.payrolls, ...overrides.payrolls },
    webhooks: { ...documentedRules.webhooks, ...overrides.webhooks },
  };
}
