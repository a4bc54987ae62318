import { complianceRules } from '../../reference-server/resources/compliance/rules.ts';
import {
  type BusinessState,
  findRecord,
  type Outcome,
  withRecord,
} from '../../reference-server/state/business-state.ts';
import { inEvents, renamedIn } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { changing, inAnswers, instead, remove, replacing } from './tools.ts';

/** Filings that were blocked and are pending, put back to being blocked. */
const blockedAgain = ({ state: after, events }: Outcome, before: BusinessState): Outcome => ({
  state: before.filings
    .filter(({ filing }) => filing.status === 'blocked')
    .map(({ id }) => findRecord(after.filings, id))
    .filter(({ filing }) => filing.status === 'pending')
    .reduce(
      (state, record) =>
        withRecord(state, 'filings', { ...record, filing: { ...record.filing, status: 'blocked' } }),
      after,
    ),
  events,
});

const remittances = ['remittance.processing', 'remittance.completed', 'remittance.failed'] as const;

export const complianceFaults = faultsOf('compliance', {
  'unblocked-filing-stays-blocked': {
    title: 'A filing stays blocked after it was announced as pending.',
    breaks: ['FILING-003'],
    overrides: replacing('compliance', {
      moveFiling: changing(complianceRules.moveFiling, blockedAgain),
      satisfyRequirement: changing(complianceRules.satisfyRequirement, blockedAgain),
    }),
  },
  'unblocked-filing-skips-pending': {
    title: 'An unblocked filing goes straight on to in_review instead of staying pending.',
    breaks: ['FILING-003'],
    overrides: replacing('compliance', {
      moveFiling(before, command, context) {
        const moved = complianceRules.moveFiling(before, command, context);
        const { status } = findRecord(before.filings, command.filingId).filing;
        if (status !== 'blocked' || command.status !== 'pending') return moved;
        return complianceRules.moveFiling(moved.state, { ...command, status: 'in_review' }, context);
      },
    }),
  },
  'filing-event-without-resource-id': {
    title: 'The event of a filing lacks the resourceId.',
    breaks: ['FILING-004'],
    overrides: inEvents('filing.pending', 'resourceId', remove),
  },
  'filing-event-calls-the-resource-type-type': {
    title: 'The event of a filing has the resource type in the field type.',
    breaks: ['FILING-004'],
    overrides: renamedIn(['filing.created', 'filing.in_review', 'filing.blocked'], 'resourceType', 'type'),
  },
  'remittance-event-without-resource-id': {
    title: 'The event of a remittance lacks the resourceId.',
    breaks: ['REMITTANCE-003'],
    overrides: inEvents(remittances, 'resourceId', remove),
  },
  'remittance-event-resource-type-under-another-name': {
    title: 'The event of a remittance has the resource type in another field.',
    breaks: ['REMITTANCE-003'],
    overrides: renamedIn(['remittance.created', ...remittances], 'resourceType', 'type'),
  },
  'requirement-event-without-resource-type': {
    title: 'The event of a requirement lacks the resourceType.',
    breaks: ['COMPLIANCE-003'],
    overrides: inEvents(['requirement.created', 'requirement.satisfied'], 'resourceType', remove),
  },
  'satisfied-requirement-event-without-resource-id': {
    title: 'The event of a satisfied requirement lacks the resourceId.',
    breaks: ['COMPLIANCE-003'],
    overrides: inEvents('requirement.satisfied', 'resourceId', remove),
  },
  'filing-state-under-review': {
    title: 'A filing has an undocumented state.',
    breaks: ['FILING-002'],
    overrides: inAnswers('readFiling', 'status', instead('in_review', 'under_review')),
  },
  'remittance-state-paid': {
    title: 'A completed remittance has the undocumented state paid.',
    breaks: ['REMITTANCE-002'],
    overrides: inAnswers('listRemittances', 'data.*.status', instead('completed', 'paid')),
  },
  'requirement-state-done': {
    title: 'A satisfied requirement has the undocumented state done.',
    breaks: ['COMPLIANCE-002'],
    overrides: inAnswers('listRequirements', 'data.*.status', instead('satisfied', 'done')),
  },
});
