/** The rules that can be tested in an environment. */
import { type Requirement, requirements } from '../../openapi/catalogue.ts';
import type { Environment } from '../engine/events.ts';

const why = 'This is a rule of production, which a sandbox cannot show.';

const ofSandbox: readonly Requirement[] = requirements.map((rule) =>
  rule.needs.includes('production') ? { ...rule, untestable: why } : rule,
);

/** In the sandbox, the rules of production are untestable instead of lacking a capability. */
export const rulesFor = (environment: Environment): readonly Requirement[] =>
  environment === 'sandbox' ? ofSandbox : requirements;
