/** Faults of which only webhooks show something, and only while several clients use one object. */
// biome-ignore-all lint/suspicious/noExplicitAny: a fault reaches into bodies of every shape
import { randomUUID } from 'node:crypto';
import type { BlindAnswer, BlindAttempt, BlindFault, DeliveryHands } from '../blind/fault.ts';
import type { HistoryFault } from './faults.ts';
import { hold, mapOf, type ResourceRoute, resourceOf, underWay } from './races.ts';

type Answering = NonNullable<BlindFault['answer']>;
type Delivering = NonNullable<BlindFault['deliver']>;

const refused = (status: number, code: string): BlindAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: { code, message: 'Another request is under way.' },
});

const routeOf = (method: string, path: RegExp): readonly ResourceRoute[] => [{ method, path }];
const approvals = routeOf('POST', /^\/v1\/payrolls\/([^/]+)\/approve\/?$/);
const anyApproval = routeOf('POST', /^\/v1\/payrolls\/[^/]+\/approve\/?$/);
const jobs = routeOf('PUT', /^\/v1\/persons\/([^/]+)\/jobInfo\/?$/);
const reviews = routeOf('POST', /^\/v1\/sandbox\/users\/([^/]+)\/kyc\/review\/?$/);
const deposits = routeOf('POST', /^\/v1\/sandbox\/business-deposits\/?$/);

const idIn = (key: string) => key.slice(key.indexOf(' ') + 1);

/** Notes the last part of the paths of requests that were under way together, before any of them is carried out. */
const notingRaces =
  (routes: readonly ResourceRoute[], nameOf: (path: string) => string): Answering =>
  async (call, hands) => {
    const key = resourceOf(routes, call);
    if (key === undefined) return hands.next(call);
    return underWay(hands, 'racing', key, call, async (others) => {
      if (others.length > 0)
        for (const each of [call, ...others]) mapOf<true>(hands, 'raced').set(nameOf(each.path), true);
      await hold();
      return hands.next(call);
    });
  };

const payrollIn = (path: string) => path.split('/')[3] ?? '';
const userIn = (path: string) => path.split('/')[4] ?? '';

const withData = (attempt: BlindAttempt, data: object): BlindAttempt => ({
  ...attempt,
  event: { ...attempt.event, data: { ...attempt.event.data, ...data } },
});

/** The same under another id. */
const asAnother = (attempt: BlindAttempt): BlindAttempt => ({
  ...attempt,
  event: { ...attempt.event, id: `evt_${randomUUID()}` },
});

/** Sends something about a resource in addition, once. */
async function once({ memory }: DeliveryHands, subject: string, send: () => Promise<unknown>): Promise<void> {
  const sent = mapOf<true>({ memory }, 'sent');
  if (sent.has(subject)) return;
  sent.set(subject, true);
  await send();
}

const isApproved = ({ event }: BlindAttempt) =>
  event?.eventType === 'payroll.status.updated' && event.data?.status === 'approved';

/** What was refused, and is announced with the next event of its type. */
const announcingRefused =
  (eventType: string, dataOf: (attempt: BlindAttempt, body: any) => object | undefined): Delivering =>
  async (attempt, hands) => {
    const status = await hands.send(attempt);
    if (attempt.event?.eventType !== eventType) return status;
    for (const [id, body] of mapOf<any>(hands, 'refused')) {
      const data = dataOf(attempt, body);
      if (data !== undefined) await once(hands, id, () => hands.send(asAnother(withData(attempt, data))));
    }
    return status;
  };

/** Refuses a request while another is under way. */
const refusing =
  (routes: readonly ResourceRoute[], answer: BlindAnswer): Answering =>
  async (call, hands) => {
    const key = resourceOf(routes, call);
    if (key === undefined) return hands.next(call);
    return underWay(hands, 'writes', key, call, async (others) => {
      if (others.length > 0) {
        const tenantKey = call.headers['x-multitenantkey'];
        mapOf<any>(hands, 'refused').set(randomUUID(), { ...call.body, tenantKey, resource: idIn(key) });
        return answer;
      }
      await hold();
      return hands.next(call);
    });
  };

export const webhookFaults: readonly HistoryFault[] = [
  {
    id: 'history-losing-approval-announced',
    title: 'Of simultaneous approvals of one payroll, two are announced, each under an id of its own',
    breaks: 'Events, Delivery: "unique webhook id … (use it to deduplicate)"',
    shownBy: 'histories.payroll-funds',
    answer: notingRaces(approvals, payrollIn),
    deliver: async (attempt, hands) => {
      const { id } = attempt.event?.data ?? {};
      if (isApproved(attempt) && mapOf<true>(hands, 'raced').has(id))
        await once(hands, id, () => hands.send(asAnother(attempt)));
      return hands.send(attempt);
    },
  },
  {
    id: 'history-scheduled-announced-before-funds-check',
    title:
      'A payroll that is approved while another one is, is announced as scheduled before its funds are checked',
    breaks:
      'Payroll: "approved, business balance does not cover the payroll, Awaiting Funds, no webhook for this state"',
    shownBy: 'histories.payroll-funds',
    answer: notingRaces(anyApproval, payrollIn),
    deliver: async (attempt, hands) => {
      const isRaced = mapOf<true>(hands, 'raced').has(attempt.event?.data?.id);
      return hands.send(
        isApproved(attempt) && isRaced ? withData(attempt, { status: 'scheduled' }) : attempt,
      );
    },
  },
  {
    id: 'history-event-of-two-jobs',
    title:
      'The event of an update of a job that comes while another is under way shows the department of the other',
    breaks: 'Event list and payloads, person.jobinfo.updated: "job information as stored"',
    shownBy: 'histories.job-info',
    answer: async (call, hands) => {
      const key = resourceOf(jobs, call);
      if (key === undefined) return hands.next(call);
      return underWay(hands, 'jobs', key, call, async ([first]) => {
        const title = `${idIn(key)} ${call.body?.jobInfo?.title}`;
        const department = first?.body?.jobInfo?.department;
        if (department !== undefined) mapOf<string>(hands, 'mixed').set(title, department);
        await hold();
        return hands.next(call);
      });
    },
    deliver: async (attempt, hands) => {
      const { id, jobInfo } = attempt.event?.data ?? {};
      const department = mapOf<string>(hands, 'mixed').get(`${id} ${jobInfo?.title}`);
      if (attempt.event?.eventType !== 'person.jobinfo.updated' || department === undefined)
        return hands.send(attempt);
      return hands.send(withData(attempt, { jobInfo: { ...jobInfo, department } }));
    },
  },
  {
    id: 'history-refused-job-announced',
    title: 'An update of a job that is refused because another is under way is announced as if it was stored',
    breaks: 'Event list and payloads, person.jobinfo.updated: "job information as stored"',
    shownBy: 'histories.job-info',
    answer: refusing(jobs, refused(409, 'conflict')),
    deliver: announcingRefused('person.jobinfo.updated', ({ event }, { resource, jobInfo }) =>
      event.data.id === resource ? { jobInfo: { ...event.data.jobInfo, ...jobInfo } } : undefined,
    ),
  },
  {
    id: 'history-review-announced-of-other-component',
    title: 'The events of reviews of one user that are under way together name the other component',
    breaks: 'KYC: "decides one component", "user.kyc.updated"',
    shownBy: 'histories.verification',
    answer: notingRaces(reviews, userIn),
    deliver: async (attempt, hands) => {
      const { userId, type } = attempt.event?.data ?? {};
      const isRaced = mapOf<true>(hands, 'raced').has(userId);
      if (attempt.event?.eventType !== 'user.kyc.updated' || !isRaced) return hands.send(attempt);
      return hands.send(withData(attempt, { type: type === 'identity' ? 'address' : 'identity' }));
    },
  },
  {
    id: 'history-deposit-announced-and-rolled-back',
    title:
      'A deposit that fails because another is under way is announced as succeeded before it is rolled back',
    breaks:
      'Transaction: "processing, settles, succeeded, transaction.succeeded"; "adds test funds to the wallet"',
    shownBy: 'histories.balance',
    answer: refusing(deposits, refused(500, 'internal_error')),
    deliver: announcingRefused('transaction.succeeded', ({ event }, { tenantKey, value, description }) =>
      event.data.tenantKey === tenantKey && event.data.type === 'DEPOSIT'
        ? { id: randomUUID(), amount: value, description }
        : undefined,
    ),
  },
];
