import type { ApiResponse, Scenario } from '../../provider/scenario.ts';
import { businessIdOf, type Tenant } from '../../provider/tenant.ts';
import type { Controls } from '../../target/controls.ts';

export type KybOutcome = Parameters<NonNullable<Controls['reviewKyb']>>[2];

/** The tax identification number that approves in the sandbox. */
export const autoApprove = '000-XXX-AUTO-APPROVE';

/** A submission without sentinels; the certificate is left out, because a file would have to be uploaded first. */
function submission(taxId = '23481907-0001', ssn = '512-40-7719') {
  return {
    legalName: 'Harmattan Textiles Limited',
    registrationId: 'RC-552190',
    taxId,
    incorporationDate: '2018-02-19',
    address: {
      countryCode: 'NG',
      line1: '5 Broad Street',
      city: 'Lagos',
      postalCode: '101221',
      state: 'Lagos',
    },
    principals: [
      {
        firstName: 'Ngozi',
        lastName: 'Eze',
        dob: '1979-11-23',
        email: 'ngozi.eze@example.com',
        ssn,
      },
    ],
  };
}

export const submitKyb = (
  scenario: Scenario,
  tenant: Tenant,
  taxId?: string,
  ssn?: string,
): Promise<ApiResponse> =>
  scenario.send('submitKyb', tenant.caller, {
    path: { businessId: businessIdOf(tenant) },
    body: submission(taxId, ssn),
  });

export const readKyb = (scenario: Scenario, tenant: Tenant): Promise<ApiResponse> =>
  scenario.send('readKyb', tenant.caller, { path: { businessId: businessIdOf(tenant) } });

/** Decides as the reviewer of the target would. */
export async function reviewKyb(scenario: Scenario, tenant: Tenant, outcome: KybOutcome): Promise<void> {
  await scenario.control('reviewKyb')(scenario.controlSend, businessIdOf(tenant), outcome);
}
