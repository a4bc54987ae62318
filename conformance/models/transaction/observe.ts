/** Judges what was seen of the transactions of a business. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Reading, Settle } from '../../provider/reading.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import type { Surroundings } from '../ground.ts';
import { judgeEvents } from './announcements.ts';
import { judgeDescription, judgeReferences } from './deposits.ts';
import {
  type Fact,
  label,
  type TransactionBelief,
  type TransactionState,
  type TransactionWorld,
} from './model.ts';
import { judgeMoney } from './money.ts';
import { type Context, judgePayload } from './payloads.ts';
import { catchUp, count } from './progress.ts';
import { type Sight, type Sights, see } from './sights.ts';

/** What a transaction breaks that was not announced at all. */
const unannounced: Readonly<Record<Fact['kind'], RequirementId | undefined>> = {
  payout: 'TXN-002',
  'bank transfer': 'TXN-002',
  'worker payment': 'EVENT-030',
  // Neither has to be a transaction.
  'sandbox deposit': undefined,
  fee: undefined,
};

/** What a read shows must not lag behind what has happened or was announced. */
function judgeStatus(reading: Reading, transaction: TransactionBelief, sight: Sight): void {
  const { status } = sight;
  const { phase, restsOn, isOver } = transaction;
  if (status === undefined) return;
  if (phase === 'succeeded' || phase === 'failed') {
    const judged = [status === phase, `${label(transaction)} ${phase}`, `the status ${status}`] as const;
    if (isOver) reading.mustHold('TXN-016', ...judged);
    else reading.eventually(restsOn ?? 'TXN-009', ...judged);
    return;
  }
  const actual = `the status ${status}`;
  const announcedAs = `${label(transaction)}, which was announced as`;
  const hasSucceeded = count(sight, 'succeeded') > 0;
  reading.eventually('TXN-009', !hasSucceeded, `${announcedAs} succeeded, to have succeeded`, actual);
  const rule = phase === 'initiated' ? 'TXN-011' : 'TXN-012';
  reading.eventually(rule, count(sight, 'failed') === 0, `${announcedAs} failed, to have failed`, actual);
}

function judgeList(reading: Reading, { listed, of }: Sights): void {
  if (listed === undefined) return;
  const { name, ids, goesOn, read } = listed;
  const id = of.get(name)?.id;
  reading.require(
    'TXN-001',
    read === id && (goesOn || ids.includes(id)),
    `the transaction ${id} in the list, and read by its id`,
    `${ids.length} in the list; the read one is ${show(read)}`,
  );
}

/** A transaction that nothing has shown yet; one that need not be there is forgotten. */
function judgeMissing(
  reading: Reading,
  state: TransactionState,
  transaction: TransactionBelief,
  isHeard: boolean,
): void {
  const requirement = isHeard ? unannounced[transaction.kind] : undefined;
  if (requirement !== undefined) {
    const expected = `transaction.initiated for ${label(transaction)}`;
    reading.eventually(requirement, false, expected, 'no such event');
  }
  state.transactions.splice(state.transactions.indexOf(transaction), 1);
}

const initiatedAs = ({ events }: Sight) => events.find(({ word }) => word === 'initiated')?.data;

/** Looks at every transaction and the webhooks. */
export async function look(
  scenario: Scenario,
  before: Readonly<TransactionState>,
  world: TransactionWorld,
  surroundings: Surroundings,
): Promise<Settle<TransactionState>> {
  const sights = await see(scenario, before, world, surroundings);
  world.heard = sights.heard;
  const { conclusive, endpoint } = world.ground;
  const hearing = {
    isHeard: endpoint !== undefined,
    isSilent: conclusive && !sights.unnamed.has('processing'),
  };
  return (reading, state) => {
    for (const transaction of [...state.transactions]) {
      const sight = sights.of.get(transaction.name);
      const fact = world.facts.find(({ name }) => name === transaction.name);
      if (sight?.id === undefined || fact === undefined) {
        judgeMissing(reading, state, transaction, hearing.isHeard);
        continue;
      }
      const { isNew, kind, name } = transaction;
      if (isNew) reading.took('transaction/create', name);
      const hasMoved = catchUp(reading, transaction, sight, hearing);
      // What a sandbox deposit does to the wallet when it is made is shown.
      if (hasMoved && !(isNew && kind === 'sandbox deposit')) state.moved.push(name);
      judgeStatus(reading, transaction, sight);
      judgeEvents(reading, transaction, sight, sights.unnamed, conclusive);
      const context: Context = {
        world,
        userIds: sights.userIds,
        initiated: initiatedAs(sight),
        otherAmounts: [...sights.of.values()].flatMap((each) =>
          each === sight ? [] : [initiatedAs(each)?.amount],
        ),
      };
      for (const announcement of sight.events.slice(transaction.looked))
        judgePayload(reading, transaction, fact, announcement, context);
      transaction.looked = sight.events.length;
      transaction.isOver = transaction.phase === 'failed';
      judgeDescription(reading, transaction, sight, sights, world);
    }
    judgeReferences(reading, state, world, sights);
    judgeList(reading, sights);
    judgeMoney(reading, state, world, surroundings.balance);
  };
}
