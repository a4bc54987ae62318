import type { OperationId } from '../../openapi/description.ts';
import { Refusal } from '../refusal.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { createPayrollRules } from '../resources/payrolls/rules.ts';
import { personRules } from '../resources/persons/rules.ts';
import type { Outcome } from '../store/business-state.ts';
import type { DomainEvent } from '../webhooks/records.ts';
import type { Fault, FaultOverrides } from './fault.ts';

const payrollRules = createPayrollRules();

/**
 * Sends an event although the change that it is about is refused, as when it is sent before the transaction ends.
 *
 * @param rules of the operation, with `orAnnounced` around what may refuse.
 * @param path parameter of the path that names what the request is about.
 */
function announcedAnyway(
  operation: OperationId,
  path: string,
  rules: (
    orAnnounced: (id: string, state: Outcome['state'], event: DomainEvent, change: () => Outcome) => Outcome,
  ) => FaultOverrides['rules'] & object,
): FaultOverrides {
  const refusals = new Map<string, Refusal>();
  return {
    rules: rules((id, state, event, change) => {
      try {
        return change();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.set(id, error);
        return { state, events: [event] };
      }
    }),
    answer(answer, { id }, request) {
      const about = String(request?.path[path]);
      const refusal = id === operation ? refusals.get(about) : undefined;
      if (refusal === undefined) return answer;
      refusals.delete(about);
      return { status: refusal.status, body: refusal.body };
    },
  };
}

/** Events that are sent before what they are about is done, or although it never is. */
export const beforeCommitFaults: readonly Fault[] = [
  {
    id: 'refused-approval-announced',
    title: 'A consumer hears that a payroll was approved when its second approval was refused.',
    area: 'payroll',
    breaks: ['PAYROLL-040', 'HOOK-013'],
    overrides: () =>
      announcedAnyway('approvePayroll', 'payrollId', (orAnnounced) => ({
        payrolls: {
          approve: (state, command, now) =>
            orAnnounced(
              command.payrollId,
              state,
              { eventType: 'payroll.status.updated', data: { id: command.payrollId, status: 'approved' } },
              () => payrollRules.approve(state, command, now),
            ),
        },
      })),
  },
  {
    id: 'refused-resubmission-announced',
    title: 'A consumer shows a verified user as being verified because a resubmission was refused.',
    area: 'verification',
    breaks: ['KYC-022', 'EVENT-019'],
    overrides: () =>
      announcedAnyway('resubmitKyc', 'userId', (orAnnounced) => ({
        kyc: {
          resubmit: (state, command, now) =>
            orAnnounced(
              command.userId,
              state,
              {
                eventType: 'user.kyc.updated',
                data: { userId: command.userId, type: 'identity', status: 'processing' },
              },
              () => kycRules.resubmit(state, command, now),
            ),
        },
      })),
  },
  {
    id: 'refused-cancellation-announced',
    title:
      'A consumer gives the keys back to somebody who has left, because a late cancellation was refused.',
    area: 'person',
    breaks: ['LIFECYCLE-003', 'HOOK-013'],
    overrides: () =>
      announcedAnyway('cancelOffboarding', 'personId', (orAnnounced) => ({
        persons: {
          cancelOffboarding: (state, command, now) =>
            orAnnounced(
              command.personId,
              state,
              { eventType: 'person.offboarding.cancelled', data: { id: command.personId } },
              () => personRules.cancelOffboarding(state, command, now),
            ),
        },
      })),
  },
];
