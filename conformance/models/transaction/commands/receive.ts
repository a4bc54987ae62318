import { textOf } from '../../../actions/answers.ts';
import { drain } from '../../../actions/tenant.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import type { BankTransfer } from '../../../target/controls.ts';
import { nameOf } from '../../ground.ts';
import { believe, isRoom, note, type TransactionMove, type TransactionWorld } from '../model.ts';
import { describeTransfer } from '../transfers.ts';

const countries: Readonly<Record<string, string>> = { GBP: 'GB', EUR: 'DE', USD: 'US' };

async function accountIn(scenario: Scenario, world: TransactionWorld, currency: string): Promise<string> {
  const known = world.accounts.get(currency);
  if (known !== undefined) return known;
  const { tenant } = world.ground;
  const body = {
    // This number is approved automatically.
    customIdentification: { type: 'SSN' as const, number: '99999900' },
    currency,
    countryCode: countries[currency] ?? 'US',
  };
  const account = textOf(await scenario.succeed('createVirtualAccount', tenant.caller, { body }), 'id');
  await drain(scenario, tenant);
  world.accounts.set(currency, account);
  return account;
}

/** Lets somebody pay into a virtual account of the business. */
export const receive = (transfer: BankTransfer): TransactionMove => ({
  name: `receive(${describeTransfer(transfer)})`,
  possible: isRoom,
  describe: (_, { facts }) => `receive bank transfer ${nameOf(facts.length)}: ${describeTransfer(transfer)}`,
  act: async (scenario, _, world) => {
    const fact = note(world, { kind: 'bank transfer', transfer });
    const account = await accountIn(scenario, world, transfer.amount.currency);
    fact.id = await scenario.control('receiveBankTransfer')(scenario.controlSend, account, transfer);
    return (_reading, state) => believe(state, fact);
  },
});
