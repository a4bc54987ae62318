/** Classifies faults, so that tools can be compared by what they find. */
import { findRequirement, type RequirementId, stateMachines } from '../../openapi/catalogue.ts';
import description from '../../openapi/generated/openapi.json' with { type: 'json' };
import { rulesOf } from '../../openapi/transitions.ts';
import type { Fault } from './fault.ts';

export const faultClasses = [
  /** The server stumbles: it answers 500 to what it should understand. */
  'crash',
  /** An answer has not the shape that the document shows. */
  'schema',
  /** What is not valid is accepted or refused in another way. */
  'validation',
  /** Keys, tenants and permissions. */
  'authentication',
  /** A thing is in another state than its history leads to. */
  'lifecycle',
  /** An answer of the right shape says or does the wrong thing: values, money, filters, pages. */
  'domain',
  /** Events: missing, doubled, wrong, unsigned, or delivered in another way. */
  'webhook',
  /** Something happens too early, too late or never, by the clock. */
  'time',
] as const;

export type FaultClass = (typeof faultClasses)[number];

/** Rules about what is to be refused. */
const refusals: ReadonlySet<RequirementId> = new Set<RequirementId>([
  ...(['ERR-002', 'ERR-003', 'ERR-004', 'ERR-008', 'SANDBOX-002', 'SANDBOX-008', 'FIELD-003'] as const),
  ...(['PERSON-003', 'PERSON-004', 'USER-006', 'USER-007', 'BENEFICIARY-011', 'LIMIT-004'] as const),
  ...(['KYC-031', 'KYC-032', 'KYB-009', 'KYB-010', 'TOKEN-002'] as const),
]);

/** Rules about when something happens or how long it lasts, beside those of expiry and retries. */
const times: ReadonlySet<RequirementId> = new Set<RequirementId>([
  ...(['LIMIT-001', 'LIMIT-002', 'LIMIT-003', 'TOKEN-005', 'PAYROLL-030', 'PAYROLL-031'] as const),
]);

function requirementsIn(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return into;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'x-requirement') for (const id of [child].flat()) into.add(String(id));
    else requirementsIn(child, into);
  }
  return into;
}

/** Rules that are the shape of something which the description names. */
const shapes = requirementsIn(description.components.schemas);

const moves = new Set<string>(stateMachines.flatMap(({ transitions }) => transitions.flatMap(rulesOf)));

/**
 * The class of a fault, by its id where it makes the server fail, and otherwise by the nearest requirement that it
 * breaks, so that nobody has a say in it fault by fault. The first that fits counts.
 */
export function classOf({ id, breaks: [nearest] }: Pick<Fault, 'id' | 'breaks'>): FaultClass {
  const found = findRequirement(nearest);
  if (found === undefined) throw new Error(`The fault ${id} names the unknown requirement ${nearest}.`);
  const { section, events, statement } = found;
  const isMove = moves.has(nearest) && !statement.includes(' sends ');
  if (/-answers?-500$|-fails$/.test(id)) return 'crash';
  if (/^(EXPIRY|RETRY)-/.test(nearest) || times.has(nearest)) return 'time';
  if (/^(AUTH|TOKEN)-/.test(nearest) || nearest === 'PLATFORM-008') return 'authentication';
  if (/^(EVENT|HOOK)-/.test(nearest) || (events.length > 0 && !isMove)) return 'webhook';
  if (refusals.has(nearest)) return 'validation';
  if (shapes.has(nearest)) return 'schema';
  if (isMove || /states|lifecycle/i.test(section)) return 'lifecycle';
  return 'domain';
}
