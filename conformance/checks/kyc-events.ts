/** Section "Event list and payloads" of the interface document: the verification of users. */
import fc from 'fast-check';
import { itemsOf, succeeded } from '../actions/answers.ts';
import { EventLog } from '../actions/event-log.ts';
import { idDetails } from '../actions/kyc.ts';
import { createPerson, dateAfter } from '../actions/payroll.ts';
import { advance, openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, example, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';

type Component = 'identity' | 'address';

/** A move of a user's verification. */
type Move = 'submit' | 'resubmit' | 'auto-approve' | `${'approve' | 'reject'} ${Component}`;

const moves: readonly Move[] = [
  'submit',
  'auto-approve',
  'resubmit',
  'approve identity',
  'reject identity',
  'approve address',
  'reject address',
];

async function createUser(scenario: Scenario, { caller }: Tenant): Promise<string> {
  scenario.setup('create a person and a user');
  const personId = await createPerson(scenario, caller);
  await scenario.succeed('inviteUser', caller, { body: { personId } });
  const users = itemsOf(await scenario.succeed('listUsers', caller, { query: { personId } }));
  const id = users.find((user) => user.personId === personId)?.id;
  if (typeof id !== 'string') throw new CaseEnded('The invited user is not listed.');
  return id;
}

const submission = (number: string, expirationDate: string) => ({
  firstName: 'Adaeze',
  lastName: 'Okafor',
  dob: '1991-08-14',
  nationality: 'NG',
  idDetails: idDetails(number, expirationDate),
});

/** What surely became of which component; undefined when the document leaves it open, or when the move was refused. */
async function make(
  scenario: Scenario,
  { caller }: Tenant,
  userId: string,
  move: Move,
): Promise<readonly [Component, string] | undefined> {
  const path = { userId };
  switch (move) {
    case 'submit':
    case 'resubmit': {
      const body = submission('A08124567', '2035-05-03');
      const operation = move === 'submit' ? 'submitKyc' : 'resubmitKyc';
      return succeeded(await scenario.send(operation, caller, { path, body }))
        ? ['identity', 'processing']
        : undefined;
    }
    case 'auto-approve': {
      const body = submission('auto-approve', '2035-05-03');
      return succeeded(await scenario.send('submitKyc', caller, { path, body }))
        ? ['identity', 'approved']
        : undefined;
    }
    case 'approve identity':
    case 'reject identity':
    case 'approve address':
    case 'reject address': {
      const [action, type] = move.split(' ') as ['approve' | 'reject', Component];
      await scenario.succeed('reviewKyc', caller, { path, body: { action, type } });
      return [type, action === 'approve' ? 'approved' : 'rejected'];
    }
    default:
      return move satisfies never;
  }
}

export const kycEventChecks: readonly Check[] = [
  property<readonly Move[]>({
    id: 'events.kyc',
    title: 'Every change of the status of a verification is announced with user, component and status',
    covers: ['EVENT-018', 'EVENT-019'],
    needs: ['sandbox', 'create-person', 'invite-user', 'webhooks', 'drain'],
    examples: [
      ['submit', 'reject identity', 'resubmit', 'approve identity'],
      ['auto-approve', 'reject address', 'approve address'],
    ],
    arbitrary: () => fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 5 }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, chosen) => {
      const tenant = await openTenant(scenario);
      const log = await EventLog.open(scenario, tenant);
      const userId = await createUser(scenario, tenant);
      const known: Partial<Record<Component, string>> = {};
      for (const move of chosen) {
        await log.look();
        scenario.step(move);
        const change = await make(scenario, tenant, userId, move);
        if (change === undefined) continue;
        const [type, status] = change;
        const repeated = known[type] === status;
        known[type] = status;
        await log.look();
        const events = log.fresh.filter((event) => event.type === 'user.kyc.updated').map(({ data }) => data);
        if (log.alone) {
          const stray = events.find((data) => data.userId !== userId);
          scenario.require('EVENT-018', stray === undefined, {
            expected: `user.kyc.updated with the userId ${userId}`,
            actual: show(stray?.userId),
          });
        }
        // Whether a decision that changes nothing is announced again is not shown.
        if (repeated) continue;
        const announced = events.some(
          (data) => data.userId === userId && data.type === type && data.status === status,
        );
        scenario.require('EVENT-019', announced, {
          expected: `user.kyc.updated with the type ${type} and the status ${status}`,
          actual: events.length === 0 ? 'no such event' : show(events),
        });
      }
    },
  }),
  example({
    id: 'events.kyc-expiry',
    title: 'user.kyc.expiry names the user, the stage and the document',
    covers: ['EVENT-020'],
    needs: ['sandbox', 'clock', 'create-person', 'invite-user', 'webhooks', 'drain'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const log = await EventLog.open(scenario, tenant);
      const userId = await createUser(scenario, tenant);
      const expiryDate = dateAfter(await advance(scenario, tenant, 0), 60);
      scenario.step(`approve a passport that expires on ${expiryDate}`);
      const body = submission('auto-approve', expiryDate);
      await scenario.succeed('submitKyc', tenant.caller, { path: { userId }, body });
      for (const days of [45, 45, 45]) {
        scenario.step(`wait ${days} days`);
        await advance(scenario, tenant, days * 86_400);
        await log.look();
        // That it comes, and which stage it names, is for the checks of the expiry to say.
        if (!log.fresh.some(({ type }) => type === 'user.kyc.expiry')) continue;
        log.expect({
          type: 'user.kyc.expiry',
          about: { userId },
          shows: { expiryDate },
          payload: 'EVENT-020',
        });
      }
    },
  }),
];
