import type { RequirementId } from '../../../../openapi/catalogue.ts';
import type { Reading } from '../../../provider/reading.ts';
import { show } from '../../../provider/scenario.ts';
import { become, isFresh, type KycMove, type KycState, mayRepeat, type UserBelief } from '../model.ts';
import { aboutUser, isSuccess, sameIn, takeDate } from './about-user.ts';
import { approvedBy, bodyOf, isComplete, isUsual, showValues, type Values } from './values.ts';

/** A submission that was carried out. */
interface Submitted {
  readonly expiry: string;
  readonly hasSentinel: boolean;
  readonly hasProof: boolean;
  /** The rules that say what becomes of the identity. */
  readonly rules: readonly RequirementId[];
}

function submitIdentity(
  reading: Reading,
  state: KycState,
  user: UserBelief,
  { expiry, hasSentinel, rules }: Submitted,
): void {
  const { identity } = user;
  const isNew = identity.status === 'none';
  user.documents.push({ expiry, entered: [] });
  if (!hasSentinel) {
    become(state, user, 'identity', 'processing', { owedTo: rules, rule: 'KYC-011' });
    if (isNew) reading.took('kyc/submit', `identity of ${user.name}`);
    return;
  }
  // It may have been in processing for a moment.
  identity.announced.processing.most += 1;
  become(state, user, 'identity', 'approved', { owedTo: rules, rule: 'EVENT-019' });
  if (isNew) reading.took('kyc/submit-approved', `identity of ${user.name}`);
}

function submitAddress(reading: Reading, state: KycState, user: UserBelief): void {
  const isNew = user.address.status === 'none';
  become(state, user, 'address', 'processing', { owedTo: ['KYC-010'], rule: 'KYC-011' });
  if (isNew) reading.took('kyc/submit', `address of ${user.name}`);
}

/** What another submission does is not shown: nothing, or the same again, to either component. */
function submitAgain(reading: Reading, state: KycState, user: UserBelief, submitted: Submitted): void {
  mayRepeat(user.identity);
  mayRepeat(user.address);
  if (reading.choose([false, true])) submitIdentity(reading, state, user, submitted);
  else user.documents.unshift({ expiry: submitted.expiry, entered: [] });
  if (reading.choose([false, true])) submitAddress(reading, state, user);
}

/** Submits the verification of a user about whom nothing was submitted or decided. */
export const submit = (index: number, values: Values): KycMove =>
  aboutUser(index, {
    verb: `submit ${showValues(values)}`,
    possible: isFresh,
    describe: ({ name }) => `submit ${showValues(values)} for user ${name}`,
    act: async (scenario, { user: submitting, id }, { common }, world) => {
      const { sentinel, files } = values;
      const expiry = takeDate(world, submitting, values.expiry, common.now);
      const body = bodyOf(values, expiry, world.files);
      const { status, json, text } = await scenario.send('submitKyc', world.ground.tenant.caller, {
        path: { userId: id },
        body,
      });
      const accepted = isSuccess(status);
      const hasSentinel = sentinel !== undefined;
      const hasProof = body.addressProofFileId !== undefined;
      const rules = hasSentinel ? approvedBy(sentinel, files, world.files, false) : (['KYC-010'] as const);
      const submitted: Submitted = { expiry, hasSentinel, hasProof, rules };
      return (reading, state) => {
        const user = sameIn(state, submitting);
        if (!isFresh(user)) {
          if (accepted) submitAgain(reading, state, user, submitted);
          return;
        }
        // Whether a document that expires soon is taken is not shown.
        if (isComplete(body) && isUsual(values.expiry)) {
          const is = `${status} with ${show(json ?? text)}`;
          const wanted = hasSentinel
            ? 'identity approved at once'
            : 'a success status for every documented field';
          const said = hasSentinel ? rules : (['KYC-030'] as const);
          for (const rule of said) reading.require(rule, accepted, wanted, is);
        }
        if (!accepted) return;
        submitIdentity(reading, state, user, submitted);
        // Whether it is a submission of the address without a proof is not shown.
        if (hasProof || reading.choose([true, false])) submitAddress(reading, state, user);
        if (hasSentinel) user.address.leftBy = 'KYC-012';
      };
    },
  });
