import fc from 'fast-check';
import { CaseEnded } from '../../engine/outcome.ts';
import { idOf, succeeded } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { moveMoney, nameOf } from '../../provider/fixture.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance, drain } from '../../provider/tenant.ts';
import { payrollBody, withFee } from '../../provider/valid-requests.ts';
import { deposit as send } from '../../provider/wallet.ts';
import type { BankTransfer } from '../../target/controls.ts';
import { createBeneficiary } from '../beneficiaries/actions.ts';
import { createPayout } from '../payouts/actions.ts';
import { approve, createPayroll, readStatus } from '../payrolls/actions.ts';
import { createPerson } from '../persons/actions.ts';
import { addTransaction, isRoom, note, type TransactionContext, type TransactionMove } from './model.ts';
import { eventsSoFar } from './observations.ts';
import { assignIds } from './recognise.ts';

/** Pays somebody out of the wallet, which holds enough. */
export const payOut = (amount: number): TransactionMove => ({
  name: `payout(${amount})`,
  // The transaction of a payout is found by its event, or in the list.
  needs: ['create-payout', ['webhooks', 'list-transactions']],
  possible: isRoom,
  describe: (_, { facts }) => `create payout ${nameOf(facts.length)} of ${amount}`,
  act: async (scenario, _, context) => {
    const { caller } = context.fixture.tenant;
    const reference = `payout-${nameOf(context.facts.length)}`;
    const fact = note(context, { kind: 'payout', reference });
    const beneficiaryId = context.beneficiaryId ?? (await createBeneficiary(scenario, caller));
    context.beneficiaryId = beneficiaryId;
    await createPayout(scenario, caller, { beneficiaryId, reference, amount });
    return (_alternative, state) => addTransaction(state, fact);
  },
});

const accounts = {
  GBP: { accountNumber: '31244417', bankCode: '204418' },
  EUR: { accountNumber: 'DE89370400440532013000', bankCode: 'COBADEFFXXX' },
  USD: { accountNumber: '000123454417', bankCode: '021000021' },
} as const;

export type Currency = keyof typeof accounts;
type Network = 'ach' | 'wire' | 'swift';

interface TransferOptions {
  readonly network?: Network | undefined;
  /** @defaultValue the account and the bank of the sender are known */
  readonly known?: { readonly account: boolean; readonly bank: boolean };
  /** A transfer without it does not say who sent it. @defaultValue Harbour Analytics Ltd */
  readonly accountName?: string | undefined;
  readonly reference?: string;
  readonly amount?: number;
}

export function transferOf(currency: Currency, options: TransferOptions = {}): BankTransfer {
  const { network, known = { account: true, bank: true }, reference = 'HARBOUR-DEP-0325' } = options;
  const accountName = 'accountName' in options ? options.accountName : 'Harbour Analytics Ltd';
  const { accountNumber, bankCode } = accounts[currency];
  return {
    amount: { amount: options.amount ?? 600_000, currency },
    reference,
    ...(accountName !== undefined && {
      sender: {
        accountName,
        ...(known.account && { accountNumber }),
        ...(known.bank && { bankCode }),
        ...(currency === 'USD' && network !== undefined && { network }),
      },
    }),
  };
}

export const transfers: fc.Arbitrary<BankTransfer> = fc
  .record({
    currency: fc.constantFrom<Currency>('USD', 'GBP', 'EUR'),
    network: fc.constantFrom<Network | undefined>(undefined, 'ach', 'wire', 'swift'),
    known: fc.record({ account: fc.boolean(), bank: fc.boolean() }),
    accountName: fc.constantFrom(
      'Harbour Analytics Ltd',
      'Zoë & Söhne GmbH',
      '株式会社ハーバー',
      "O'Neill Trading",
      undefined,
    ),
    amount: fc.integer({ min: 1, max: 1_000_000_000 }),
    reference: fc.constantFrom('HARBOUR-DEP-0325', 'Gehälter März', '三月の給与', 'INV 7/2026 "final"'),
  })
  .map(({ currency, ...options }) => transferOf(currency, options));

/** Such as `600000 USD by wire from Harbour Analytics Ltd with the reference HARBOUR-DEP-0325`. */
function describeTransfer({ amount, reference, sender }: BankTransfer): string {
  const by = sender?.network === undefined ? '' : ` by ${sender.network}`;
  const missing = [
    ...(sender?.accountNumber === undefined ? ['account'] : []),
    ...(sender?.bankCode === undefined ? ['bank'] : []),
  ];
  const without =
    missing.length === 0
      ? ''
      : `, whose ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not known,`;
  const from = sender === undefined ? ' from an unknown sender' : ` from ${sender.accountName}${without}`;
  return `${amount.amount} ${amount.currency}${by}${from} with the reference ${reference}`;
}

const countries: Readonly<Record<string, string>> = { GBP: 'GB', EUR: 'DE', USD: 'US' };

async function accountIn(scenario: Scenario, context: TransactionContext, currency: string): Promise<string> {
  const known = context.accounts.get(currency);
  if (known !== undefined) return known;
  const { tenant } = context.fixture;
  const body = {
    // This number is approved automatically.
    customIdentification: { type: 'SSN' as const, number: '99999900' },
    currency,
    countryCode: countries[currency] ?? 'US',
  };
  const account = idOf(
    await scenario.succeed('createVirtualAccount', tenant.caller, { body }),
    'createVirtualAccount',
  );
  await drain(scenario, tenant);
  context.accounts.set(currency, account);
  return account;
}

/** Lets somebody pay into a virtual account of the business. */
export const receive = (transfer: BankTransfer): TransactionMove => ({
  name: `receive(${describeTransfer(transfer)})`,
  needs: ['create-virtual-account', 'receive-bank-transfer'],
  possible: isRoom,
  describe: (_, { facts }) => `receive bank transfer ${nameOf(facts.length)}: ${describeTransfer(transfer)}`,
  act: async (scenario, _, context) => {
    const fact = note(context, { kind: 'bank transfer', transfer });
    const account = await accountIn(scenario, context, transfer.amount.currency);
    fact.id = await scenario.control('receiveBankTransfer')(scenario.controlSend, account, transfer);
    return (_alternative, state) => addTransaction(state, fact);
  },
});

/** Adds test funds. That they are announced as a transaction is not stated. */
export const deposit = (amount: number, description: string): TransactionMove => ({
  name: `deposit(${amount}, ${description})`,
  // The event shows whether there is a transaction.
  needs: ['webhooks', 'platform-token'],
  possible: isRoom,
  describe: (_, { facts }) => `make sandbox deposit ${nameOf(facts.length)} of ${amount}, ${description}`,
  act: async (scenario, _, context) => {
    const fact = note(context, { kind: 'sandbox deposit', amount, description });
    await send(scenario, context.fixture.tenant.caller, amount, description);
    return (_alternative, state) => {
      addTransaction(state, fact);
      moveMoney(state.common, amount, 'SANDBOX-001');
    };
  },
});

const day = 86_400;

/** Runs a payroll of contractors to its date, on which it pays each of them, and costs a fee. */
export function runPayroll(salaries: readonly number[], fee: number): TransactionMove {
  const costs = fee === 0 ? '' : `, fee ${fee}`;
  return {
    name: `payroll(${salaries.join('+')}${costs})`,
    needs: ['create-payroll', 'approve-payroll', 'clock', 'webhooks'],
    // A payroll takes many requests, and a second one shows whose payments are whose.
    possible: (state, { facts }) =>
      isRoom(state) &&
      new Set(facts.flatMap((fact) => (fact.kind === 'worker payment' ? [fact.payrollId] : []))).size < 2,
    describe: () => `run a payroll that pays ${salaries.join(' and ')}${costs}`,
    act: async (scenario, { common }, context) => {
      const { tenant } = context.fixture;
      const { caller } = tenant;
      // Each payroll pays persons of its own, by whom its payments are told from those of another.
      const personIds: string[] = [];
      for (const _ of salaries) personIds.push(await createPerson(scenario, caller));
      context.personIds.push(...personIds);
      const payrollId = await createPayroll(scenario, caller, 'CONTRACTOR');
      const path = { payrollId };
      const entries = salaries.map((salary, index) => ({ personId: personIds[index] ?? '', salary }));
      const body = payrollBody(scenario.data, dateAfter(common.now, 3), entries);
      const charged = withFee(body, scenario.data, fee);
      const isCharged =
        fee > 0 && succeeded(await scenario.send('savePayroll', caller, { path, body: charged }));
      if (!isCharged) await scenario.succeed('savePayroll', caller, { path, body });
      await approve(scenario, tenant, payrollId);
      const now = await advance(scenario, tenant, 5 * day);
      const facts = entries.map(({ personId }) =>
        note(context, { kind: 'worker payment', payrollId, personId }),
      );
      if (isCharged) facts.push(note(context, { kind: 'fee', payrollId, amount: fee }));
      assignIds(context, eventsSoFar(context));
      if (facts.every(({ id }) => id === undefined)) {
        const status = await readStatus(scenario, caller, payrollId);
        if (!/^(processing|completed)$/i.test(status)) throw new CaseEnded(`The payroll is ${status}.`);
      }
      return (_, state) => {
        state.common.now = now;
        for (const fact of facts) addTransaction(state, fact);
      };
    },
  };
}
