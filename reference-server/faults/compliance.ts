import { complianceRules } from '../resources/compliance/rules.ts';
import { type BusinessState, findRecord, type Outcome, withRecord } from '../state/business-state.ts';
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
    title: 'A business provides what is missing, hears that its filing goes on, and it does not.',
    breaks: ['FILING-003'],
    overrides: replacing('compliance', {
      moveFiling: changing(complianceRules.moveFiling, blockedAgain),
      satisfyRequirement: changing(complianceRules.satisfyRequirement, blockedAgain),
    }),
  },
  'unblocked-filing-skips-pending': {
    title: 'A filing goes into its review before anybody could look at what was missing.',
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
    title: 'A consumer hears that a filing waits and not which one.',
    breaks: ['FILING-004'],
    overrides: inEvents('filing.pending', 'resourceId', remove),
  },
  'filing-event-calls-the-resource-type-type': {
    title: 'A consumer does not find what an event of a filing is about.',
    breaks: ['FILING-004'],
    overrides: renamedIn(['filing.created', 'filing.in_review', 'filing.blocked'], 'resourceType', 'type'),
  },
  'remittance-event-without-resource-id': {
    title: 'A consumer hears that a remittance goes on and not which one.',
    breaks: ['REMITTANCE-003'],
    overrides: inEvents(remittances, 'resourceId', remove),
  },
  'remittance-event-resource-type-under-another-name': {
    title: 'A consumer does not find what kind of thing an event is about.',
    breaks: ['REMITTANCE-003'],
    overrides: renamedIn(['remittance.created', ...remittances], 'resourceType', 'type'),
  },
  'requirement-event-without-resource-type': {
    title: 'A consumer does not know what a requirement belongs to.',
    breaks: ['COMPLIANCE-003'],
    overrides: inEvents(['requirement.created', 'requirement.satisfied'], 'resourceType', remove),
  },
  'satisfied-requirement-event-without-resource-id': {
    title: 'A consumer hears that a requirement is satisfied and not which filing can go on.',
    breaks: ['COMPLIANCE-003'],
    overrides: inEvents('requirement.satisfied', 'resourceId', remove),
  },
  'filing-state-under-review': {
    title: 'A client that knows the states of filings meets one that it has no text for.',
    breaks: ['FILING-002'],
    overrides: inAnswers('readFiling', 'status', instead('in_review', 'under_review')),
  },
  'remittance-state-paid': {
    title: 'A client waits for a remittance to be completed that is shown as paid.',
    breaks: ['REMITTANCE-002'],
    overrides: inAnswers('listRemittances', 'data.*.status', instead('completed', 'paid')),
  },
  'requirement-state-done': {
    title: 'A client asks a business again for what it has provided.',
    breaks: ['COMPLIANCE-002'],
    overrides: inAnswers('listRequirements', 'data.*.status', instead('satisfied', 'done')),
  },
});
