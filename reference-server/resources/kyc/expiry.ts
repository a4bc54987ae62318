/** The expiry of identity documents (section "States and transitions, KYC": document expiry stages). */

import type { DocumentStage, KycDocument, KycRecord } from '../../state/records/people.ts';
import type { KycDecisions } from './decisions.ts';
import { type Change, enter, inTurn } from './verification.ts';

type Stage = Exclude<DocumentStage, 'valid'>;

interface Upcoming {
  readonly document: KycDocument;
  readonly expirationDate: string;
  readonly stages: readonly Stage[];
}

/** The coming expiry stages of the document of an approved identity; undefined for any other. */
function ahead(decide: KycDecisions, { identity, document }: KycRecord): Upcoming | undefined {
  const expirationDate = document?.details.expirationDate;
  if (identity?.status !== 'approved' || document === undefined || expirationDate === undefined)
    return undefined;
  return { document, expirationDate, stages: decide.stagesAfter(document.stage) };
}

/** When the document of an approved identity enters its next stages, in Unix seconds. */
export function stageTimes(decide: KycDecisions, record: KycRecord): readonly number[] {
  const upcoming = ahead(decide, record);
  return upcoming?.stages.map((stage) => decide.stageBeginsAt(stage, upcoming.expirationDate)) ?? [];
}

/** Leaves out the stages that passed before the approval, up to the one in which the document is now. */
export function skipPassedStages(decide: KycDecisions, record: KycRecord, now: number): KycRecord {
  const upcoming = ahead(decide, record);
  if (upcoming === undefined) return record;
  const { document, stages, expirationDate } = upcoming;
  const begun = stages.filter((stage) => decide.stageBeginsAt(stage, expirationDate) <= now);
  return { ...record, document: { ...document, stage: decide.announcedBefore(document, begun) } };
}

/** Announces the stages that the document of an approved identity has entered; the same record when there is none. */
export function passStages(decide: KycDecisions, before: KycRecord, now: number): Change {
  let change: Change = { record: before, events: [] };
  const upcoming = ahead(decide, before);
  if (upcoming === undefined) return change;
  const { expirationDate } = upcoming;
  for (const stage of upcoming.stages) {
    if (decide.stageBeginsAt(stage, expirationDate) > now) break;
    const { details } = upcoming.document;
    const lost = stage === 'expired' ? decide.rejectedAtExpiry(change.record) : [];
    const next = { status: 'rejected', reason: 'The document has expired.' } as const;
    const { record, events } = inTurn(change.record, lost, (each, component) =>
      enter(decide, each, component, next, 'expiry'),
    );
    const data = { userId: before.id, stage, documentType: details.type ?? '', expiryDate: expirationDate };
    change = {
      record: { ...record, document: { details, stage } },
      events: [...change.events, ...events, { eventType: 'user.kyc.expiry', data }],
    };
  }
  return change;
}
