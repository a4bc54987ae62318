import type { components } from '../../../openapi/generated/types.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Tenant } from '../../provider/businesses.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { businessIdOf, drain } from '../../provider/tenant.ts';
import type { Controls } from '../../target/controls.ts';
import type { TestData } from '../../target/test-data.ts';

export type KybOutcome = Parameters<NonNullable<Controls['reviewKyb']>>[2];

/** The tax identification number that approves in the sandbox. */
export const autoApprove = '000-XXX-AUTO-APPROVE';

type Submission = components['schemas']['KybSubmission'];

/** The unusual values of a submission. */
export interface KybValues {
  readonly taxId?: string;
  /** SSN of the principal, or of one of two. */
  readonly ssn?: string;
  /** Two principals, of whom the first or the second has the SSN. @defaultValue one principal */
  readonly ofTwo?: 'first' | 'second';
}

/** A submission without sentinels; the certificate is left out, because a file would have to be uploaded first. */
function submission({ address, emailDomain, fill }: TestData, { taxId, ssn, ofTwo }: KybValues): Submission {
  const usual: Submission = {
    legalName: 'Harmattan Textiles Limited',
    registrationId: 'RC-552190',
    taxId: '23481907-0001',
    incorporationDate: '2018-02-19',
    address,
    principals: [
      {
        firstName: 'Ngozi',
        lastName: 'Eze',
        dob: '1979-11-23',
        email: `ngozi.eze@${emailDomain}`,
        ssn: '512-40-7719',
      },
    ],
  };
  const { principals: [first, ...others] = [], ...body } = fill('submitKyb', usual);
  const partner = { ...first, firstName: 'Tunde', email: `tunde.eze@${emailDomain}`, ssn: '512-40-7720' };
  const own = ssn !== undefined && { ssn };
  const principals = [
    { ...first, ...(ofTwo !== 'second' && own) },
    ...others,
    ...(ofTwo === undefined ? [] : [{ ...partner, ...(ofTwo === 'second' && own) }]),
  ];
  return { ...body, principals, ...(taxId !== undefined && { taxId }) };
}

export const submitKyb = (scenario: Scenario, tenant: Tenant, values: KybValues = {}): Promise<ApiResponse> =>
  scenario.send('submitKyb', tenant.caller, {
    path: { businessId: businessIdOf(tenant) },
    body: submission(scenario.data, values),
  });

export const readKyb = (scenario: Scenario, tenant: Tenant): Promise<ApiResponse> =>
  scenario.send('readKyb', tenant.caller, { path: { businessId: businessIdOf(tenant) } });

/** Decides a verification as the reviewer of the target would. */
export async function reviewKyb(scenario: Scenario, tenant: Tenant, outcome: KybOutcome): Promise<void> {
  await scenario.control('reviewKyb')(scenario.controlSend, businessIdOf(tenant), outcome);
}

const verifications = new WeakMap<Tenant, Promise<boolean>>();

async function verify(scenario: Scenario, tenant: Tenant): Promise<boolean> {
  if (tenant.businessId === undefined || !scenario.has('submit-kyb', 'sandbox')) return false;
  const { status } = await submitKyb(scenario, tenant, { taxId: autoApprove });
  if (!isSuccess(status)) return false;
  await drain(scenario, tenant);
  return true;
}

/** Verifies a business with the sentinel of the sandbox, only once. @returns whether that was possible */
export function verifyBusiness(scenario: Scenario, tenant: Tenant): Promise<boolean> {
  const verification = verifications.get(tenant) ?? verify(scenario, tenant);
  verifications.set(tenant, verification);
  return verification;
}
