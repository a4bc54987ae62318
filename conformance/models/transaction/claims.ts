/** Finds out which transaction an event is about. */

import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '../../actions/event-log.ts';
import { isAlone } from '../../actions/tenant.ts';
import type { Envelope } from '../../webhooks/inspect.ts';
import type { Fact, TransactionWorld } from './model.ts';

type Test = (data: EventData) => boolean;

/** How the first event of a transaction is recognised: surely, and else where nobody but us causes events. */
function testsOf(fact: Fact, { personIds }: TransactionWorld): { sure: Test; likely: readonly Test[] } {
  switch (fact.kind) {
    case 'payout':
      return {
        sure: ({ reference }) => reference === fact.reference,
        likely: [({ type }) => type === 'PAYOUT'],
      };
    case 'bank transfer':
      return { sure: () => false, likely: [] };
    case 'sandbox deposit':
      return {
        sure: () => false,
        likely: [
          ({ description }) => description === fact.description,
          ({ type, amount }) =>
            type === 'DEPOSIT' && (amount as { amount?: unknown })?.amount === fact.amount,
        ],
      };
    case 'worker payment': {
      const { payrollId, personId } = fact;
      return {
        sure: ({ type, reference, recipientId }) =>
          recipientId === personId && (type === 'PAYROLL' || reference === payrollId),
        likely: [({ type, reference }) => type === 'PAYROLL' && reference === payrollId],
      };
    }
    case 'fee': {
      const { payrollId, amount } = fact;
      const isWorkers: Test = ({ recipientId }) => personIds.includes(String(recipientId));
      return {
        sure: ({ type, reference }) => type === 'PAYROLL_FEE' && reference === payrollId,
        likely: [
          ({ type }) => type === 'PAYROLL_FEE',
          (data) =>
            !isWorkers(data) &&
            ((data.reference === payrollId && data.type !== 'PAYROLL') ||
              isDeepStrictEqual(data.amount, { amount, currency: 'USD' })),
        ],
      };
    }
  }
  return fact satisfies never;
}

/** Gives the transactions that are not known by their id yet the ids of those that have been announced since. */
export function claim(world: TransactionWorld, events: readonly Envelope[]): void {
  const lacking = world.facts.filter(({ id }) => id === undefined);
  if (lacking.length === 0) return;
  const claimed = new Set<unknown>(world.facts.map(({ id }) => id));
  const free = new Map<string, { readonly data: EventData; readonly index: number }>();
  for (const [index, { eventType, data }] of events.entries()) {
    if (eventType !== 'transaction.initiated' && eventType !== 'transaction.succeeded') continue;
    // What succeeded may say more than what was initiated.
    if (typeof data?.id === 'string' && !claimed.has(data.id)) free.set(data.id, { data, index });
  }
  const tests = lacking.map((fact) => ({ fact, ...testsOf(fact, world) }));
  const rounds = [
    tests.map(({ fact, sure }) => ({ fact, test: sure })),
    ...(isAlone(world.ground.tenant)
      ? [0, 1].map((round) =>
          tests.map(({ fact, likely }) => ({ fact, test: likely[round] ?? (() => false) })),
        )
      : []),
  ];
  for (const { fact, test } of rounds.flat()) {
    if (fact.id !== undefined) continue;
    const found = [...free].find(([, { data, index }]) => index >= fact.since && test(data))?.[0];
    if (found === undefined) continue;
    fact.id = found;
    free.delete(found);
  }
}
