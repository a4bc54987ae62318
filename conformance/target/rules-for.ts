/** The rules that can be tested in an environment. */
import { type Requirement, requirements } from '../../openapi/catalogue.ts';
import { scopeOf } from '../../openapi/scopes.ts';
import type * as engine from '../engine/catalogue.ts';
import type { Environment } from '../engine/events.ts';
import { whyUnreached } from './unreached.ts';

const why = 'This is a rule of production, which a sandbox cannot show.';

type Rule = Requirement & Pick<engine.Requirement, 'whyUnreached' | 'scope'>;

const all: readonly Rule[] = requirements.map((rule) => ({
  ...rule,
  scope: scopeOf(rule.id),
  whyUnreached: (vain) => whyUnreached(rule.id, vain),
}));

const ofSandbox: readonly Rule[] = all.map((rule) =>
  rule.needs.includes('production') ? { ...rule, untestable: why } : rule,
);

/** In the sandbox, the rules of production are untestable instead of lacking a capability. */
export const rulesFor = (environment: Environment): readonly Rule[] =>
  environment === 'sandbox' ? ofSandbox : all;
