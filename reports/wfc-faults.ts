/** Faults in the classification of the Web Fuzzing Commons (0.12), and our own where it has none. */
import type { Finding } from '../conformance/engine/finding.ts';
import { shownByAnswers } from '../openapi/answer-requirements.ts';
import type { Level, RequirementId } from '../openapi/catalogue.ts';
import { lastExchange } from './place.ts';

export interface FaultCategory {
  readonly id: string;
  readonly code: number;
}

const fault = (code: number, id: string): FaultCategory => ({ id, code });

const internalError = fault(100, 'HTTP_STATUS_500');
const unknownStatus = fault(101, 'HTTP_STATUS_NO_NON_STANDARD_CODES');
const otherServerError = fault(121, 'HTTP_OTHER_STATUS_5XX');
const invalidResponse = fault(200, 'SCHEMA_INVALID_RESPONSE');
const notImplemented = fault(205, 'SCHEMA_STATUS_NO_501_IF_IMPLEMENTED');
const validationBypass = fault(206, 'SCHEMA_VALIDATION_BYPASS');
const validInputRejected = fault(207, 'SCHEMA_VALID_INPUT_REJECTED');
const authenticationNotEnforced = fault(311, 'SECURITY_DECLARED_AUTH_NOT_ENFORCED');

/** 900 to 999 are for the categories of a tool. */
const own: Readonly<Record<Level, FaultCategory>> = {
  documented: fault(900, 'CONFORMANCE_DOCUMENTED_RULE'),
  observed: fault(901, 'CONFORMANCE_OBSERVED_RULE'),
  assumed: fault(902, 'CONFORMANCE_ASSUMED_RULE'),
};

/** Rules about the outcome of a request, by how it was answered where they are broken as the category says. */
const outcomes: readonly {
  readonly requirements: readonly RequirementId[];
  readonly answered: 2 | 4;
  readonly category: FaultCategory;
}[] = [
  { requirements: ['AUTH-001', 'AUTH-002', 'AUTH-003'], answered: 2, category: authenticationNotEnforced },
  { requirements: ['ERR-002', 'TOKEN-002', 'LIMIT-004'], answered: 2, category: validationBypass },
  { requirements: ['ERR-007'], answered: 4, category: validInputRejected },
];

function ofStatus(status: number): FaultCategory | undefined {
  if (status === 500) return internalError;
  if (status === 501) return notImplemented;
  if (status < 100 || status > 599) return unknownStatus;
  return status > 500 ? otherServerError : undefined;
}

/** The category of fault of a finding: by the status of its last response, by the rule, else one of our own. */
export function faultCategoryOf(finding: Finding): FaultCategory {
  const { requirement, level } = finding;
  const status = lastExchange(finding)?.response?.status;
  const byStatus = status === undefined ? undefined : ofStatus(status);
  if (byStatus !== undefined) return byStatus;
  const outcome = outcomes.find(
    ({ requirements, answered }) =>
      requirements.some((id) => id === requirement) &&
      status !== undefined &&
      Math.floor(status / 100) === answered,
  );
  if (outcome !== undefined) return outcome.category;
  return shownByAnswers.has(requirement) ? invalidResponse : own[level];
}
