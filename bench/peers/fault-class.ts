/** What kind of slip a fault is, by a rule of its own: no person and no check has a say in which faults the tools are tried on. */
import { type RequirementId, requirement, stateMachines } from '../../openapi/catalogue.ts';
import description from '../../openapi/generated/openapi.json' with { type: 'json' };

export const faultClasses = [
  'crash',
  'schema',
  'validation',
  'authentication',
  'lifecycle',
  'domain',
  'webhook',
  'time',
] as const;

export type FaultClass = (typeof faultClasses)[number];

/** What the classification looks at. */
export interface Classified {
  readonly id: string;
  /** Requirements that the fault breaks, the nearest first. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
}

/** Rules about what is to be refused, beside those whose requirement is about a body that is not valid. */
const refusals = new Set<string>([
  ...['ERR-002', 'ERR-003', 'ERR-004', 'ERR-008', 'SANDBOX-002', 'SANDBOX-008', 'FIELD-003', 'TOKEN-002'],
  ...[
    'PERSON-003',
    'PERSON-004',
    'USER-006',
    'USER-007',
    'BENEFICIARY-011',
    'LIMIT-004',
    'KYC-031',
    'KYC-032',
  ],
  ...['KYB-009', 'KYB-010'],
]);

/** Rules about when something happens or how long it lasts. */
const isAboutTime = (id: string) =>
  /^(EXPIRY|RETRY)-/.test(id) ||
  ['LIMIT-001', 'LIMIT-002', 'LIMIT-003', 'TOKEN-005', 'PAYROLL-030', 'PAYROLL-031'].includes(id);

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

const moves = new Set<string>(
  stateMachines.flatMap(({ transitions }) => transitions.flatMap((transition) => transition.requirements)),
);

/**
 * The class of a fault, by its id where it makes the server fail, and otherwise by the nearest requirement that it breaks. The
 * first that fits counts.
 */
export function classOf({ id, breaks: [nearest] }: Classified): FaultClass {
  const { section, events, statement } = requirement(nearest);
  const isMove = moves.has(nearest) && !statement.includes(' sends ');
  if (/-answers?-500$|-fails$/.test(id)) return 'crash';
  if (isAboutTime(nearest)) return 'time';
  if (/^(AUTH|TOKEN)-/.test(nearest) || nearest === 'PLATFORM-008') return 'authentication';
  if (/^(EVENT|HOOK)-/.test(nearest) || (events.length > 0 && !isMove)) return 'webhook';
  if (refusals.has(nearest)) return 'validation';
  if (shapes.has(nearest)) return 'schema';
  if (isMove || /states|lifecycle/i.test(section)) return 'lifecycle';
  return 'domain';
}
