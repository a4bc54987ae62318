/** Recognises the transactions that were made in what is announced of them. */
import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '../../provider/event-log.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { isAlone } from '../../provider/tenant.ts';
import type { Fact, TransactionContext } from './model.ts';

type Test = (data: EventData) => boolean;

/** How the first event of a transaction is recognised: surely, and else where nobody but us causes events. */
function testsOf(fact: Fact, { personIds }: TransactionContext): { sure: Test; likely: readonly Test[] } {
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
export function assignIds(context: TransactionContext, events: readonly Envelope[]): void {
  const lacking = context.facts.filter(({ id }) => id === undefined);
  if (lacking.length === 0) return;
  const assigned = new Set<unknown>(context.facts.map(({ id }) => id));
  const free = new Map<string, { readonly data: EventData; readonly index: number }>();
  for (const [index, { eventType, data }] of events.entries()) {
    if (eventType !== 'transaction.initiated' && eventType !== 'transaction.succeeded') continue;
    // The event of a success may have more fields than the first one.
    if (typeof data?.id === 'string' && !assigned.has(data.id)) free.set(data.id, { data, index });
  }
  const tests = lacking.map((fact) => ({ fact, ...testsOf(fact, context) }));
  const rounds = [
    tests.map(({ fact, sure }) => ({ fact, test: sure })),
    ...(isAlone(context.fixture.tenant)
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
