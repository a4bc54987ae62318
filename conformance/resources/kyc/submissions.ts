/** What a submission or a resubmission says. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { anySuccess, rejection, responseOf } from '../../engine/expectation.ts';
import { isSuccess } from '../../http/is-success.ts';
import { stageAt } from '../../judgements/expiry-stages.ts';
import type { Alternative } from '../../provider/model.ts';
import { type ApiResponse, describe, show } from '../../provider/response.ts';
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
  mayAnnounce,
  mayRepeat,
  take,
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
  /** The rules that decide whether the identity is verified. */
  readonly rules: readonly RequirementId[];
}

function submitIdentity(
  alternative: Alternative,
  state: KycState,
  user: ExpectedUser,
  { expiry, hasSentinel, rules }: Submitted,
): void {
  const { identity } = user;
  const isNew = identity.phase === 'none';
  user.documents.push({ expiry, entered: [] });
  if (hasSentinel) {
    user.hadSentinel = true;
    // It may have been in processing for a moment.
    mayAnnounce(state, identity, 'processing');
  }
  const change = { restsOn: rules };
  if (isNew)
    take(alternative, state, user, 'identity', hasSentinel ? 'kyc/submit-approved' : 'kyc/submit', change);
  else if (hasSentinel) become(state, user, 'identity', 'approved', { ...change, rule: 'EVENT-019' });
  else become(state, user, 'identity', 'processing', { ...change, rule: 'KYC-011' });
}

function submitAddress(alternative: Alternative, state: KycState, user: ExpectedUser): void {
  if (user.address.phase === 'none') take(alternative, state, user, 'address', 'kyc/submit');
  else become(state, user, 'address', 'processing', { restsOn: ['KYC-010'], rule: 'KYC-011' });
}

/** What another submission does is not shown: nothing, or the same again, to either component. */
function submitAgain(
  alternative: Alternative,
  state: KycState,
  user: ExpectedUser,
  submitted: Submitted,
): void {
  mayRepeat(state, user.identity);
  mayRepeat(state, user.address);
  if (alternative.choose([false, true])) submitIdentity(alternative, state, user, submitted);
  else user.documents.unshift({ expiry: submitted.expiry, entered: [] });
  if (alternative.choose([false, true])) submitAddress(alternative, state, user);
}

/** Submits the verification of a user about whom nothing was submitted or decided. */
export const submit = (index: number, values: Values): KycMove =>
  aboutUser(index, {
    verb: `submit ${showValues(values)}`,
    possible: isFresh,
    describe: ({ name }) => `submit ${showValues(values)} for ${name}`,
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
          for (const rule of said)
            alternative.require(rule, accepted, wanted, is, 'now', responseOf('submitKyc', id, anySuccess));
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
  /** Of the user. */
  readonly id: string;
  readonly status: number;
  readonly text: string;
  readonly message: string;
  /** Whether nothing but the status of the identity can be a reason to refuse it. */
  readonly isComplete: boolean;
}

const answerTo = (id: string, { status, json, text }: ApiResponse, isComplete: boolean): Answer => ({
  id,
  status,
  text: show(json ?? text),
  message: String((json as { message?: unknown } | undefined)?.message),
  isComplete,
});

/** In every other status than rejected it fails, says why, and changes nothing. */
function judgeRefusal(alternative: Alternative, state: KycState, user: ExpectedUser, answer: Answer): void {
  const { identity } = user;
  const { id, status, text, message } = answer;
  const isRefused = status >= 400 && status < 500;
  const wanted = `a rejection while the identity of ${user.name} is ${inWords(identity.phase)}`;
  alternative.require(
    'KYC-022',
    isRefused,
    wanted,
    `${status} with ${text}`,
    'first',
    responseOf('resubmitKyc', id, rejection),
  );
  state.cause = 'refusal';
  alternative.heldBack('kyc/resubmit');
  alternative.heldBack('kyc/resubmit-approved');
  const expiry = latestDocument(user)?.expiry;
  if (expiry !== undefined && stageAt(expiry, state.common.now) === 'expired')
    alternative.heldBack('document-expiry/resubmit');
  // Without a submission that was accepted, the message may say that instead, or that a value is not.
  if (identity.phase === 'none' || expiry === undefined || !answer.isComplete) return;
  // Its wording is free, and its language, but for the name of the status.
  const says = /rejected/i.test(message);
  const sentence = 'a message that identity can only be resubmitted when status is Rejected';
  alternative.require('KYC-023', says, sentence, show(message));
  alternative.require(
    'KYC-024',
    status === 400,
    '400',
    String(status),
    'now',
    responseOf('resubmitKyc', id, { statuses: [400] }),
  );
}

/** A resubmission that was carried out. */
type Resubmission = Omit<Submitted, 'hasProof'>;

/** A rejected identity is verified anew. */
function takeUp(
  alternative: Alternative,
  state: KycState,
  user: ExpectedUser,
  { expiry, hasSentinel, rules }: Resubmission,
): void {
  const { identity, address } = user;
  const hasExpired = latestDocument(user)?.spent === true;
  user.documents.push({ expiry, entered: [] });
  if (hasSentinel) {
    user.hadSentinel = true;
    // It may have been in processing for a moment.
    mayAnnounce(state, identity, 'processing');
    take(alternative, state, user, 'identity', 'kyc/resubmit-approved', { restsOn: rules });
  } else {
    const restsOn = hasExpired ? [...rules, 'EXPIRY-010' as const] : rules;
    take(alternative, state, user, 'identity', 'kyc/resubmit', { restsOn });
  }
  if (hasExpired) alternative.took('document-expiry/resubmit', `document of ${user.name}`);
  // The document does not say whether the address is resubmitted with the identity.
  mayRepeat(state, address);
  if (address.phase !== 'processing' && alternative.choose([false, true]))
    become(state, user, 'address', 'processing', { restsOn: ['KYC-021'], rule: 'EVENT-019' });
}

/** A resubmission of a rejected identity is accepted; whether also while a replacement is being verified, is not said. */
function judgeAcceptance(
  alternative: Alternative,
  user: ExpectedUser,
  { id, status, text }: Answer,
  rules: readonly RequirementId[],
): void {
  const wanted = `a success status for the resubmission of ${user.name}, whose identity is rejected`;
  const is = `${status} with ${text}`;
  const expects = responseOf('resubmitKyc', id, anySuccess);
  if (latestDocument(user)?.spent)
    alternative.require('EXPIRY-010', isSuccess(status), wanted, is, 'first', expects);
  for (const rule of rules) alternative.require(rule, isSuccess(status), wanted, is, 'now', expects);
}

/** Resubmits the verification of a user. */
export const resubmit = (index: number, values: Values): KycMove =>
  aboutUser(index, {
    verb: `resubmit ${showValues(values)}`,
    possible: () => true,
    describe: ({ name, identity }) =>
      `resubmit ${showValues(values)} for ${name}, whose identity is ${inWords(identity.phase)}`,
    act: async (scenario, { user: resubmitting, id }, { common }, context) => {
      const { sentinel, files, who } = values;
      const wasRejected = resubmitting.identity.phase === 'rejected';
      const expiry = takeDate(context, resubmitting, values.expiry, common.now);
      const body = bodyOf(scenario.data, values, expiry, context.files);
      const { caller } = context.fixture.tenant;
      const sent = await scenario.send('resubmitKyc', caller, { path: { userId: id }, body });
      if (who === 0 && wasRejected) await requireKnownIdentity(scenario, sent);
      const answer = answerTo(id, sent, isComplete(body, values));
      const hasSentinel = sentinel !== undefined;
      const rules = hasSentinel ? approvedBy(sentinel, files, context.files, true) : (['KYC-021'] as const);
      return (alternative, state) => {
        const user = sameIn(state, resubmitting);
        if (user.identity.phase === 'rejected') {
          if (answer.isComplete && !user.renewing) judgeAcceptance(alternative, user, answer, rules);
          if (isSuccess(answer.status)) takeUp(alternative, state, user, { expiry, hasSentinel, rules });
          return;
        }
        // A 202 only accepts the request, which may fail later.
        if (answer.status !== 202 || !wasRejected) judgeRefusal(alternative, state, user, answer);
      };
    },
  });
