/** Documented, testable requirements that no fault breaks yet. */
import type { RequirementId } from '../../openapi/catalogue.ts';

/** This list may only shrink: it holds what the server does not serve yet. */
export const withoutFault: readonly RequirementId[] = ['LIMIT-002', 'LIMIT-003'];
