/** Sections "Beneficiary" and "Beneficiaries and payouts" of the interface document. */
import fc from 'fast-check';
import { operation } from '../../openapi/description.ts';
import { readAll } from '../actions/cursor.ts';
import {
  type Beneficiary,
  type BeneficiaryInput,
  beneficiaryInput,
  createBeneficiary,
} from '../actions/payouts.ts';
import { openTenant } from '../actions/tenant.ts';
import { type Check, example, property } from '../engine/check.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import { type BodyViolation, bodyViolations } from '../generate/violations.ts';
import { requireUnixSeconds } from './unix-seconds.ts';

const full = beneficiaryInput();

/** What may be left out; the name, the country and the currency are always given. */
const parts = ['email', 'kyc', 'bank', 'address', 'line2', 'idNumber', 'dateOfBirth', 'bankName'] as const;
type Part = (typeof parts)[number];

function inputWithout(absent: readonly Part[], name: string): BeneficiaryInput {
  const has = (part: Part) => !absent.includes(part);
  const { kyc = {}, paymentDetails } = full;
  const { bank = {} } = paymentDetails;
  const { address = {}, bankName, ...plainBank } = bank;
  const { line2, ...plainAddress } = address;
  const { idNumber, dateOfBirth, ...plainKyc } = kyc;
  return {
    name,
    countryCode: full.countryCode,
    currency: full.currency,
    ...(has('email') && { email: full.email }),
    ...(has('kyc') && {
      kyc: {
        ...plainKyc,
        ...(has('idNumber') && { idNumber }),
        ...(has('dateOfBirth') && { dateOfBirth }),
      },
    }),
    paymentDetails: {
      preferredMethod: 'bank',
      ...(has('bank') && {
        bank: {
          ...plainBank,
          ...(has('bankName') && { bankName }),
          ...(has('address') && { address: { ...plainAddress, ...(has('line2') && { line2 }) } }),
        },
      }),
    },
  } as BeneficiaryInput;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The documented texts inside paymentDetails and kyc, under the name of the object that holds them. */
const texts = {
  bank: ['accountName', 'accountNumber', 'accountType', 'bankCode', 'bankName', 'branchName', 'email'],
  address: ['line1', 'line2', 'city', 'postalCode', 'state', 'countryCode'],
  kyc: [
    'firstName',
    'lastName',
    'dateOfBirth',
    'countryCode',
    'idType',
    'idNumber',
    'idFileFront',
    'idFileBack',
  ],
} as const;

/**
 * Evaluates that what is absent is an empty string. An object that was never given may be missing as a whole; of one
 * that is there, every documented text is a string.
 */
function requireEmptyStrings(scenario: Scenario, listed: Beneficiary): void {
  const { kyc, paymentDetails } = listed as { readonly kyc?: unknown; readonly paymentDetails?: unknown };
  const bank = isRecord(paymentDetails) ? paymentDetails.bank : undefined;
  const address = isRecord(bank) ? bank.address : undefined;
  for (const [name, holder] of Object.entries({ bank, address, kyc })) {
    scenario.require('BENEFICIARY-007', holder !== null, {
      expected: `${name} with empty strings for what is absent`,
      actual: `${name}: null`,
    });
    if (!isRecord(holder)) continue;
    for (const field of texts[name as keyof typeof texts]) {
      scenario.require('BENEFICIARY-007', typeof holder[field] === 'string', {
        expected: `${name}.${field} as a string, which is empty when there is nothing to show`,
        actual: field in holder ? show(holder[field]) : `no ${field}`,
      });
    }
  }
}

const names = ['Adaeze Okafor', 'José Núñez', 'Zoë', '李小龍', "Siobhán O'Neill", 'محمد', 'X'];

async function findBeneficiary(scenario: Scenario, caller: Parameters<typeof readAll>[2], id: string) {
  const { items, complete } = await readAll<Beneficiary>(scenario, 'listBeneficiaries', caller);
  return { listed: items.find((beneficiary) => beneficiary?.id === id), complete };
}

/** A file id need not look like a UUID: only its type is held against a target. */
const isDocumented = ({ path, body }: BodyViolation) =>
  path.at(-1) !== 'idFileFront' || typeof (body as BeneficiaryInput).kyc?.idFileFront !== 'string';

export const beneficiaryChecks: readonly Check[] = [
  property({
    id: 'beneficiaries.list',
    title: 'A created beneficiary is listed, with empty strings for what it was not given',
    covers: [
      'BENEFICIARY-001',
      'BENEFICIARY-002',
      'BENEFICIARY-003',
      'BENEFICIARY-004',
      'BENEFICIARY-005',
      'BENEFICIARY-006',
      'BENEFICIARY-007',
      'BENEFICIARY-008',
      'BENEFICIARY-009',
      'BENEFICIARY-010',
      'CONV-011',
    ],
    needs: [],
    examples: [
      { absent: [], name: 'Adaeze Okafor' },
      { absent: [...parts], name: 'Adaeze Okafor' },
    ],
    arbitrary: () => fc.record({ absent: fc.subarray([...parts]), name: fc.constantFrom(...names) }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, { absent, name }) => {
      const { caller } = await openTenant(scenario);
      scenario.step(`create a beneficiary${absent.length === 0 ? '' : ` without ${absent.join(', ')}`}`);
      const body = inputWithout(absent, name);
      // Which fields are required is not shown: a target may need some that are left out here.
      const attempt = await scenario.send('createBeneficiary', caller, { body });
      const { id: answered } = (attempt.json ?? {}) as { readonly id?: unknown };
      const id =
        attempt.status < 300 && typeof answered === 'string'
          ? answered
          : await createBeneficiary(scenario, caller, { ...full, name });
      const given = { name, countryCode: full.countryCode, currency: full.currency };
      scenario.step('list the beneficiaries');
      const { listed, complete } = await findBeneficiary(scenario, caller, id);
      if (listed === undefined && !complete) {
        scenario.skip(
          'BENEFICIARY-009',
          'The beneficiary is not on the first page, and no other can be read.',
        );
        return;
      }
      const shown = listed && {
        name: listed.name,
        countryCode: listed.countryCode,
        currency: listed.currency,
      };
      scenario.require('BENEFICIARY-009', show(shown) === show(given), {
        expected: `a beneficiary ${id} with ${show(given)}`,
        actual: listed === undefined ? 'no such beneficiary' : show(shown),
      });
      if (listed === undefined) return;
      requireEmptyStrings(scenario, listed);
      if (listed.kyc !== undefined) {
        scenario.require('BENEFICIARY-006', listed.kyc?.idFileBack === '', {
          expected: 'idFileBack as an empty string',
          actual: show(listed.kyc?.idFileBack),
        });
      }
      requireUnixSeconds(scenario, 'BENEFICIARY-005', 'createdTimestamp', listed.createdTimestamp);
      requireUnixSeconds(scenario, 'BENEFICIARY-005', 'lastUpdatedTimestamp', listed.lastUpdatedTimestamp);
    },
  }),
  example({
    id: 'beneficiaries.bodies',
    title: 'Creating a beneficiary refuses every body that is not valid, and creates nothing',
    covers: ['BENEFICIARY-011', 'ERR-001', 'ERR-005'],
    needs: [],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const name = 'Never to be listed';
      const valid = { ...full, name };
      const schema = operation('createBeneficiary').requestBody;
      if (schema === undefined) throw new Error('createBeneficiary takes no body');
      for (const { path, what, body } of bodyViolations(schema, valid).filter(isDocumented)) {
        const field = path.join('.');
        scenario.probe(`create a beneficiary with ${what} as ${field === '' ? 'the body' : field}`);
        const { status, json, text } = await scenario.send('createBeneficiary', caller, { body });
        const code = (json as { code?: unknown } | undefined)?.code;
        scenario.require('BENEFICIARY-011', status === 400 && code === 'invalid_request_body', {
          expected: '400 with the code invalid_request_body',
          actual: `${status} with ${show(json ?? text)}`,
        });
      }
      scenario.step('list the beneficiaries');
      const { items } = await readAll<Beneficiary>(scenario, 'listBeneficiaries', caller);
      if (!scenario.has('platform-token')) return;
      scenario.require('ERR-005', items.length === 0, {
        expected: 'no beneficiary',
        actual: `${items.length} beneficiaries: ${show(items.map((item) => item?.name))}`,
      });
    },
  }),
];
