/** Values of `line2` that decide the address in the sandbox: section "Sandbox-only behaviour". */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { type Check, example } from '../../provider/check.ts';
import { describe } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain, openTenant, timeOf } from '../../provider/tenant.ts';
import { openUser } from '../persons/actions.ts';
import {
  type Action,
  type ComponentName,
  decided,
  type KycFiles,
  type KycSubmission,
  readVerification,
  review,
  submission,
  uploadKycFiles,
  yearsLater,
} from './actions.ts';
import { sentinel as approvesIdentity } from './submissions.ts';

interface Applicant {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly files: KycFiles;
}

/** What a submission asks for by its values. */
interface Asked {
  readonly line2?: string;
  readonly number?: string;
}

function bodyOf(scenario: Scenario, { tenant, files }: Applicant, { line2, number }: Asked): KycSubmission {
  const expirationDate = yearsLater(timeOf(scenario, tenant));
  const { address, ...rest } = submission(scenario.data, files, { expirationDate, number });
  return { ...rest, address: { ...address, ...(line2 !== undefined && { line2 }) } };
}

const send = (
  scenario: Scenario,
  operation: 'submitKyc' | 'resubmitKyc',
  applicant: Applicant,
  asked: Asked = {},
) =>
  scenario.send(operation, applicant.tenant.caller, {
    path: { userId: applicant.userId },
    body: bodyOf(scenario, applicant, asked),
  });

async function openApplicant(scenario: Scenario, tenant: Tenant): Promise<Applicant> {
  const files = await uploadKycFiles(scenario, tenant.caller);
  // The document does not say whether an address without a proof counts as submitted.
  if (files === undefined) throw new CaseEnded('Without files, a proof of address cannot be submitted.');
  return { tenant, files, userId: await openUser(scenario, tenant) };
}

/** A user whose real values were taken, so that a refusal of the others is about their sentinels. */
async function openOrdinary(scenario: Scenario, tenant: Tenant): Promise<Applicant> {
  const applicant = await openApplicant(scenario, tenant);
  scenario.step('submit real values');
  const answer = await send(scenario, 'submitKyc', applicant);
  if (!succeeded(answer)) throw scenario.refusal('submitKyc', answer);
  const { statuses } = await readVerification(scenario, tenant.caller, applicant.userId);
  if (statuses.address === undefined) throw new CaseEnded('A read does not show the status of the address.');
  return applicant;
}

/** Sends values with sentinels, and requires what they ask for at once. */
async function requireDecision(
  scenario: Scenario,
  rule: RequirementId,
  operation: 'submitKyc' | 'resubmitKyc',
  applicant: Applicant,
  asked: Asked,
  wanted: Partial<Record<ComponentName, string>>,
): Promise<void> {
  const { tenant, userId } = applicant;
  const names = Object.keys(wanted) as ComponentName[];
  const words = names.map((name) => `${name} ${wanted[name]}`).join(' and ');
  const expected = `${words} at once, as configured in data.sentinels.address for line2 ${JSON.stringify(asked.line2)}`;
  const verb = operation === 'submitKyc' ? 'submit' : 'resubmit';
  const number = asked.number === undefined ? '' : `the number ${asked.number} and `;
  scenario.step(`${verb} values with ${number}line2 ${JSON.stringify(asked.line2)}`);
  const answer = await send(scenario, operation, applicant, asked);
  if (!scenario.require(rule, succeeded(answer), expected, describe(answer), anySuccess)) return;
  await drain(scenario, tenant);
  const { statuses, text } = await readVerification(scenario, tenant.caller, userId);
  scenario.require(
    rule,
    names.every((name) => statuses[name] === wanted[name]),
    expected,
    text,
  );
}

/** Rejects both components, after which both can be resubmitted whatever a target asks for. */
async function rejectBoth(scenario: Scenario, { tenant, userId }: Applicant): Promise<void> {
  for (const name of ['identity', 'address'] as const)
    await review(scenario, tenant.caller, userId, 'reject', name);
}

const given = (scenario: Scenario) => {
  const { address = {} } = scenario.target.data?.sentinels ?? {};
  return (['approve', 'reject'] as const).flatMap((action: Action) => {
    const line2 = address[action];
    return line2 === undefined ? [] : [{ line2, address: decided[action] }];
  });
};

export const addressSentinelChecks: readonly Check[] = [
  example({
    id: 'kyc.address-sentinels',
    title:
      'In the sandbox, each line2 sentinel leads to its outcome, in POST and PATCH and in any letter case',
    covers: ['SANDBOX-019'],
    needs: ['sandbox', 'address-sentinels'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const ordinary = await openOrdinary(scenario, tenant);
      for (const { line2, address } of given(scenario)) {
        for (const written of new Set([line2, line2.toUpperCase(), line2.toLowerCase()])) {
          const applicant = await openApplicant(scenario, tenant);
          const asked = { line2: written };
          await requireDecision(scenario, 'SANDBOX-019', 'submitKyc', applicant, asked, { address });
        }
      }
      const approval = given(scenario).find(({ address }) => address === 'approved');
      if (approval === undefined) return;
      await rejectBoth(scenario, ordinary);
      const { line2, address } = approval;
      await requireDecision(scenario, 'SANDBOX-019', 'resubmitKyc', ordinary, { line2 }, { address });
    },
  }),
  example({
    id: 'kyc.combined-sentinels',
    title: 'Identity and address sentinels can be combined in one request',
    covers: ['SANDBOX-020'],
    needs: ['sandbox', 'address-sentinels'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const ordinary = await openOrdinary(scenario, tenant);
      const number = approvesIdentity;
      for (const { line2, address } of given(scenario)) {
        const applicant = await openApplicant(scenario, tenant);
        const wanted = { identity: 'approved', address };
        await requireDecision(scenario, 'SANDBOX-020', 'submitKyc', applicant, { line2, number }, wanted);
      }
      const approval = given(scenario).find(({ address }) => address === 'approved');
      if (approval === undefined) return;
      await rejectBoth(scenario, ordinary);
      const { line2, address } = approval;
      const wanted = { identity: 'approved', address };
      await requireDecision(scenario, 'SANDBOX-020', 'resubmitKyc', ordinary, { line2, number }, wanted);
    },
  }),
];
