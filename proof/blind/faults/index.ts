/** All blind faults, in the order of their areas. */
import type { BlindFault } from '../fault.ts';
import { faults as access } from './access.ts';
import { faults as fields } from './fields.ts';
import { faults as lifecycle } from './lifecycle.ts';
import { faults as money } from './money.ts';

export const blindFaults: readonly BlindFault[] = [...money, ...access, ...fields, ...lifecycle];
