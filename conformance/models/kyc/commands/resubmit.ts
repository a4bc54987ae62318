import type { Reading } from '../../../provider/reading.ts';
import { show } from '../../../provider/scenario.ts';
import { stageAt } from '../document.ts';
import {
  become,
  inWords,
  type KycMove,
  type KycState,
  latestDocument,
  mayRepeat,
  type UserBelief,
} from '../model.ts';
import { aboutUser, isSuccess, sameIn, takeDate } from './about-user.ts';
import { approvedBy, bodyOf, isComplete, isUsual, showValues, type Values } from './values.ts';

/** The answer to a resubmission. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly message: string;
  /** Whether nothing but the status of the identity can be a reason to refuse it. */
  readonly isComplete: boolean;
}

/** In every other status than rejected it fails, says why, and changes nothing. */
function judgeRefusal(reading: Reading, state: KycState, user: UserBelief, answer: Answer): void {
  const { identity } = user;
  const { status, text, message } = answer;
  const isRefused = status >= 400 && status < 500;
  const wanted = `a refusal while identity of user ${user.name} is ${inWords(identity.status)}`;
  reading.mustHold('KYC-022', isRefused, wanted, `${status} with ${text}`);
  state.cause = 'refusal';
  reading.heldBack('kyc/resubmit');
  reading.heldBack('kyc/resubmit-approved');
  const expiry = latestDocument(user)?.expiry;
  if (expiry !== undefined && stageAt(expiry, state.common.now) === 'expired')
    reading.heldBack('document-expiry/resubmit');
  // Of a user that was never submitted, a target may say so instead; and that something is missing.
  if (identity.status === 'none' || !answer.isComplete) return;
  const says = /resubmitted/i.test(message) && /rejected/i.test(message);
  const sentence = 'a message that identity can only be resubmitted when status is Rejected';
  reading.require('KYC-023', says, sentence, show(message));
  reading.require('KYC-024', status === 400, '400', String(status));
}

/** Resubmits the verification of a user. */
export const resubmit = (index: number, values: Values): KycMove =>
  aboutUser(index, {
    verb: `resubmit ${showValues(values)}`,
    possible: () => true,
    describe: ({ name, identity }) =>
      `resubmit ${showValues(values)} for user ${name}, whose identity is ${inWords(identity.status)}`,
    act: async (scenario, { user: resubmitting, id }, { common }, world) => {
      const { sentinel, files } = values;
      const expiry = takeDate(world, resubmitting, values.expiry, common.now);
      const body = bodyOf(values, expiry, world.files);
      const { status, json, text } = await scenario.send('resubmitKyc', world.ground.tenant.caller, {
        path: { userId: id },
        body,
      });
      const answer: Answer = {
        status,
        text: show(json ?? text),
        message: String((json as { message?: unknown } | undefined)?.message),
        isComplete: isComplete(body),
      };
      const accepted = isSuccess(status);
      return (reading, state) => {
        const user = sameIn(state, resubmitting);
        const { identity, address } = user;
        const expired = latestDocument(user)?.spent === true;
        if (identity.status !== 'rejected') {
          judgeRefusal(reading, state, user, answer);
          return;
        }
        const rules =
          sentinel === undefined ? (['KYC-021'] as const) : approvedBy(sentinel, files, world.files, true);
        if (answer.isComplete && isUsual(values.expiry)) {
          const wanted = `the resubmission of user ${user.name}, whose identity is rejected, to be carried out`;
          const is = `${status} with ${answer.text}`;
          if (expired) reading.mustHold('EXPIRY-010', accepted, wanted, is);
          for (const rule of rules) reading.require(rule, accepted, wanted, is);
        }
        if (!accepted) return;
        user.documents.push({ expiry, entered: [] });
        // What a sentinel that is ignored leads to is a resubmission all the same.
        const owedTo = expired && sentinel === undefined ? [...rules, 'EXPIRY-010' as const] : rules;
        if (sentinel === undefined) {
          become(state, user, 'identity', 'processing', { owedTo, rule: 'KYC-025' });
          reading.took('kyc/resubmit', `identity of ${user.name}`);
        } else {
          // It may have been in processing for a moment.
          identity.announced.processing.most += 1;
          become(state, user, 'identity', 'approved', { owedTo, rule: 'EVENT-019' });
          reading.took('kyc/resubmit-approved', `identity of ${user.name}`);
        }
        if (expired) reading.took('document-expiry/resubmit', `document of ${user.name}`);
        // Whether the address is resubmitted with the identity is not shown.
        mayRepeat(address);
        if (address.status !== 'processing' && reading.choose([false, true]))
          become(state, user, 'address', 'processing', { owedTo: ['KYC-021'], rule: 'EVENT-019' });
      };
    },
  });
