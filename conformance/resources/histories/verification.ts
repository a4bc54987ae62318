/** The verification of a user that several clients review and resubmit. */
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant, timeOf } from '../../provider/tenant.ts';
import { readVerification, review, submission, uploadKycFiles, yearsLater } from '../kyc/actions.ts';
import { openUser } from '../persons/actions.ts';
import { announcedAfter, announcedOnce, observedIn } from './announcements.ts';
import { listenTo } from './listen.ts';
import { component, components } from './objects.ts';
import type { ClientCall, ClientOutcome, Shared, SharedObject } from './play.ts';
import { inWords } from './words.ts';

const outcomeOf = ({ status }: ApiResponse): ClientOutcome => ({ status });

/**
 * What webhooks say of a component beside its approval.
 *
 * @param isFinished whether everything before has been announced
 */
function announcementsOf(object: number, isFinished: boolean): readonly SharedObject[] {
  const listensTo = (call: ClientCall) => call.verb === 'user.kyc.updated' && call.object === object;
  const isOfHistory = (call: ClientCall) => isFinished && listensTo(call);
  return [
    announcedAfter({
      listensTo: isOfHistory,
      says: (seen) => seen === 'processing',
      isCause: ({ verb }) => verb === 'resubmit',
      rule: 'KYC-022',
    }),
    announcedOnce({
      listensTo: isOfHistory,
      // A decision about one component may announce the other one too, and what nobody reviews may be announced again.
      causes: ({ verb }) => (verb === 'read' ? 0 : verb === 'resubmit' ? 2 : 1),
      owed: 0,
    }),
  ];
}

/** The verification of one user, of which both components are rejected at first. */
export async function shareVerification(scenario: Scenario): Promise<Shared> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const userId = await openUser(scenario, tenant);
  const files = (await uploadKycFiles(scenario, caller)) ?? {};
  const bodyOf = () =>
    submission(scenario.data, files, { expirationDate: yearsLater(timeOf(scenario, tenant)) });
  await scenario.ask('submitKyc', caller, { path: { userId }, body: bodyOf() });
  await review(scenario, caller, userId, 'reject', 'identity');
  await review(scenario, caller, userId, 'reject', 'address');
  const nameOf = ({ object }: Pick<ClientCall, 'object'>) => components[object] ?? 'identity';
  const perform = async (call: ClientCall): Promise<ClientOutcome> => {
    const { verb } = call;
    const type = nameOf(call);
    const path = { userId };
    if (verb === 'resubmit')
      return outcomeOf(await scenario.send('resubmitKyc', caller, { path, body: bodyOf() }));
    if (verb !== 'read')
      return outcomeOf(await scenario.send('reviewKyc', caller, { path, body: { action: verb, type } }));
    const { status, statuses } = await readVerification(scenario, caller, userId);
    const seen = statuses[type];
    return { status, ...(seen !== undefined && { seen }) };
  };
  const listening = await listenTo(scenario, tenant, ({ type, data }) => {
    const names: readonly unknown[] = components;
    const object = names.indexOf(data.type);
    const isShown = type === 'user.kyc.updated' && data.userId === userId && object >= 0;
    return isShown ? { object, seen: String(data.status) } : undefined;
  });
  const announcements = components.flatMap((_, object) => announcementsOf(object, scenario.conclusive));
  return {
    ...inWords({
      resubmit: () => 'resubmit the verification',
      approve: (call) => `approve the ${nameOf(call)}`,
      reject: (call) => `reject the ${nameOf(call)}`,
      read: (call) => `read the status of the ${nameOf(call)}`,
      'user.kyc.updated': (call) => `webhook user.kyc.updated of the ${nameOf(call)}`,
    }),
    ...listening,
    tenant,
    isAtOnce: false,
    objects: (history) => [...components.map(component), ...observedIn(history, announcements)],
    lastReads: components.map((_, object) => ({ verb: 'read', object })),
    perform,
  };
}
