/** Judges what tells deposits apart, and what the list of disbursements says of them. Section "Event list and payloads". */

import { isRecord, within } from '../../actions/answers.ts';
import { isAlone } from '../../actions/tenant.ts';
import type { Reading } from '../../provider/reading.ts';
import { show } from '../../provider/scenario.ts';
import type { TransactionBelief, TransactionState, TransactionWorld } from './model.ts';
import type { Sight, Sights } from './sights.ts';

/**
 * The list of disbursements has no shape that is shown, so the description is looked for everywhere in it: in the object
 * with the id of the deposit where there is one, else where nobody else has deposits in any.
 */
export function judgeDescription(
  reading: Reading,
  transaction: TransactionBelief,
  { id, events }: Sight,
  { disbursements }: Sights,
  world: TransactionWorld,
): void {
  const { kind } = transaction;
  if (disbursements === undefined || (kind !== 'bank transfer' && kind !== 'sandbox deposit')) return;
  const deposit = events.find(({ word, data }) => word === 'succeeded' && 'description' in data);
  if (deposit === undefined || transaction.isDisbursed) return;
  transaction.isDisbursed = true;
  const items = [...within(disbursements)].filter(isRecord);
  const described = items.filter((item) => typeof item.description === 'string');
  const own = described.find((item) => item.id === id);
  if (own === undefined && !isAlone(world.ground.tenant)) return;
  const shown = (own === undefined ? described : [own]).map((item) => item.description);
  const { description } = deposit.data;
  const expected = `the description ${show(description)} in the disbursements`;
  reading.require('EVENT-039', shown.includes(description), expected, show(shown));
}

/** Two deposits under different bank references are told apart by theirs. */
export function judgeReferences(
  reading: Reading,
  { transactions }: TransactionState,
  { facts }: TransactionWorld,
  { of }: Sights,
): void {
  const deposits = transactions.flatMap(({ name }) => {
    const fact = facts.find((each) => each.name === name);
    const reference = of.get(name)?.events.find(({ word }) => word === 'initiated')?.data.reference;
    return fact?.kind === 'bank transfer' && reference !== undefined
      ? [{ ofBank: fact.transfer.reference, reference }]
      : [];
  });
  const [latest, ...earlier] = deposits.toReversed();
  for (const { ofBank, reference } of earlier) {
    if (latest === undefined || ofBank === latest.ofBank) continue;
    const holds = reference !== latest.reference;
    reading.require(
      'EVENT-031',
      holds,
      'a reference of its own for each deposit',
      `${show(reference)} for both`,
    );
  }
}
