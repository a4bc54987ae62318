/**
 * Faults that show only while several clients use one object, or repeat a request whose answer they did not get. Each
 * breaks a sentence of the document, and has the form of a blind fault; they are not counted as blind ones.
 */
// biome-ignore-all lint/suspicious/noExplicitAny: a fault reaches into bodies of every shape
import type { BlindFault } from '../blind/fault.ts';
import {
  carriedOutAgain,
  droppedBeside,
  hold,
  isOk,
  mapOf,
  type ResourceRoute,
  resourceOf,
  staleCache,
  underWay,
} from './races.ts';

const route = (method: string, path: string): ResourceRoute => ({
  method,
  path: new RegExp(`^/v1/${path.replaceAll('ID', '([^/]+)')}/?$`),
});

const deposit = [route('POST', 'sandbox/business-deposits')];
const wallets = [route('GET', 'wallets')];
const job = [route('PUT', 'persons/ID/jobInfo')];
/** Of all persons, as the cache of a list has it. */
const anyJob = [route('PUT', 'persons/[^/]+/jobInfo')];
const persons = [route('GET', 'persons'), route('GET', 'persons/[^/]+')];
const kyc = [route('GET', 'users/ID/kyc')];
const reviews = [route('POST', 'sandbox/users/ID/kyc/review')];
const resubmissions = [route('PATCH', 'users/ID/kyc')];
const approvals = [route('POST', 'payrolls/ID/approve')];
const anyApproval = [route('POST', 'payrolls/[^/]+/approve')];
const payroll = [route('GET', 'payrolls/ID')];
const payslips = [route('GET', 'payrolls/ID/payslips')];
const payrolls = [route('GET', 'payrolls')];
const saves = [route('POST', 'payrolls/ID/save')];
const anySave = [route('POST', 'payrolls/[^/]+/save')];
const beneficiaries = [route('GET', 'beneficiaries')];
const newBeneficiary = [route('POST', 'beneficiaries')];
const signatures = [route('POST', 'contracts/ID/sign')];
const contracts = [route('GET', 'contracts')];
const anySignature = [route('POST', 'contracts/[^/]+/sign')];
const newBusiness = [route('POST', 'platform/businesses')];

/** A fault, and the check whose histories show it. */
export interface HistoryFault extends BlindFault {
  readonly shownBy: string;
}

const balanceFaults: readonly HistoryFault[] = [
  {
    id: 'history-balance-cached-by-racing-read',
    title: 'A balance that was read during a deposit is shown without the deposit for good',
    breaks: 'Sandbox-only behaviour: "adds test funds to the wallet"',
    shownBy: 'histories.balance',
    answer: staleCache(wallets, deposit),
  },
  {
    id: 'history-deposit-lost-beside-read',
    title: 'A deposit that is made while the balance is read is confirmed and lost',
    breaks: 'Sandbox-only behaviour: "adds test funds to the wallet"',
    shownBy: 'histories.balance',
    answer: droppedBeside(deposit, wallets),
  },
  {
    id: 'history-deposit-doubled-beside-read',
    title: 'A deposit that is made while the balance is read is credited twice',
    breaks: 'Sandbox-only behaviour: "adds test funds to the wallet"',
    shownBy: 'histories.balance',
    answer: async (call, hands) => {
      const [write, read] = [resourceOf(deposit, call), resourceOf(wallets, call)];
      const key = write ?? read;
      if (key === undefined) return hands.next(call);
      return underWay(hands, 'beside', key, call, async (others) => {
        const isRead = others.some((other) => resourceOf(wallets, other) !== undefined);
        if (write !== undefined && isRead) await hands.next(call);
        const answer = await hands.next(call);
        await hold();
        return answer;
      });
    },
  },
  {
    id: 'history-retried-approval-debits-again',
    title: 'An approval that is sent again while the first one is under way debits the payroll a second time',
    breaks: 'Payroll: "approved, funds collected, scheduled" happens once for a payroll',
    shownBy: 'histories.payroll-funds',
    answer: async (call, hands) => {
      const taken = mapOf<number>(hands, 'taken');
      const tenant = String(call.headers['x-multitenantkey'] ?? '');
      if (resourceOf(wallets, call) !== undefined) {
        const answer = await hands.next(call);
        const minus = taken.get(tenant) ?? 0;
        const less = (wallet: any) => ({
          ...wallet,
          balance: { ...wallet.balance, amount: wallet.balance.amount - minus },
        });
        return { ...answer, body: { ...answer.body, data: answer.body?.data?.map(less) } };
      }
      const key = resourceOf(approvals, call);
      if (key === undefined) return hands.next(call);
      return underWay(hands, 'approvals', key, call, async (others) => {
        const answer = await hands.next(call);
        await hold();
        if (others.length > 0) taken.set(tenant, (taken.get(tenant) ?? 0) + 1_000_000);
        return answer;
      });
    },
  },
];

const keyFaults: readonly HistoryFault[] = [
  {
    id: 'history-key-compared-with-latest-only',
    title:
      'A key is compared only with the latest request that is under way, so that a retry creates a second business',
    breaks: 'Businesses and platform: "unique value that prevents duplicates"',
    shownBy: 'histories.idempotency',
    answer: async (call, hands) => {
      if (resourceOf(newBusiness, call) === undefined) return hands.next(call);
      return underWay(hands, 'creations', '', call, async (others) => {
        await hold();
        const keys = others.map((other) => other.body?.idempotencyKey);
        const own = call.body?.idempotencyKey;
        const isMissed = own !== undefined && keys.includes(own) && keys.at(-1) !== own;
        const body = { ...call.body, idempotencyKey: `${own}-${others.length}` };
        return hands.next(isMissed ? { ...call, body } : call);
      });
    },
  },
  {
    id: 'history-key-not-kept-without-reader',
    title: 'A fourth request with one key that comes while three are under way creates a second business',
    breaks: 'Businesses and platform: "unique value that prevents duplicates"',
    shownBy: 'histories.idempotency',
    answer: async (call, hands) => {
      if (resourceOf(newBusiness, call) === undefined) return hands.next(call);
      const own = String(call.body?.idempotencyKey);
      return underWay(hands, 'creations', own, call, async (others) => {
        await hold();
        const body = { ...call.body, idempotencyKey: `${own}-2` };
        return hands.next(others.length >= 3 ? { ...call, body } : call);
      });
    },
  },
];

const payrollFaults: readonly HistoryFault[] = [
  {
    id: 'history-payroll-status-cached-by-racing-read',
    title: 'A payroll that was read during its approval is shown as not completed for good',
    breaks: 'Payroll: "payrollDate in the past (sandbox test route): Completed immediately"',
    shownBy: 'histories.past-payrolls',
    answer: staleCache(payroll, approvals),
  },
  {
    id: 'history-payslips-cached-by-racing-read',
    title: 'Payslips that were listed during the approval of their payroll stay away for good',
    breaks: 'Payroll: "payslips become available"',
    shownBy: 'histories.past-payrolls',
    answer: staleCache(payslips, approvals),
  },
  {
    id: 'history-approval-lost-beside-another',
    title: 'An approval that is made while another payroll is approved is confirmed and lost',
    breaks: 'Payroll: "payrollDate in the past (sandbox test route): Completed immediately"',
    shownBy: 'histories.past-payrolls',
    answer: droppedBeside(anyApproval, anyApproval, (one, other) => one.path !== other.path),
  },
  {
    id: 'history-saved-payroll-cached-by-racing-read',
    title: 'A payroll that was listed while it was saved is listed with its former date for good',
    breaks: 'Payrolls: "saves a payroll", with its payrollDate',
    shownBy: 'histories.payroll-saves',
    answer: staleCache(payrolls, anySave),
  },
  {
    id: 'history-save-carried-out-again',
    title: 'A save is carried out a second time, after a later one',
    breaks: 'Payrolls: "saves a payroll", with its payrollDate',
    shownBy: 'histories.payroll-saves',
    answer: carriedOutAgain(saves),
  },
  {
    id: 'history-saves-mixed',
    title: 'A save that comes while two others are under way gets the pay period of one of them',
    breaks: 'Payrolls: "saves a payroll", with its payPeriod',
    shownBy: 'histories.payroll-saves',
    answer: async (call, hands) => {
      const key = resourceOf(saves, call);
      if (key === undefined) return hands.next(call);
      return underWay(hands, 'saves', key, call, async (others) => {
        await hold();
        const [first] = others;
        const body = { ...call.body, payPeriod: first?.body?.payPeriod };
        return hands.next(others.length >= 2 ? { ...call, body } : call);
      });
    },
  },
];

const personFaults: readonly HistoryFault[] = [
  {
    id: 'history-job-cached-by-racing-read',
    title: 'A person that was read during an update of the job is shown with the former job for good',
    breaks: 'Persons and users: "PUT /v1/persons/{personId}/jobInfo"',
    shownBy: 'histories.job-info',
    answer: staleCache(persons, anyJob),
  },
  {
    id: 'history-job-carried-out-again',
    title: 'An update of a job is carried out a second time, after a later one',
    breaks: 'Persons and users: "PUT /v1/persons/{personId}/jobInfo"',
    shownBy: 'histories.job-info',
    answer: carriedOutAgain(job),
  },
  {
    id: 'history-jobs-mixed',
    title: 'Of two simultaneous updates of a job, the second gets the department of the first',
    breaks: 'Persons and users: "PUT /v1/persons/{personId}/jobInfo"',
    shownBy: 'histories.job-info',
    answer: async (call, hands) => {
      const key = resourceOf(job, call);
      if (key === undefined) return hands.next(call);
      return underWay(hands, 'jobs', key, call, async ([first]) => {
        await hold();
        const department = first?.body?.jobInfo?.department ?? call.body?.jobInfo?.department;
        return hands.next({
          ...call,
          body: { ...call.body, jobInfo: { ...call.body?.jobInfo, department } },
        });
      });
    },
  },
  {
    id: 'history-retried-job-swallowed',
    title:
      'An update of a job is taken for a retry of an equal one, although another was carried out in between',
    breaks: 'Persons and users: "PUT /v1/persons/{personId}/jobInfo"',
    shownBy: 'histories.job-info',
    answer: async (call, hands) => {
      const key = resourceOf(job, call);
      if (key === undefined) return hands.next(call);
      const answers = mapOf<any>(hands, 'answers');
      const same = `${key} ${JSON.stringify(call.body)}`;
      return underWay(hands, 'jobs', key, call, async (others) => {
        const known = answers.get(same);
        if (known !== undefined) return known;
        const answer = await hands.next(call);
        if (isOk(answer) && others.length > 0) answers.set(same, answer);
        await hold();
        return answer;
      });
    },
  },
  {
    id: 'history-beneficiaries-cached-by-racing-read',
    title: 'A beneficiary that is created while others are listed is missing from the list for good',
    breaks: 'Beneficiaries and payouts: "GET /v1/beneficiaries" shows the beneficiaries',
    shownBy: 'histories.beneficiaries',
    answer: staleCache(beneficiaries, newBeneficiary),
  },
  {
    id: 'history-beneficiary-lost-beside-another',
    title:
      'Of two beneficiaries that are created at the same time, one gets the id of an earlier one and is lost',
    breaks: 'Beneficiaries and payouts: "POST /v1/beneficiaries", response {id}',
    shownBy: 'histories.beneficiaries',
    answer: droppedBeside(newBeneficiary, newBeneficiary),
  },
  {
    id: 'history-signature-lost-beside-another',
    title: 'A signature that is given while the contracts are listed is confirmed and lost',
    breaks: 'Contract: a signature is signed once it is given',
    shownBy: 'histories.signatures',
    answer: staleCache(contracts, anySignature),
  },
  {
    id: 'history-second-signature-lost',
    title: 'Of two simultaneous signatures of a contract, the second is confirmed and not kept',
    breaks: 'Contract: a signature is signed once it is given',
    shownBy: 'histories.signatures',
    answer: async (call, hands) => {
      const key = resourceOf(signatures, call);
      if (key === undefined) return hands.next(call);
      return underWay(hands, 'signatures', key, call, async ([first]) => {
        await hold();
        return hands.next(first === undefined ? call : { ...call, body: first.body });
      });
    },
  },
];

const verificationFaults: readonly HistoryFault[] = [
  {
    id: 'history-verification-cached-by-racing-read',
    title: 'A verification that was read during a review is shown as it was before for good',
    breaks: 'KYC: "sandbox review action approve / reject: decides one component"',
    shownBy: 'histories.verification',
    answer: staleCache(kyc, [...reviews, ...resubmissions]),
  },
  {
    id: 'history-review-carried-out-again',
    title: 'A review is carried out a second time, after a later one',
    breaks: 'KYC: "sandbox review action approve / reject: decides one component"',
    shownBy: 'histories.verification',
    answer: carriedOutAgain(reviews),
  },
  {
    id: 'history-review-lost-beside-other-component',
    title: 'A review that comes while the other component is reviewed is confirmed and lost',
    breaks: 'Sandbox-only behaviour: "Decides one check per call"',
    shownBy: 'histories.verification',
    answer: droppedBeside(reviews, reviews, (one, other) => one.body?.type !== other.body?.type),
  },
  {
    id: 'history-resubmission-accepted-twice',
    title:
      'A resubmission that comes while another is under way succeeds, although the identity is not rejected any more',
    breaks: 'KYC: "PATCH in any other identity status fails"',
    shownBy: 'histories.verification',
    answer: async (call, hands) => {
      const key = resourceOf(resubmissions, call);
      if (key === undefined) return hands.next(call);
      const answers = mapOf<any>(hands, 'answers');
      return underWay(hands, 'resubmissions', key, call, async (others) => {
        const answer = await hands.next(call);
        if (isOk(answer)) answers.set(key, answer);
        await hold();
        return others.length > 0 ? (answers.get(key) ?? answer) : answer;
      });
    },
  },
];

const tokenFaults: readonly HistoryFault[] = [
  {
    id: 'history-token-revived-by-use',
    title: 'A token that two requests use at the same time is accepted for good, even when it is revoked',
    breaks: 'Authentication: "Missing or invalid token returns 401"; a token "can be revoked"',
    shownBy: 'histories.tokens',
    answer: async (call, hands) => {
      const key = String(call.headers.authorization);
      if (call.method !== 'GET' || call.path !== '/v1/persons') return hands.next(call);
      const answers = mapOf<any>(hands, 'answers');
      return underWay(hands, 'uses', key, call, async (others) => {
        const answer = await hands.next(call);
        await hold();
        if (isOk(answer) && others.length > 0) answers.set(key, answer);
        return answer.status === 401 ? (answers.get(key) ?? answer) : answer;
      });
    },
  },
];

export const historyFaults: readonly HistoryFault[] = [
  ...balanceFaults,
  ...keyFaults,
  ...payrollFaults,
  ...personFaults,
  ...verificationFaults,
  ...tokenFaults,
];
