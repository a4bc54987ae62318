import { virtualAccountRules } from '../resources/virtual-accounts/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { asObject } from './field-faults.ts';
import { inEnvelopes } from './tools.ts';

/** Overlooks the identification of some requests, so that their accounts wait for the bank. */
const overlooking = (type: (type: string | undefined) => boolean): FaultOverrides => ({
  rules: {
    virtualAccounts: {
      create(state, { virtualAccountId, input }, context, now) {
        const { customIdentification, ...rest } = input;
        const command = type(customIdentification?.type) ? rest : input;
        return virtualAccountRules.create(state, { virtualAccountId, input: command }, context, now);
      },
    },
  },
});

/** Changes the payload of virtual-account.created. */
const inCreated = (
  change: (data: Readonly<Record<string, unknown>>, businessId: string) => Record<string, unknown>,
) =>
  inEnvelopes('data', (data, { delivery: { event, businessId } }) =>
    event.eventType === 'virtual-account.created'
      ? asObject((payload) => change(payload, businessId))(data)
      : data,
  );

export const virtualAccountFaults: readonly Fault[] = [
  {
    id: 'virtual-account-never-approved',
    title: 'A test that relies on the number 99999900 waits for a bank that does not exist.',
    area: 'virtual-account',
    breaks: ['VACC-003', 'VACC-004'],
    overrides: overlooking(() => true),
  },
  {
    id: 'virtual-account-approved-for-bvn-only',
    title: 'A tester who sends 99999900 as an SSN waits for a reviewer; only a BVN is approved.',
    area: 'virtual-account',
    breaks: ['VACC-004', 'VACC-003'],
    overrides: overlooking((type) => type === 'SSN'),
  },
  {
    id: 'virtual-account-approved-for-ssn-only',
    title: 'A tester who sends 99999900 as a BVN waits for a reviewer; only an SSN is approved.',
    area: 'virtual-account',
    breaks: ['VACC-004', 'VACC-003'],
    overrides: overlooking((type) => type === 'BVN'),
  },
  {
    id: 'virtual-account-of-user-and-business',
    title: 'A consumer books the account of a user for the business as well.',
    area: 'virtual-account',
    breaks: ['VACC-008'],
    overrides: inCreated((data, businessId) => ({ ...data, businessId })),
  },
  {
    id: 'virtual-account-of-nobody',
    title: 'A consumer hears of an account of the business and not whose it is.',
    area: 'virtual-account',
    breaks: ['VACC-008'],
    overrides: inCreated(({ businessId: _, ...data }) => data),
  },
];
