/** Section "Event list and payloads" of the interface document: deposits and who sent them. */
import fc from 'fast-check';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { attempt, isRecord, textOf, within } from '../actions/answers.ts';
import { type EventData, EventLog } from '../actions/event-log.ts';
import { openTenant, type Tenant } from '../actions/tenant.ts';
import { readTransactionStatus } from '../actions/transactions.ts';
import { type Check, example, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { BankTransfer } from '../target/target.ts';
import { requireHistory } from './transactions.ts';

const countries = { GBP: 'GB', EUR: 'DE', USD: 'US' } as const;
type Currency = keyof typeof countries;

/** A bank transfer as a case chooses it. */
interface Transfer {
  readonly currency: Currency;
  readonly amount: number;
  readonly reference: string;
  readonly sender: NonNullable<BankTransfer['sender']> | undefined;
}

const accounts: Readonly<Record<Currency, { accountNumber: string; bankCode: string }>> = {
  GBP: { accountNumber: '31244417', bankCode: '204418' },
  EUR: { accountNumber: 'DE89370400440532013000', bankCode: 'COBADEFFXXX' },
  USD: { accountNumber: '000123454417', bankCode: '021000021' },
};

const accountNames = ['Harbour Analytics Ltd', 'Zoë & Söhne GmbH', '株式会社ハーバー', "O'Neill Trading"];

function transferOf(
  currency: Currency,
  network: 'ach' | 'wire' | 'swift' | undefined,
  known: { account: boolean; bank: boolean },
  accountName = 'Harbour Analytics Ltd',
): Transfer {
  const { accountNumber, bankCode } = accounts[currency];
  return {
    currency,
    amount: 600_000,
    reference: 'HARBOUR-DEP-0325',
    sender: {
      accountName,
      ...(known.account && { accountNumber }),
      ...(known.bank && { bankCode }),
      ...(currency === 'USD' && network !== undefined && { network }),
    },
  };
}

const both = { account: true, bank: true };

const transfers = fc
  .record({
    currency: fc.constantFrom<Currency>('USD', 'GBP', 'EUR'),
    network: fc.constantFrom('ach', 'wire', 'swift', undefined),
    known: fc.record({ account: fc.boolean(), bank: fc.boolean() }),
    accountName: fc.constantFrom(...accountNames),
    named: fc.constantFrom(true, true, true, false),
    amount: fc.integer({ min: 1, max: 1_000_000_000 }),
    reference: fc.constantFrom('HARBOUR-DEP-0325', 'Gehälter März', '三月の給与', 'INV 7/2026 "final"'),
  })
  .map(({ currency, network, known, accountName, named, amount, reference }): Transfer => {
    const { sender } = transferOf(currency, network, known, accountName);
    return { currency, amount, reference, sender: named ? sender : undefined };
  });

async function openVirtualAccount(
  scenario: Scenario,
  { caller }: Tenant,
  currency: Currency,
): Promise<string> {
  const body = {
    // This number is approved automatically.
    customIdentification: { type: 'SSN' as const, number: '99999900' },
    currency,
    countryCode: countries[currency],
  };
  return textOf(await scenario.succeed('createVirtualAccount', caller, { body }), 'id');
}

/**
 * Waits for the deposit to have arrived, and lets it settle where that does not happen by itself.
 *
 * @throws CaseEnded when it is not announced, which has been reported if it has surely settled.
 */
async function settled(
  scenario: Scenario,
  { caller }: Tenant,
  log: EventLog,
  id: string,
): Promise<EventData> {
  const before = log.events.length;
  await log.look();
  const find = () => log.of('transaction.succeeded').find((data) => data.id === id);
  let hasSettled = false;
  if (find() === undefined && scenario.has('settle-transaction')) {
    // What has settled by itself cannot settle again.
    hasSettled = await attempt(() => scenario.control('settleTransaction')(scenario.controlSend, id));
    await log.look();
  }
  const found = find();
  if (found === undefined) {
    const other = log.events.slice(before).find(({ type }) => type === 'transaction.succeeded')?.data;
    if (other !== undefined && log.alone) {
      scenario.require('EVENT-031', false, {
        expected: `transaction.succeeded with the id ${id} of the deposit`,
        actual: show(other.id),
      });
      throw new CaseEnded('Another transaction.succeeded came for the deposit.');
    }
    if (!hasSettled && scenario.has('read-transaction')) {
      hasSettled = (await readTransactionStatus(scenario, caller, id)) === 'succeeded';
    }
    if (!hasSettled) throw new CaseEnded('The deposit has not settled.');
  }
  scenario.require('TXN-010', found !== undefined, {
    expected: `transaction.succeeded with the id ${id} of the deposit, which has settled`,
    actual: 'no such event',
  });
  if (found === undefined) throw new CaseEnded('The deposit sent no transaction.succeeded.');
  return found;
}

/** The list of disbursements has no shape that is shown, so the description is looked for everywhere in it. */
async function requireDisbursed(scenario: Scenario, tenant: Tenant, id: string, description: unknown) {
  const { json } = await scenario.succeed('listDisbursements', tenant.caller);
  const described = [...within(json)].filter(isRecord).filter((item) => typeof item.description === 'string');
  const own = described.find((item) => item.id === id);
  if (own === undefined && tenant.tenantKey === undefined) {
    scenario.skip('EVENT-039', 'The disbursements of a shared business do not show the deposit by its id.');
    return;
  }
  const shown = own === undefined ? described.map((item) => item.description) : [own.description];
  scenario.require('EVENT-039', shown.includes(description), () => ({
    expected: `the description ${show(description)} in the disbursements`,
    actual: show(shown),
  }));
}

const plain = (text: unknown) =>
  String(text)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();

/** A masked number says something and not everything. */
function requireMasked(
  scenario: Scenario,
  requirement: RequirementId,
  name: string,
  value: unknown,
  number: string | undefined,
): void {
  if (number === undefined) return;
  const masked = typeof value === 'string' && value !== '' && !plain(value).includes(plain(number));
  scenario.require(requirement, masked, { expected: `a masked ${name} of ${number}`, actual: show(value) });
}

/** A code that was supplied is shown, in whatever grouping; one that was not is an empty string. */
function requireCode(
  scenario: Scenario,
  requirement: RequirementId,
  name: string,
  value: unknown,
  code: string | undefined,
): void {
  if (code === undefined) return;
  scenario.require(requirement, typeof value === 'string' && plain(value) === plain(code), {
    expected: `the ${name} ${code}`,
    actual: show(value),
  });
}

function requireEmpty(scenario: Scenario, name: string, value: unknown, supplied: string | undefined): void {
  if (supplied !== undefined) return;
  scenario.require('EVENT-045', value === '', {
    expected: `an empty string as ${name}, which was not supplied`,
    actual: show(value),
  });
}

function requireSender(scenario: Scenario, { currency, sender }: Transfer, data: EventData): void {
  if (sender === undefined) return;
  const { accountName, accountNumber, bankCode, network } = sender;
  const { paymentInfo } = data;
  const present = scenario.require('EVENT-040', isRecord(paymentInfo), {
    expected: `paymentInfo of the deposit that ${accountName} sent`,
    actual: show(paymentInfo),
  });
  if (!present || !isRecord(paymentInfo)) return;
  const { preferredMethod } = paymentInfo;
  const wanted = network ?? 'bank';
  const block = (name: string) => {
    const value = paymentInfo[name];
    return isRecord(value) ? value : {};
  };
  const bank = block('bank');
  switch (currency) {
    case 'GBP':
      requireCode(scenario, 'EVENT-042', 'sortCode', bank.sortCode, bankCode);
      requireMasked(scenario, 'EVENT-042', 'accountNumber', bank.accountNumber, accountNumber);
      requireEmpty(scenario, 'bank.sortCode', bank.sortCode, bankCode);
      requireEmpty(scenario, 'bank.accountNumber', bank.accountNumber, accountNumber);
      break;
    case 'EUR':
      requireCode(scenario, 'EVENT-043', 'bankCode', bank.bankCode, bankCode);
      requireMasked(scenario, 'EVENT-043', 'iban', bank.iban, accountNumber);
      requireEmpty(scenario, 'bank.bankCode', bank.bankCode, bankCode);
      requireEmpty(scenario, 'bank.iban', bank.iban, accountNumber);
      break;
    case 'USD':
      // The name of the field that carries the name is not shown.
      scenario.require('EVENT-044', Object.values(block(wanted)).includes(accountName), {
        expected: `the name ${accountName} in ${wanted}`,
        actual: show(paymentInfo),
      });
      break;
    default:
      currency satisfies never;
  }
  scenario.require('EVENT-041', preferredMethod === wanted, {
    expected: `the preferredMethod ${wanted}`,
    actual: show(preferredMethod),
  });
}

export const bankTransferChecks: readonly Check[] = [
  property({
    id: 'deposits.bank-transfers',
    title: 'A deposit by bank transfer says what it is for and who sent it',
    covers: [
      'EVENT-026',
      'EVENT-031',
      'EVENT-036',
      'EVENT-037',
      'EVENT-039',
      'EVENT-040',
      'EVENT-041',
      'EVENT-042',
      'EVENT-043',
      'EVENT-044',
      'EVENT-045',
      'TXN-010',
    ],
    needs: ['sandbox', 'create-virtual-account', 'receive-bank-transfer', 'webhooks', 'drain'],
    examples: [
      transferOf('GBP', undefined, both),
      transferOf('EUR', undefined, both),
      transferOf('GBP', undefined, { account: false, bank: false }),
      transferOf('USD', 'wire', both),
      transferOf('USD', undefined, both),
    ],
    arbitrary: () => transfers,
    runs: ({ propertyRuns }) => Math.max(6, propertyRuns),
    run: async (scenario, transfer) => {
      const { currency, amount, reference, sender } = transfer;
      const tenant = await openTenant(scenario);
      const log = await EventLog.open(scenario, tenant);
      scenario.setup('open a virtual account');
      const account = await openVirtualAccount(scenario, tenant, currency);
      await log.look();
      scenario.step(`receive a bank transfer of ${amount} ${currency} with the reference ${reference}`);
      const id = await scenario.control('receiveBankTransfer')(scenario.controlSend, account, {
        amount: { amount, currency },
        reference,
        ...(sender && { sender }),
      });
      const data = await settled(scenario, tenant, log, id);
      const initiated = log.of('transaction.initiated').find((event) => event.id === id);
      for (const event of initiated === undefined ? [data] : [initiated, data]) {
        scenario.require('EVENT-031', event.type === 'DEPOSIT' && event.reference === data.reference, {
          expected: `the type DEPOSIT and the reference ${show(data.reference)} of the deposit`,
          actual: `the type ${show(event.type)} and the reference ${show(event.reference)}`,
        });
      }
      const described = scenario.require('EVENT-036', typeof data.description === 'string', {
        expected: `transaction.succeeded with the description ${show(reference)}`,
        actual: show(data.description),
      });
      if (described) {
        scenario.require('EVENT-037', data.description === reference, {
          expected: `the bank reference of the sender, ${show(reference)}, as description`,
          actual: show(data.description),
        });
      }
      requireSender(scenario, transfer, data);
      requireHistory(scenario, log);
      if (!described) return;
      scenario.step('list the disbursements');
      await requireDisbursed(scenario, tenant, id, data.description);
    },
  }),
  example({
    id: 'deposits.references',
    title: 'Each of two deposits has a reference and a description of its own',
    covers: ['EVENT-031', 'EVENT-035', 'EVENT-039', 'TXN-010'],
    needs: ['sandbox', 'create-virtual-account', 'receive-bank-transfer', 'webhooks', 'drain'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const log = await EventLog.open(scenario, tenant);
      scenario.setup('open a virtual account');
      const account = await openVirtualAccount(scenario, tenant, 'USD');
      const received: EventData[] = [];
      for (const reference of ['HARBOUR-DEP-0325', 'HARBOUR-DEP-0326']) {
        scenario.step(`receive a bank transfer with the reference ${reference}`);
        const transfer = { amount: { amount: 5_000, currency: 'USD' }, reference };
        const id = await scenario.control('receiveBankTransfer')(scenario.controlSend, account, transfer);
        const data = await settled(scenario, tenant, log, id);
        received.push(data);
        await requireDisbursed(scenario, tenant, id, data.description);
        if (data.recipientType !== 'BUSINESS' || tenant.businessId === undefined) continue;
        scenario.require('EVENT-035', data.recipientId === tenant.businessId, {
          expected: `the recipientId ${tenant.businessId} of the business that the account belongs to`,
          actual: show(data.recipientId),
        });
      }
      const [first, second] = received.map(({ reference }) => reference);
      scenario.require('EVENT-031', first !== second, {
        expected: 'a reference of its own for each deposit',
        actual: `${show(first)} for both`,
      });
    },
  }),
  example({
    id: 'deposits.description',
    title: 'A deposit carries the description that it was created with',
    covers: ['EVENT-038', 'EVENT-039'],
    needs: ['sandbox', 'platform-token', 'webhooks', 'drain'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const log = await EventLog.open(scenario, tenant);
      for (const [amount, description] of [
        [600_001, 'Funds for March'],
        [600_002, 'Für April'],
      ] as const) {
        scenario.step(`deposit ${amount} with the description ${description}`);
        const body = { value: { amount, currency: 'USD' }, description };
        await scenario.succeed('createBusinessDeposit', tenant.caller, { body });
        await log.look();
        // That a deposit of the sandbox is announced at all is not stated.
        const data = log.fresh.find((event) => event.type === 'transaction.succeeded')?.data;
        if (data === undefined) throw new CaseEnded('A deposit of the sandbox is not announced.');
        const described = scenario.require('EVENT-038', data.description === description, {
          expected: `the description ${show(description)}`,
          actual: show(data.description),
        });
        if (described && typeof data.id === 'string') {
          await requireDisbursed(scenario, tenant, data.id, description);
        }
      }
    },
  }),
];
