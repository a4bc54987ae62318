/** All blind faults, in the order of their sets and areas. */
import type { BlindFault } from '../fault.ts';
import { faults as access } from './access.ts';
import { faults as fields } from './fields.ts';
import { faults as lifecycle } from './lifecycle.ts';
import { faults as money } from './money.ts';
import { faults as secondEvents } from './second/events.ts';
import { faults as secondMoney } from './second/money.ts';
import { faults as secondPeople } from './second/people.ts';
import { faults as secondPlatform } from './second/platform.ts';

export const blindFaults: readonly BlindFault[] = [
  ...[...money, ...access, ...fields, ...lifecycle],
  ...[...secondMoney, ...secondEvents, ...secondPeople, ...secondPlatform],
];
