/**
 * Sandbox behaviour that production must not have (section "Sandbox-only behaviour"), and the production rows of the
 * verification states. Writes only to a disposable environment.
 */
import type { Capability, RequirementId } from '../../openapi/catalogue.ts';
import type { OperationId } from '../../openapi/description.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { attempt, part, succeeded } from '../provider/answers.ts';
import type { Tenant } from '../provider/businesses.ts';
import { dateAfter } from '../provider/calendar.ts';
import { type Check, example } from '../provider/check.ts';
import { type EventData, EventLog } from '../provider/event-log.ts';
import { describe, show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import { advance, openTenant, orgCaller, platformCaller, timeOf } from '../provider/tenant.ts';
import { payrollBody } from '../provider/valid-requests.ts';
import { autoApprove, submitKyb } from '../resources/kyb/actions.ts';
import {
  type ComponentName,
  readVerification,
  submission,
  uploadKycFiles,
  yearsLater,
} from '../resources/kyc/actions.ts';
import { asDocumented, createPayroll, readStatus } from '../resources/payrolls/actions.ts';
import { createPerson, openUser } from '../resources/persons/actions.ts';
import { createVirtualAccount } from '../resources/virtual-accounts/actions.ts';

const day = 86_400;

/** Evaluates that production does not have such an operation, or rejects it. A server error shows nothing. */
async function requireRefusal(
  scenario: Scenario,
  requirement: RequirementId,
  id: OperationId,
  caller: Caller,
  input: OperationInput,
): Promise<void> {
  const answer = await scenario.sendUnjudged(id, caller, input);
  const isRefused = answer.status >= 400 && answer.status <= 499;
  if (!isRefused && !succeeded(answer))
    throw new CaseEnded(`${id} returned ${answer.status}, which is neither a success nor a rejection.`);
  scenario.require(requirement, isRefused, `${id} rejected, or not found, in production`, describe(answer));
}

/** Submits a verification; `number` replaces the number of the document. */
async function submit(scenario: Scenario, tenant: Tenant, number?: string): Promise<string> {
  const userId = await openUser(scenario, tenant);
  const files = await uploadKycFiles(scenario, tenant.caller);
  scenario.step(`submit a verification${number === undefined ? '' : ` with the number ${number}`}`);
  const expirationDate = yearsLater(timeOf(scenario, tenant));
  const body = submission(scenario.data, files ?? {}, { expirationDate, number });
  await scenario.succeed('submitKyc', tenant.caller, { path: { userId }, body });
  return userId;
}

async function requireNoPending(scenario: Scenario, caller: Caller, userId: string): Promise<void> {
  const { statuses } = await readVerification(scenario, caller, userId);
  for (const [component, status] of Object.entries(statuses)) {
    if (status === undefined) continue;
    scenario.require('KYC-003', status !== 'pending', `${component} not pending in production`, status);
  }
}

/** Lets the result of a verification arrive, and evaluates that it is shown and sent as an event. */
async function requireResult(
  scenario: Scenario,
  { caller }: Tenant,
  log: EventLog | undefined,
  userId: string,
  [type, result]: readonly [ComponentName, 'approved' | 'rejected'],
): Promise<void> {
  scenario.step(`deliver the result ${result} for the ${type}`);
  const conclude = scenario.control('concludeKyc');
  if (!(await attempt(() => conclude(scenario.controlSend, userId, type, result))))
    throw new CaseEnded(`The result of the ${type} verification could not be delivered.`);
  const { statuses } = await scenario.eventually(
    () => readVerification(scenario, caller, userId),
    (seen) => seen.statuses[type] === result,
  );
  const shown = statuses[type];
  if (shown !== undefined) scenario.require('KYC-015', shown === result, `${type} ${result}`, shown);
  if (log === undefined) return;
  const isResult = (data: EventData) =>
    data.userId === userId && data.type === type && data.status === result;
  const isSent = await scenario.eventually(
    async () => {
      await log.look();
      return log.of('user.kyc.updated').some(isResult);
    },
    (sent) => sent || scenario.conclusive,
  );
  scenario.requireDone('KYC-016', isSent, `user.kyc.updated with ${result} for ${type}`, 'no such event');
}

/** Evaluates that the auto-approve number of the sandbox approves no identity. */
async function numberApprovesNothing(scenario: Scenario): Promise<void> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const identityOf = async (userId: string) =>
    (await readVerification(scenario, caller, userId)).statuses.identity;
  // Somebody's verification may approve everything at once.
  if ((await identityOf(await submit(scenario, tenant))) === 'approved')
    throw new CaseEnded('A submission without a sentinel is also approved at once.');
  const userId = await openUser(scenario, tenant);
  const expirationDate = yearsLater(timeOf(scenario, tenant));
  const body = submission(scenario.data, {}, { expirationDate, number: 'auto-approve' });
  scenario.step('submit the sandbox sentinel auto-approve, without files');
  const answer = await scenario.send('submitKyc', caller, { path: { userId }, body });
  const identity = succeeded(answer) ? await identityOf(userId) : 'refused';
  scenario.require('SANDBOX-023', identity !== 'approved', 'identity not approved at once', show(identity));
}

/** A sandbox value that approves at once, and how to send it or an ordinary value in its place. */
interface Approval {
  readonly needs: readonly Capability[];
  /** The event that an approval sends. */
  readonly event: string;
  readonly words: string;
  readonly send: (scenario: Scenario, tenant: Tenant, value: 'ordinary' | 'sentinel') => Promise<unknown>;
}

const approvals: readonly Approval[] = [
  {
    needs: ['submit-kyb'],
    event: 'business.kyb.completed',
    words: `a business with the tax identification number ${autoApprove}`,
    send: (scenario, tenant, value) =>
      submitKyb(scenario, tenant, value === 'sentinel' ? { taxId: autoApprove } : {}),
  },
  {
    needs: ['create-virtual-account'],
    event: 'virtual-account.created',
    words: 'a virtual account with the customIdentification number 99999900',
    send: (scenario, { caller }, value) =>
      createVirtualAccount(scenario, caller, {
        type: 'SSN',
        number: value === 'sentinel' ? '99999900' : '51240771',
      }),
  },
];

/** Evaluates that a sandbox value causes no approval event, as an ordinary value does not. */
async function requireNoApproval(scenario: Scenario, { needs, event, words, send }: Approval): Promise<void> {
  if (!scenario.has('platform-token', 'webhooks', ...needs)) return;
  const isSent = async (value: 'ordinary' | 'sentinel') => {
    const tenant = await openTenant(scenario);
    const log = await EventLog.open(scenario, tenant);
    scenario.step(value === 'sentinel' ? `submit ${words}` : 'submit the same with an ordinary number');
    await send(scenario, tenant, value);
    await log.look(event);
    return log.of(event).length > 0;
  };
  if (await isSent('ordinary')) throw new CaseEnded(`An ordinary number also sends ${event} at once.`);
  scenario.require('SANDBOX-023', !(await isSent('sentinel')), `no ${event} for ${words}`, event);
}

export const productionChecks: readonly Check[] = [
  example({
    id: 'production.users',
    title: 'In production, no existing verification is pending',
    covers: ['KYC-003'],
    needs: ['production', 'known-user'],
    reads: 'existing',
    run: async (scenario) => {
      for (const userId of scenario.target.fixtures?.users ?? []) {
        for (const caller of [
          ...(scenario.has('org-token') ? [orgCaller(scenario)] : []),
          ...(scenario.has('platform-token') ? [platformCaller(scenario)] : []),
        ]) {
          scenario.independentStep(`read the verification of ${userId}`);
          await requireNoPending(scenario, caller, userId);
        }
      }
    },
  }),
  example({
    id: 'production.verification',
    title: 'In production, a verification reaches a result and is never pending',
    covers: ['KYC-003', 'KYC-015', 'KYC-016'],
    needs: ['production'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario, 'moves');
      const log = scenario.has('webhooks') ? await EventLog.open(scenario, tenant) : undefined;
      const userId = await submit(scenario, tenant);
      await requireNoPending(scenario, tenant.caller, userId);
      if (scenario.has('clock')) {
        scenario.step('advance the clock by two days, to wait for a result');
        await advance(scenario, tenant, 2 * day);
        await requireNoPending(scenario, tenant.caller, userId);
      }
      if (!scenario.has('conclude-kyc')) return;
      await part(scenario, ['KYC-015', 'KYC-016'], async () => {
        await requireResult(scenario, tenant, log, userId, ['identity', 'approved']);
        await requireResult(scenario, tenant, log, userId, ['address', 'rejected']);
      });
    },
  }),
  example({
    id: 'production.review',
    title: 'Production does not offer the sandbox review of a verification',
    covers: ['SANDBOX-009'],
    needs: ['production'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const userId = await submit(scenario, tenant);
      scenario.step('approve the identity as in the sandbox');
      const body = { action: 'approve', type: 'identity' };
      await requireRefusal(scenario, 'SANDBOX-009', 'reviewKyc', tenant.caller, { path: { userId }, body });
    },
  }),
  example({
    id: 'production.deposit',
    title: 'Production does not offer deposits of test funds',
    covers: ['SANDBOX-021'],
    needs: ['production'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const value = { amount: 100, currency: scenario.data.currency };
      scenario.step('deposit test funds as in the sandbox');
      const body = { value, description: 'Funds for the run' };
      await requireRefusal(scenario, 'SANDBOX-021', 'createBusinessDeposit', caller, { body });
    },
  }),
  example({
    id: 'production.past-payroll',
    title: 'In production, a payroll with a past date does not complete without funds',
    covers: ['SANDBOX-022'],
    // A new business has no money.
    needs: ['production', 'platform-token', 'create-payroll', 'approve-payroll', 'create-person'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const personId = await createPerson(scenario, caller);
      const path = { payrollId: await createPayroll(scenario, caller) };
      const body = payrollBody(scenario.data, dateAfter(timeOf(scenario, tenant), -3), [
        { personId, salary: 500_000 },
      ]);
      scenario.step('save and approve a payroll of three days ago');
      const saved = await scenario.send('savePayroll', caller, { path, body });
      const approved = succeeded(saved) && (await scenario.send('approvePayroll', caller, { path }));
      // The document does not show whether production accepts such a date.
      const status = approved ? await readStatus(scenario, caller, path.payrollId) : 'refused';
      const holds = asDocumented(status) !== 'Completed';
      scenario.require('SANDBOX-022', holds, 'a payroll without funds not Completed', status);
    },
  }),
  example({
    id: 'production.sentinel',
    title: 'In production, the sandbox values that approve at once approve nothing',
    covers: ['SANDBOX-023'],
    needs: ['production'],
    run: async (scenario) => {
      await part(scenario, ['SANDBOX-023'], () => numberApprovesNothing(scenario));
      for (const approval of approvals)
        await part(scenario, ['SANDBOX-023'], () => requireNoApproval(scenario, approval));
    },
  }),
];
