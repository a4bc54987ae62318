import type { RequirementId, TransitionId } from '../../../../openapi/catalogue.ts';
import { documentNumber, idDetails } from '../../../actions/kyc.ts';
import { show } from '../../../provider/scenario.ts';
import { type Expiry, possibleFrom, type Stage, stages } from '../document.ts';
import { become, type KycMove, lapse, latestDocument, mayRepeat, type UserBelief } from '../model.ts';
import { aboutUser, isSuccess, sameIn, takeDate } from './about-user.ts';

const acceptedAt: Record<Stage, RequirementId> = {
  'about-to-expire': 'EXPIRY-007',
  'in-grace-period': 'EXPIRY-008',
  expired: 'EXPIRY-009',
};
const renews: Record<Stage, TransitionId> = {
  'about-to-expire': 'document-expiry/renew-early',
  'in-grace-period': 'document-expiry/renew-in-grace',
  expired: 'document-expiry/renew-late',
};

/** The latest stage of the document that a replacement has to be taken at; undefined where that is not shown. */
function stageOf(user: Readonly<UserBelief>, now: number): Stage | undefined {
  if (user.renewing) return undefined;
  if (user.expired) return 'expired';
  const document = latestDocument(user);
  if (user.identity.status !== 'approved' || document?.inForceSince === undefined) return undefined;
  return stages.findLast(
    (stage) => document.entered.includes(stage) || now >= possibleFrom(stage, document.expiry),
  );
}

/** Hands in a replacement of the document of an identity, at any stage of its expiry. */
export const renew = (index: number, expiry: Expiry = { days: 1_200 }): KycMove =>
  aboutUser(index, {
    verb: 'renew',
    possible: (user, { common }) =>
      user.documents.some(({ entered }) => entered.length > 0) && stageOf(user, common.now) !== undefined,
    describe: (user, { common }) =>
      `hand in a replacement for the document of user ${user.name}, which is ${stageOf(user, common.now)}`,
    act: async (scenario, { user: renewing, id }, { common }, world) => {
      const date = takeDate(world, renewing, expiry, common.now);
      const { status, json, text } = await scenario.send('renewKyc', world.ground.tenant.caller, {
        path: { userId: id },
        body: { idDetails: idDetails(documentNumber(), date, world.files) },
      });
      const accepted = isSuccess(status);
      return (reading, state) => {
        const user = sameIn(state, renewing);
        const { identity, address } = user;
        const stage = stageOf(user, state.common.now);
        // Whether there can be one while another is being verified, or after a rejection, is not shown.
        if (stage !== undefined) {
          const wanted = `a replacement for a document that is ${stage} to be taken`;
          const is = `${status} with ${show(json ?? text)}`;
          reading.mustHold(acceptedAt[stage], accepted, wanted, is);
          reading.mustHold('KYC-036', accepted, wanted, is);
          reading.took(renews[stage], `document of ${user.name}`);
        }
        if (!accepted) return;
        lapse(user);
        user.documents.push({ expiry: date, entered: [] });
        mayRepeat(address);
        mayRepeat(identity);
        // What the identity is until the outcome is not shown.
        if (reading.choose([true, false]))
          become(state, user, 'identity', 'processing', { owedTo: ['EXPIRY-011'], rule: 'EVENT-019' });
        else identity.announced.processing.most += 1;
        user.renewing = true;
      };
    },
  });
