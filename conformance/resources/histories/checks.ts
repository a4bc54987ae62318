/** Histories of several clients that use the same objects at the same time. Only thorough runs play them. */
import fc from 'fast-check';
import { SequenceArbitrary } from '../../engine/sequences.ts';
import { type Check, type CheckDetails, property } from '../../provider/check.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { shareBalance, shareKeys, sharePayrollFunds } from './money.ts';
import { sharePastPayrolls, sharePayrollSaves } from './payrolls.ts';
import { shareBeneficiaries, shareJobs, shareSignatures, shareToken } from './people.ts';
import { type Fate, type PlanStep, play, type Shared } from './play.ts';
import { shareVerification } from './verification.ts';

const fewClients = 3;
const mostClients = 8;
const mostSteps = 24;

const fates: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fate>('answered') },
  { weight: 1, arbitrary: fc.constant<Fate>('lost') },
  { weight: 1, arbitrary: fc.constant<Fate>('lost late') },
);

/** The number of the objects, and what clients do with them. */
interface Uses {
  readonly objects: number;
  readonly verbs: readonly string[];
  readonly share: (scenario: Scenario) => Promise<Shared>;
}

/** All clients do the same at once, and the first of them does not get its answers. */
const rush = (verbs: readonly string[]): readonly PlanStep[] =>
  verbs.flatMap((verb) =>
    [1, 2, 3, 4].map(
      (client): PlanStep => ({ client, verb, object: 0, fate: client === 1 ? 'lost late' : 'answered' }),
    ),
  );

/** A client that did not get an answer repeats its request after others. */
const late = (verbs: readonly string[]): readonly PlanStep[] =>
  verbs.flatMap((verb): readonly PlanStep[] => [
    { client: 2, verb, object: 0, fate: 'answered' },
    { client: 1, verb, object: 0, fate: 'lost late' },
    { client: 1, verb, object: 0, fate: 'answered' },
  ]);

function historyCheck(
  details: Omit<CheckDetails, 'needs'> & Partial<Pick<CheckDetails, 'needs'>>,
  { objects, verbs, share }: Uses,
): Check {
  // A step has no parts, unlike a move.
  const step = (verb: string): fc.Arbitrary<PlanStep & { readonly parts?: readonly never[] }> =>
    fc.record({
      client: fc.oneof(fc.integer({ min: 1, max: fewClients }), fc.integer({ min: 1, max: mostClients })),
      verb: fc.constant(verb),
      object: fc.nat({ max: objects - 1 }),
      fate: verb.startsWith('read') ? fc.constant<Fate>('answered') : fates,
    });
  return property<readonly PlanStep[]>({
    ...details,
    needs: ['platform-token', ...(details.needs ?? [])],
    arbitrary: () => new SequenceArbitrary(verbs.map(step), mostSteps),
    examples: [rush(verbs), late(verbs.filter((verb) => !verb.startsWith('read')))],
    runs: ({ name, modelRuns }) => (name === 'thorough' ? Math.ceil(modelRuns / 10) : 0),
    run: async (scenario, plan) => play(scenario, await share(scenario), plan),
  });
}

export const historyChecks: readonly Check[] = [
  historyCheck(
    {
      id: 'histories.balance',
      title: 'Simultaneous deposits of several clients add up, also when answers are lost',
      covers: ['SANDBOX-001', 'HOOK-013'],
      needs: ['sandbox', 'list-wallets'],
    },
    { objects: 1, verbs: ['deposit', 'read balance'], share: shareBalance },
  ),
  historyCheck(
    {
      id: 'histories.idempotency',
      title: 'A key creates one business, however often and by however many clients it is sent',
      covers: ['PLATFORM-002', 'PLATFORM-003'],
      newBusinesses: 2,
    },
    { objects: 2, verbs: ['create'], share: shareKeys },
  ),
  historyCheck(
    {
      id: 'histories.payroll-funds',
      title:
        'Simultaneous approvals and deposits pay as many payrolls as the funds cover, and each of them once',
      covers: ['PAYROLL-024', 'PAYROLL-026', 'PAYROLL-042', 'PAYROLL-040', 'HOOK-013'],
      needs: ['sandbox', 'list-wallets', 'create-person', 'create-payroll', 'approve-payroll'],
    },
    { objects: 3, verbs: ['approve', 'deposit', 'read'], share: sharePayrollFunds },
  ),
  historyCheck(
    {
      id: 'histories.payroll-saves',
      title: 'Of simultaneous saves, the last one counts as a whole',
      covers: ['PAYROLL-012', 'PAYROLL-040', 'HOOK-013'],
      needs: ['create-person', 'create-payroll'],
    },
    { objects: 1, verbs: ['write', 'read'], share: sharePayrollSaves },
  ),
  historyCheck(
    {
      id: 'histories.past-payrolls',
      title: 'A payroll with a past date is Completed for every client once its approval has returned',
      covers: ['PAYROLL-035', 'PAYROLL-036', 'PAYROLL-040', 'HOOK-013'],
      needs: ['sandbox', 'create-person', 'create-payroll', 'approve-payroll'],
    },
    {
      objects: 2,
      verbs: ['approve', 'read', 'read payslips'],
      share: (scenario) => sharePastPayrolls(scenario, 2),
    },
  ),
  historyCheck(
    {
      id: 'histories.beneficiaries',
      title: 'Every client finds the beneficiaries that others have created',
      covers: ['BENEFICIARY-009'],
    },
    { objects: 1, verbs: ['create', 'read'], share: shareBeneficiaries },
  ),
  historyCheck(
    {
      id: 'histories.job-info',
      title: 'Of simultaneous updates of a job, the last one counts as a whole',
      covers: ['PERSON-012', 'EVENT-008', 'HOOK-013'],
      needs: ['create-person'],
    },
    { objects: 1, verbs: ['write', 'read'], share: shareJobs },
  ),
  historyCheck(
    {
      id: 'histories.verification',
      title: 'Simultaneous reviews and resubmissions leave the outcome of some order of them',
      covers: ['KYC-017', 'KYC-018', 'KYC-019', 'KYC-020', 'KYC-022', 'HOOK-013'],
      needs: ['sandbox'],
    },
    {
      objects: 2,
      verbs: ['resubmit', 'reject', 'approve', 'read'],
      share: shareVerification,
    },
  ),
  historyCheck(
    {
      id: 'histories.signatures',
      title: 'Simultaneous signatures of a contract are all kept',
      covers: ['CONTRACT-007', 'EVENT-048'],
      needs: ['create-person', 'sign-contract'],
    },
    { objects: 2, verbs: ['sign', 'read'], share: shareSignatures },
  ),
  historyCheck(
    {
      id: 'histories.tokens',
      title: 'A token is accepted from every client until it is revoked, and from none afterwards',
      covers: ['AUTH-002', 'AUTH-005'],
      needs: ['org-token'],
    },
    { objects: 1, verbs: ['revoke', 'read'], share: shareToken },
  ),
];
