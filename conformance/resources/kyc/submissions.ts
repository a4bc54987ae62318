/** What a submission or a resubmission says. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isSuccess } from '../../http/is-success.ts';
import { stageAt } from '../../judgements/expiry-stages.ts';
import type { Alternative } from '../../provider/model.ts';
import { describe, show } from '../../provider/response.ts';
import type { TestData } from '../../target/test-data.ts';
import { type KycFiles, type KycSubmission, submission } from './actions.ts';
import type { Expiry } from './document.ts';
import { requireKnownIdentity } from './identity.ts';
import {
  become,
  type ExpectedUser,
  inWords,
  isFresh,
  type KycMove,
  type KycState,
  latestDocument,
  mayRepeat,
} from './model.ts';
import { aboutUser, sameIn, takeDate } from './moves.ts';

export interface Values {
  /** How the sentinel is written; without one the number is real. */
  readonly sentinel?: string;
  /** Whether the files of the document are given. */
  readonly files: boolean;
  readonly expiry: Expiry;
  /** Whose values they are. */
  readonly who: number;
}

export const sentinel = 'auto-approve';

/** The first is the one that the configuration may name. */
const applicants = [
  undefined,
  { firstName: 'José', dob: '1988-02-29' },
  { firstName: '李', dob: '1970-01-01' },
  { firstName: "O'Neill", dob: '2000-12-31' },
  { firstName: 'محمد', dob: '1999-07-05' },
];
export const applicantCount = applicants.length;

const usual: Expiry = { days: 3_650 };
const isUsual = (expiry: Expiry) => 'days' in expiry && expiry.days === usual.days;

/** Real values with files and a document that is valid for years, but for what is said here. */
export const real = (but: Partial<Values> = {}): Values => ({ files: true, expiry: usual, who: 0, ...but });

/** The sentinel of approval, as it is written. */
export const approval = (written: string = sentinel, but: Partial<Values> = {}): Values =>
  real({ sentinel: written, ...but });

function bodyOf(
  data: TestData,
  { sentinel: number, files: given, who }: Values,
  expirationDate: string,
  files: KycFiles | undefined,
): KycSubmission {
  // The document names only files of the identity. The proof of address is sent if there is one with the sentinel.
  const { addressProofFileId } = files ?? {};
  const proof = number?.toLowerCase() === sentinel &&
    addressProofFileId !== undefined && { addressProofFileId };
  const own = given ? files : proof || {};
  // If the target verifies known people, the submission is about one of them.
  const applicant = data.identity.firstName === undefined ? applicants[who % applicants.length] : undefined;
  return { ...submission(data, own ?? {}, { expirationDate, number }), ...applicant };
}

/**
 * Whether the document leaves no room to refuse it: every field or the sentinel, a plain name, and a document valid for years.
 */
const isComplete = ({ idDetails, addressProofFileId }: KycSubmission, { who, expiry }: Values): boolean =>
  who === 0 &&
  isUsual(expiry) &&
  (idDetails?.number?.toLowerCase() === sentinel ||
    (addressProofFileId !== undefined && idDetails?.frontFileId !== undefined));

/** The rules that say that the sentinel approves at once; each names the respect in which it is not the plain one. */
function approvedBy(
  written: string,
  given: boolean,
  files: KycFiles | undefined,
  resubmitted: boolean,
): readonly RequirementId[] {
  const isPlain = written === sentinel;
  const hasFiles = given || files === undefined;
  if (resubmitted) return isPlain && hasFiles ? ['SANDBOX-018', 'KYC-033'] : ['KYC-033'];
  if (!isPlain) return hasFiles ? ['SANDBOX-017', 'KYC-012'] : ['KYC-012'];
  if (!hasFiles) return ['SANDBOX-016'];
  return files === undefined ? ['SANDBOX-015', 'SANDBOX-016', 'KYC-012'] : ['SANDBOX-015', 'KYC-012'];
}

/** Such as `real values without files (document expires in 40 days)`. */
function showValues({ sentinel: written, files, expiry, who }: Values): string {
  const values = written ?? (who === 0 ? 'real values' : `real values of ${applicants[who]?.firstName}`);
  const without = files ? '' : ' without files';
  if (isUsual(expiry)) return `${values}${without}`;
  const until = 'days' in expiry ? `${expiry.days} days` : expiry.on;
  return `${values}${without} (document expires ${'days' in expiry ? 'in' : 'on'} ${until})`;
}

/** A submission that was carried out. */
interface Submitted {
  readonly expiry: string;
  readonly hasSentinel: boolean;
  readonly hasProof: boolean;
  /** The rules that say what becomes of the identity. */
  readonly rules: readonly RequirementId[];
}

function submitIdentity(
  alternative: Alternative,
  state: KycState,
  user: ExpectedUser,
  { expiry, hasSentinel, rules }: Submitted,
): void {
  const { identity } = user;
  const isNew = identity.status === 'none';
  user.documents.push({ expiry, entered: [] });
  if (!hasSentinel) {
    become(state, user, 'identity', 'processing', { owedTo: rules, rule: 'KYC-011' });
    if (isNew) alternative.took('kyc/submit', `identity of ${user.name}`);
    return;
  }
  user.hadSentinel = true;
  // It may have been in processing for a moment.
  identity.announced.processing.most += 1;
  become(state, user, 'identity', 'approved', { owedTo: rules, rule: 'EVENT-019' });
  if (isNew) alternative.took('kyc/submit-approved', `identity of ${user.name}`);
}

function submitAddress(alternative: Alternative, state: KycState, user: ExpectedUser): void {
  const isNew = user.address.status === 'none';
  become(state, user, 'address', 'processing', { owedTo: ['KYC-010'], rule: 'KYC-011' });
  if (isNew) alternative.took('kyc/submit', `address of ${user.name}`);
}

/** What another submission does is not shown: nothing, or the same again, to either component. */
function submitAgain(
  alternative: Alternative,
  state: KycState,
  user: ExpectedUser,
  submitted: Submitted,
): void {
  mayRepeat(user.identity);
  mayRepeat(user.address);
  if (alternative.choose([false, true])) submitIdentity(alternative, state, user, submitted);
  else user.documents.unshift({ expiry: submitted.expiry, entered: [] });
  if (alternative.choose([false, true])) submitAddress(alternative, state, user);
}

/** Submits the verification of a user about whom nothing was submitted or decided. */
export const submit = (index: number, values: Values): KycMove =>
  aboutUser(index, {
    verb: `submit ${showValues(values)}`,
    possible: isFresh,
    describe: ({ name }) => `submit ${showValues(values)} for user ${name}`,
    act: async (scenario, { user: submitting, id }, { common }, context) => {
      const { sentinel, files } = values;
      const expiry = takeDate(context, submitting, values.expiry, common.now);
      const body = bodyOf(scenario.data, values, expiry, context.files);
      const { caller } = context.fixture.tenant;
      const sent = await scenario.send('submitKyc', caller, { path: { userId: id }, body });
      const { status, json, text } = sent;
      const accepted = isSuccess(status);
      if (values.who === 0 && isFresh(submitting)) await requireKnownIdentity(scenario, sent);
      const hasSentinel = sentinel !== undefined;
      const hasProof = body.addressProofFileId !== undefined;
      const rules = hasSentinel ? approvedBy(sentinel, files, context.files, false) : (['KYC-010'] as const);
      const submitted: Submitted = { expiry, hasSentinel, hasProof, rules };
      return (alternative, state) => {
        const user = sameIn(state, submitting);
        if (!isFresh(user)) {
          if (accepted) submitAgain(alternative, state, user, submitted);
          return;
        }
        if (isComplete(body, values)) {
          const is = describe({ status, text, json });
          const wanted = hasSentinel
            ? 'identity approved at once'
            : 'a success status for every documented field';
          const said = hasSentinel ? rules : (['KYC-030'] as const);
          for (const rule of said) alternative.require(rule, accepted, wanted, is);
        }
        if (!accepted) return;
        submitIdentity(alternative, state, user, submitted);
        // The document does not say whether an address without a proof is submitted.
        if (hasProof || alternative.choose([true, false])) submitAddress(alternative, state, user);
        if (hasSentinel) user.address.leftBy = 'KYC-012';
      };
    },
  });

/** The answer to a resubmission. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly message: string;
  /** Whether nothing but the status of the identity can be a reason to refuse it. */
  readonly isComplete: boolean;
}

/** In every other status than rejected it fails, says why, and changes nothing. */
function judgeRefusal(alternative: Alternative, state: KycState, user: ExpectedUser, answer: Answer): void {
  const { identity } = user;
  const { status, text, message } = answer;
  const isRefused = status >= 400 && status < 500;
  const wanted = `a rejection while the identity of user ${user.name} is ${inWords(identity.status)}`;
  alternative.require('KYC-022', isRefused, wanted, `${status} with ${text}`, 'first');
  state.cause = 'refusal';
  alternative.heldBack('kyc/resubmit');
  alternative.heldBack('kyc/resubmit-approved');
  const expiry = latestDocument(user)?.expiry;
  if (expiry !== undefined && stageAt(expiry, state.common.now) === 'expired')
    alternative.heldBack('document-expiry/resubmit');
  // For a user without a submission, the message may say that instead, or that something is missing.
  if (identity.status === 'none' || !answer.isComplete) return;
  const says = /resubmitted/i.test(message) && /rejected/i.test(message);
  const sentence = 'a message that identity can only be resubmitted when status is Rejected';
  alternative.require('KYC-023', says, sentence, show(message));
  alternative.require('KYC-024', status === 400, '400', String(status));
}

/** Resubmits the verification of a user. */
export const resubmit = (index: number, values: Values): KycMove =>
  aboutUser(index, {
    verb: `resubmit ${showValues(values)}`,
    possible: () => true,
    describe: ({ name, identity }) =>
      `resubmit ${showValues(values)} for user ${name}, whose identity is ${inWords(identity.status)}`,
    act: async (scenario, { user: resubmitting, id }, { common }, context) => {
      const { sentinel, files } = values;
      const expiry = takeDate(context, resubmitting, values.expiry, common.now);
      const body = bodyOf(scenario.data, values, expiry, context.files);
      const { caller } = context.fixture.tenant;
      const sent = await scenario.send('resubmitKyc', caller, { path: { userId: id }, body });
      const { status, json, text } = sent;
      if (values.who === 0 && resubmitting.identity.status === 'rejected')
        await requireKnownIdentity(scenario, sent);
      const answer: Answer = {
        status,
        text: show(json ?? text),
        message: String((json as { message?: unknown } | undefined)?.message),
        isComplete: isComplete(body, values),
      };
      const accepted = isSuccess(status);
      return (alternative, state) => {
        const user = sameIn(state, resubmitting);
        const { identity, address } = user;
        const expired = latestDocument(user)?.spent === true;
        if (identity.status !== 'rejected') {
          // A 202 only accepts the request, which may fail later.
          if (status === 202 && resubmitting.identity.status === 'rejected') return;
          judgeRefusal(alternative, state, user, answer);
          return;
        }
        const rules =
          sentinel === undefined ? (['KYC-021'] as const) : approvedBy(sentinel, files, context.files, true);
        // The document does not say whether it is accepted while a replacement is being verified.
        if (answer.isComplete && !user.renewing) {
          const wanted = `a success status for the resubmission of user ${user.name}, whose identity is rejected`;
          const is = `${status} with ${answer.text}`;
          if (expired) alternative.require('EXPIRY-010', accepted, wanted, is, 'first');
          for (const rule of rules) alternative.require(rule, accepted, wanted, is);
        }
        if (!accepted) return;
        user.documents.push({ expiry, entered: [] });
        // If the sentinel is ignored, it is still a resubmission.
        const owedTo = expired && sentinel === undefined ? [...rules, 'EXPIRY-010' as const] : rules;
        if (sentinel === undefined) {
          become(state, user, 'identity', 'processing', { owedTo, rule: 'KYC-025' });
          alternative.took('kyc/resubmit', `identity of ${user.name}`);
        } else {
          user.hadSentinel = true;
          // It may have been in processing for a moment.
          identity.announced.processing.most += 1;
          become(state, user, 'identity', 'approved', { owedTo, rule: 'EVENT-019' });
          alternative.took('kyc/resubmit-approved', `identity of ${user.name}`);
        }
        if (expired) alternative.took('document-expiry/resubmit', `document of ${user.name}`);
        // The document does not say whether the address is resubmitted with the identity.
        mayRepeat(address);
        if (address.status !== 'processing' && alternative.choose([false, true]))
          become(state, user, 'address', 'processing', { owedTo: ['KYC-021'], rule: 'EVENT-019' });
      };
    },
  });
