/** Section "States and transitions, Transaction" of the interface document, seen at a payout. */
import fc from 'fast-check';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { attempt, itemsOf } from '../actions/answers.ts';
import { type EventData, EventLog } from '../actions/event-log.ts';
import { payOut } from '../actions/payouts.ts';
import { advance, drain, openTenant, type Tenant } from '../actions/tenant.ts';
import { readTransactionStatus, type TransactionStatus, transactionOf } from '../actions/transactions.ts';
import { type Check, property } from '../engine/check.ts';
import { type Scenario, show } from '../engine/scenario.ts';

/** What happens to a transaction, in this order. */
export interface Course {
  /** A request for information while it is initiated. */
  readonly rfi: 'none' | 'raised' | 'answered';
  /** Seconds until the next thing happens; the checks take seconds, if nobody has a question. */
  readonly wait: number;
  readonly end: 'settle' | 'fail' | 'return';
}

/** The transaction of one case. */
interface Payment {
  readonly tenant: Tenant;
  readonly log: EventLog;
  readonly id: string;
  readonly initiated: EventData;
}

const message = 'The account of the recipient is closed.';

/** Evaluates the status that is read, where the target says it in the words of the document. */
async function requireStatus(
  scenario: Scenario,
  { tenant, id }: Payment,
  requirement: RequirementId,
  wanted: TransactionStatus,
): Promise<void> {
  if (!scenario.has('read-transaction')) return;
  const status = await readTransactionStatus(scenario, tenant.caller, id);
  if (status === undefined) {
    scenario.skip(requirement, 'A transaction does not show its status in the words of the document.');
    return;
  }
  scenario.require(requirement, status === wanted, { expected: `the status ${wanted}`, actual: status });
}

/**
 * Whether an event is about the transaction. That it carries the id is only shown for two events; any other is about
 * this transaction too when nobody else causes events and it does not name another one.
 */
function isAbout({ log, id }: Payment, type: string, data: EventData): boolean {
  if (data.id === id) return true;
  if (type === 'transaction.succeeded' || !log.alone) return false;
  return log.of('transaction.initiated').every((other) => other.id !== data.id);
}

/** The events since the last look that are about the transaction. */
async function newEvents(payment: Payment, type: string): Promise<readonly EventData[]> {
  const fresh = await payment.log.look();
  return fresh.flatMap((event) =>
    event.type === type && isAbout(payment, type, event.data) ? [event.data] : [],
  );
}

async function requestInformation(scenario: Scenario, payment: Payment, answered: boolean): Promise<void> {
  const { tenant, id, log } = payment;
  scenario.step('ask for information about the transaction');
  const actionRequired = 'Provide the invoice that the payout pays';
  await scenario.control('raiseRfi')(scenario.controlSend, id, actionRequired);
  const requested = await newEvents(payment, 'transaction.rfi.updated');
  const statuses = requested.map(({ status }) => status);
  scenario.require('TXN-007', statuses.includes('RFI_REQUESTED'), {
    expected: 'transaction.rfi.updated with RFI_REQUESTED',
    actual: statuses.length === 0 ? 'no such event' : show(statuses),
  });
  scenario.require('TXN-008', !statuses.includes('RFI_PROVIDED'), {
    expected: 'no RFI_PROVIDED before the information is provided',
    actual: show(statuses),
  });
  for (const data of requested.filter(({ status }) => status === 'RFI_REQUESTED')) {
    scenario.require('EVENT-025', data.actionRequired !== undefined && data.actionRequired !== null, {
      expected: 'transaction.rfi.updated with actionRequired',
      actual: show(data),
    });
  }
  await requireStatus(scenario, payment, 'TXN-006', 'initiated');
  if (scenario.has('clock')) {
    scenario.step('wait ten minutes for the information');
    await advance(scenario, tenant, 600);
    await requireStatus(scenario, payment, 'TXN-006', 'initiated');
  }
  if (!answered || !scenario.has('answer-rfi')) return;
  await log.look();
  scenario.step('provide the information');
  const body = { message: 'The payout pays the invoice INV-0042' };
  await scenario.succeed('answerRfi', tenant.caller, { path: { transactionId: id }, body });
  const provided = (await newEvents(payment, 'transaction.rfi.updated')).map(({ status }) => status);
  scenario.require('TXN-008', provided.includes('RFI_PROVIDED'), {
    expected: 'transaction.rfi.updated with RFI_PROVIDED',
    actual: provided.length === 0 ? 'no such event' : show(provided),
  });
  scenario.took('transaction/provide-information');
}

/** A transaction that is read as processing has passed the checks. */
async function look(scenario: Scenario, payment: Payment): Promise<TransactionStatus | undefined> {
  await payment.log.look();
  if (!scenario.has('read-transaction')) return undefined;
  const status = await readTransactionStatus(scenario, payment.tenant.caller, payment.id);
  if (status !== 'processing') return status;
  const type = 'transaction.processing';
  const announced = payment.log.of(type).some((data) => isAbout(payment, type, data));
  scenario.require('TXN-003', announced, {
    expected: 'transaction.processing of a transaction that is processing',
    actual: 'no such event',
  });
  return status;
}

async function settle(scenario: Scenario, payment: Payment): Promise<void> {
  const { id, initiated } = payment;
  scenario.step('let the transaction settle');
  await scenario.control('settleTransaction')(scenario.controlSend, id);
  const succeeded = await newEvents(payment, 'transaction.succeeded');
  scenario.require('TXN-010', succeeded.length > 0, {
    expected: `transaction.succeeded with the id ${id}`,
    actual: 'no such event',
  });
  await requireStatus(scenario, payment, 'TXN-009', 'succeeded');
  for (const data of succeeded) {
    for (const name of ['type', 'reference', 'recipientId', 'recipientType']) {
      scenario.require('EVENT-026', data[name] === initiated[name], {
        expected: `the ${name} ${show(initiated[name])} of transaction.initiated`,
        actual: show(data[name]),
      });
    }
  }
  scenario.took('transaction/settle');
}

async function fail(scenario: Scenario, payment: Payment): Promise<void> {
  const status = await look(scenario, payment);
  scenario.step(`let the transaction fail${status === undefined ? '' : `, which is ${status}`}`);
  await scenario.control('failTransaction')(scenario.controlSend, payment.id, message);
  const failed = await newEvents(payment, 'transaction.failed');
  scenario.require('TXN-013', failed.length > 0, { expected: 'transaction.failed', actual: 'no such event' });
  for (const { isReturned } of failed) {
    scenario.require('EVENT-028', isReturned !== true, {
      expected: 'no isReturned true for a transaction that had not succeeded',
      actual: show(isReturned),
    });
  }
  if (status === 'initiated') await requireStatus(scenario, payment, 'TXN-011', 'failed');
  if (status === 'processing') await requireStatus(scenario, payment, 'TXN-012', 'failed');
  scenario.took(`transaction/${status === 'initiated' ? 'fail-early' : 'fail'}`);
}

async function bringBack(scenario: Scenario, payment: Payment): Promise<void> {
  scenario.step('let the bank of the recipient return the transaction');
  await scenario.control('returnTransaction')(scenario.controlSend, payment.id, message);
  const failed = await newEvents(payment, 'transaction.failed');
  scenario.require(
    'TXN-015',
    failed.some(({ isReturned }) => isReturned === true),
    {
      expected: 'transaction.failed with isReturned true',
      actual:
        failed.length === 0 ? 'no such event' : `isReturned ${show(failed.map((data) => data.isReturned))}`,
    },
  );
  await requireStatus(scenario, payment, 'TXN-014', 'failed');
  scenario.took('transaction/return');
}

/** What a failed transaction should not do. */
async function stayFailed(scenario: Scenario, payment: Payment): Promise<void> {
  const { settleTransaction } = scenario.target.controls;
  scenario.step('try to settle the failed transaction');
  if (settleTransaction !== undefined) {
    await attempt(() => settleTransaction(scenario.controlSend, payment.id));
  }
  if (scenario.has('clock')) await advance(scenario, payment.tenant, 86_400);
  const settled = await newEvents(payment, 'transaction.succeeded');
  scenario.require('TXN-016', settled.length === 0, {
    expected: 'no transaction.succeeded of a transaction that has failed',
    actual: 'transaction.succeeded',
  });
  await requireStatus(scenario, payment, 'TXN-016', 'failed');
}

/** Evaluates what holds of all events of a business together, in whatever order they came. */
export function requireHistory(scenario: Scenario, log: EventLog): void {
  const initiated = new Set(log.of('transaction.initiated').map(({ id }) => id));
  const processing = log.of('transaction.processing').map(({ id }) => id);
  for (const id of new Set(processing)) {
    if (id === undefined) continue;
    const times = processing.filter((other) => other === id).length;
    scenario.require('TXN-004', times === 1, {
      expected: 'transaction.processing once for a transaction',
      actual: `${times} times for ${show(id)}`,
    });
  }
  if (!log.alone) return;
  for (const { id } of log.of('transaction.succeeded')) {
    scenario.require('TXN-002', initiated.has(id), {
      expected: `transaction.initiated of the transaction ${show(id)}, which has succeeded`,
      actual: 'no such event',
    });
  }
}

async function requireListed(scenario: Scenario, { tenant, id }: Payment): Promise<void> {
  if (!scenario.has('list-transactions', 'read-transaction')) return;
  scenario.step('list the transactions, and read this one');
  const listed = itemsOf(await scenario.succeed('listTransactions', tenant.caller));
  const path = { transactionId: id };
  const read = await scenario.send('readTransaction', tenant.caller, { path });
  const isRead = (read.json as { id?: unknown } | undefined)?.id === id;
  scenario.require('TXN-001', isRead && listed.some((item) => item.id === id), {
    expected: `the transaction ${id} in the list, and read by its id`,
    actual: `${listed.length} in the list; the read one is ${show((read.json as { id?: unknown } | undefined)?.id)}`,
  });
}

export const transactionChecks: readonly Check[] = [
  property({
    id: 'transactions.lifecycle',
    title: 'A payout goes through the states of a transaction and announces each of them',
    covers: [
      'TXN-001',
      'TXN-002',
      'TXN-003',
      'TXN-004',
      'TXN-006',
      'TXN-007',
      'TXN-008',
      'TXN-009',
      'TXN-010',
      'TXN-011',
      'TXN-012',
      'TXN-013',
      'TXN-014',
      'TXN-015',
      'TXN-016',
      'EVENT-021',
      'EVENT-022',
      'EVENT-023',
      'EVENT-024',
      'EVENT-025',
      'EVENT-026',
      'EVENT-027',
      'EVENT-028',
      'EVENT-029',
      'EVENT-032',
      'EVENT-034',
    ],
    needs: ['sandbox', 'create-payout', 'webhooks', 'drain'],
    examples: [
      { rfi: 'answered', wait: 0, end: 'return' },
      { rfi: 'none', wait: 0, end: 'fail' },
      { rfi: 'none', wait: 120, end: 'fail' },
      { rfi: 'raised', wait: 0, end: 'fail' },
    ],
    arbitrary: (): fc.Arbitrary<Course> =>
      fc.record({
        rfi: fc.constantFrom('none', 'raised', 'answered'),
        wait: fc.constantFrom(0, 30, 120, 3_600),
        end: fc.constantFrom('settle', 'fail', 'return'),
      }),
    runs: ({ propertyRuns }) => Math.max(4, Math.ceil(propertyRuns / 2)),
    run: async (scenario, { rfi, wait, end }) => {
      const tenant = await openTenant(scenario);
      const log = await EventLog.open(scenario, tenant);
      const reference = 'march-bonus-rojas';
      scenario.step('create a payout');
      await payOut(scenario, tenant, reference);
      const initiated = await transactionOf(scenario, log, reference);
      if (typeof initiated.id !== 'string') return;
      const payment: Payment = { tenant, log, id: initiated.id, initiated };
      scenario.took('transaction/create');
      await requireListed(scenario, payment);
      const status = await look(scenario, payment);
      if (rfi !== 'none' && scenario.has('raise-rfi') && (status ?? 'initiated') === 'initiated') {
        await requestInformation(scenario, payment, rfi === 'answered');
        scenario.took('transaction/request-information');
      }
      if (wait > 0 && scenario.has('clock')) {
        scenario.step(`wait ${wait} seconds`);
        await advance(scenario, tenant, wait);
      }
      await drain(scenario, tenant);
      const before = await look(scenario, payment);
      const open = before === undefined || before === 'initiated' || before === 'processing';
      if (open && end === 'fail' && scenario.has('fail-transaction')) {
        await fail(scenario, payment);
        await stayFailed(scenario, payment);
      }
      // Whether a transaction settles while a question about it is open is not shown.
      if (open && end !== 'fail' && rfi !== 'raised' && scenario.has('settle-transaction')) {
        await settle(scenario, payment);
        if (end === 'return' && scenario.has('return-transaction')) {
          await bringBack(scenario, payment);
          await stayFailed(scenario, payment);
        }
      }
      await log.look();
      requireHistory(scenario, log);
    },
  }),
];
