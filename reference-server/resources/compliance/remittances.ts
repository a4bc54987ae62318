/** Remittances (section "Other resources"), as pure functions of state, command and time. */

import { type BusinessState, findRecord, type Outcome, withRecord } from '../../state/business-state.ts';
import type { Account } from '../../state/records/money.ts';
import type { RemittanceRecord, RemittanceState } from '../../state/records/payrolls.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidState } from '../../state/refusal.ts';
import { nextOf, type RuleContext } from '../../state/rule.ts';
import type { Money } from '../../state/schemas.ts';
import { move } from '../wallets/ledger.ts';

/** The moves that are possible. The document shows the states only. */
const nextStates: Readonly<Record<RemittanceState, readonly RemittanceState[]>> = {
  created: ['processing', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

export interface CreateRemittance {
  readonly remittanceId: string;
  readonly filingId: string;
  readonly countryCode?: string;
  readonly dueDate: string;
  readonly amount: Money;
  /** The account that holds the money. */
  readonly source: Account;
}

export interface MoveRemittance {
  readonly remittanceId: string;
  readonly status: RemittanceState;
}

const accountOf = ({ id }: RemittanceRecord): Account => `remittance/${id}`;

const announced = ({ remittance }: RemittanceRecord): DomainEvent => {
  const { id, status, amount, countryCode } = remittance;
  return {
    eventType: `remittance.${status}`,
    data: {
      resourceType: 'remittance',
      resourceId: id,
      amount,
      ...(countryCode !== undefined && { countryCode }),
      ...(status === 'failed' && { reason: 'The authority did not take the payment.' }),
    },
  };
};

/** Takes the money from its source. The authority gets it two settlements later: one to start and one to arrive. */
export function createRemittance(
  before: BusinessState,
  { remittanceId, source, ...facts }: CreateRemittance,
  { now, timing: { settlementSeconds } }: RuleContext,
): Outcome {
  const record: RemittanceRecord = {
    id: remittanceId,
    businessId: before.business.id,
    remittance: {
      id: remittanceId,
      status: 'created',
      ...facts,
      createdTimestamp: now,
      lastUpdatedTimestamp: now,
    },
    movesAt: now + settlementSeconds,
  };
  const account = accountOf(record);
  const state = move(before, { from: source, to: account, money: facts.amount, cause: account }, now);
  return {
    state: { ...state, remittances: [...state.remittances, record] },
    events: [announced(record)],
  };
}

/** @param movesAt when it goes on by itself, in a state in which it does. */
function enter(
  before: BusinessState,
  { movesAt: _, ...record }: RemittanceRecord,
  status: RemittanceState,
  movesAt: number,
  now: number,
): Outcome {
  const after: RemittanceRecord = {
    ...record,
    remittance: { ...record.remittance, status, lastUpdatedTimestamp: now },
    ...(status === 'processing' && { movesAt }),
  };
  const account = accountOf(after);
  const movement = { from: account, money: record.remittance.amount, cause: account };
  let state = before;
  if (status === 'completed') state = move(state, { ...movement, to: 'outside' }, now);
  if (status === 'failed') state = move(state, { ...movement, to: 'wallet' }, now);
  return { state: withRecord(state, 'remittances', after), events: [announced(after)] };
}

/** @throws Refusal when the remittance cannot move there from its state. */
export function moveRemittance(
  state: BusinessState,
  { remittanceId, status }: MoveRemittance,
  { now, timing: { settlementSeconds } }: RuleContext,
): Outcome {
  const record = findRecord(state.remittances, remittanceId);
  const before = record.remittance.status;
  if (!nextStates[before].includes(status))
    throw invalidState(`A remittance that is ${before} cannot become ${status}`);
  return enter(state, record, status, now + settlementSeconds, now);
}

/** Remittances start and arrive, each at its time. */
export function progressRemittances(
  before: BusinessState,
  { now, timing: { settlementSeconds } }: RuleContext,
): Outcome {
  const events: DomainEvent[] = [];
  let state = before;
  // Twice, for one that starts and arrives in the same second.
  for (const from of ['created', 'processing'] as const)
    for (const record of state.remittances) {
      const { remittance, movesAt } = record;
      if (remittance.status !== from || movesAt === undefined || movesAt > now) continue;
      const status = from === 'created' ? 'processing' : 'completed';
      // Counted from the due time, so that a late check does not delay the arrival.
      const outcome = enter(state, record, status, movesAt + settlementSeconds, now);
      state = outcome.state;
      events.push(...outcome.events);
    }
  return { state, events };
}

export function nextRemittanceAt({ remittances }: BusinessState, { now }: RuleContext): number | undefined {
  return nextOf(
    remittances.flatMap(({ movesAt }) => movesAt ?? []),
    now,
  );
}
