/** What is announced of the documents of a user, and what their identity is by then. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { possibleFrom, type Stage, stages, tooEarly } from '../../judgements/expiry-stages.ts';
import { idsByWord } from '../../provider/event-log.ts';
import type { Envelope } from '../../provider/inspect.ts';
import type { Alternative } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { ExpectedDocument } from './document.ts';
import type { ExpectedUser, KycState } from './model.ts';

const announcedBy = {
  'about-to-expire': 'EXPIRY-001',
  'in-grace-period': 'EXPIRY-002',
  expired: 'EXPIRY-003',
} as const satisfies Record<Stage, RequirementId>;

/** How types of documents are called is not shown; but a document is called the same before and after a review. */
function judgeFile(
  alternative: Alternative,
  name: string,
  document: ExpectedDocument,
  own: readonly Envelope[],
): void {
  const { expiry, shownAs, reviewed } = document;
  const types = own
    .filter(({ data }) => data?.expiryDate === expiry && typeof data.documentType === 'string')
    .map(({ data }) => String(data?.documentType));
  if (reviewed && typeof shownAs === 'string') {
    const expected = `user.kyc.expiry with the documentType ${shownAs} for the document of ${name} that expires on ${expiry}`;
    const other = types.find((type) => type.toLowerCase() !== shownAs.toLowerCase());
    // Only an event after the review shows what is on file.
    if (types.length > 1) alternative.require('SANDBOX-007', other === undefined, expected, show(other));
    return;
  }
  const [first] = types;
  if (first === undefined) return;
  document.shownAs = types.every((type) => type.toLowerCase() === first.toLowerCase()) ? first : null;
}

/** @param identity its status as a read has shown it after the events. */
export function judgeStages(
  alternative: Alternative,
  { common: { now } }: KycState,
  user: ExpectedUser,
  id: string,
  identity: string | undefined,
  events: readonly Envelope[],
  conclusive: boolean,
): void {
  const own = events.filter(({ eventType, data }) => eventType === 'user.kyc.expiry' && data?.userId === id);
  for (const { data } of own) {
    const known = user.documents.some(({ expiry }) => expiry === data?.expiryDate);
    const dates = user.documents.map(({ expiry }) => expiry).join(', ');
    const wanted = `the expiryDate of a document of ${user.name}: ${dates}`;
    alternative.require('EVENT-020', known, wanted, show(data?.expiryDate), 'first');
  }
  for (const document of user.documents) {
    judgeFile(alternative, user.name, document, own);
    const { expiry, entered } = document;
    const sent = idsByWord(own, ({ data }) => (data?.expiryDate === expiry ? String(data.stage) : undefined));
    for (const stage of stages) {
      const count = sent.get(stage)?.size ?? 0;
      const what = `user.kyc.expiry with ${stage} for the document of ${user.name} that expires on ${expiry}`;
      if (now < possibleFrom(stage, expiry)) {
        alternative.require(
          tooEarly(stage, expiry, now),
          count === 0,
          `no ${what} yet`,
          'the event',
          'first',
        );
        continue;
      }
      alternative.require('EXPIRY-005', count <= 1, `${what} once`, `${count} events with different ids`);
      // An event may still come, where any do.
      if (entered.includes(stage) && (conclusive || events.length > 0)) {
        const seen = sent.size === 0 ? 'no such event' : `only ${[...sent.keys()].join(', ')}`;
        // Later stages would only repeat the missing announcement.
        const missing = stage === 'expired' ? 'first' : 'now';
        alternative.require(announcedBy[stage], count > 0, what, seen, conclusive ? missing : 'if at all');
      }
    }
    if (document.inForceSince === undefined || document.spent || !sent.has('expired')) continue;
    const wanted = `identity of ${user.name} rejected by the time of the event that its document has expired`;
    alternative.require('EXPIRY-004', identity === 'rejected', wanted, `identity ${identity}`, 'first');
  }
}

/**
 * An identity that is rejected because its document has expired was so when that was announced.
 *
 * @param asItCame what a read has shown before the event was answered, if one came.
 */
export function judgeArrival(
  alternative: Alternative,
  { name, expired }: ExpectedUser,
  asItCame: string | undefined,
  identity: string | undefined,
): void {
  if (asItCame === undefined || !expired || identity !== 'rejected') return;
  const wanted = `identity of ${name} rejected before the event that its document has expired`;
  const actual = `identity ${asItCame} when the event came`;
  alternative.require('EXPIRY-004', asItCame !== 'approved', wanted, actual);
}
