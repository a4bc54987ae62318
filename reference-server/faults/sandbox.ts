import { move, positiveAmount } from '../resources/wallets/ledger.ts';
import { walletRules } from '../resources/wallets/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { acceptsAnyBody, onStatus } from './tools.ts';

const deposit = (replacement: typeof walletRules.deposit): FaultOverrides => ({
  rules: { wallets: { deposit: replacement } },
});

export const sandboxFaults: readonly Fault[] = [
  {
    id: 'deposit-credited-twice',
    title: 'A tester who deposits once can pay twice as much.',
    area: 'sandbox',
    breaks: ['SANDBOX-001'],
    overrides: deposit((state, command, context, now) => {
      const { state: credited, events } = walletRules.deposit(state, command, context, now);
      const money = positiveAmount(command.input.value, 'value');
      const movement = { from: 'outside', to: 'wallet', money, cause: command.depositId } as const;
      return { state: move(credited, movement, now), events };
    }),
  },
  {
    id: 'deposit-not-credited',
    title: 'A deposit is accepted and does not arrive.',
    area: 'sandbox',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    overrides: deposit((state, command, context, now) => {
      const { state: credited, events } = walletRules.deposit(state, command, context, now);
      const { wallets } = credited;
      const known = new Set(state.wallets.map(({ id }) => id));
      const opened = wallets.filter(({ id }) => !known.has(id));
      const empty = opened.map((wallet) => ({ ...wallet, balance: { ...wallet.balance, amount: 0 } }));
      return { state: { ...credited, wallets: [...state.wallets, ...empty] }, events };
    }),
  },
  {
    id: 'deposit-replaces-balance',
    title: 'A second deposit erases the first.',
    area: 'sandbox',
    breaks: ['SANDBOX-001'],
    overrides: deposit((state, command, context, now) => {
      const currency = command.input.value?.currency;
      const emptied = state.wallets.map((wallet) =>
        wallet.balance.currency === currency
          ? { ...wallet, balance: { ...wallet.balance, amount: 0 } }
          : wallet,
      );
      return walletRules.deposit({ ...state, wallets: emptied }, command, context, now);
    }),
  },
  {
    id: 'invalid-deposit-accepted',
    title: 'A deposit without an amount is reported as made.',
    area: 'sandbox',
    breaks: ['SANDBOX-002', 'ERR-002'],
    overrides: acceptsAnyBody('createBusinessDeposit'),
  },
  {
    id: 'invalid-deposit-answers-500',
    title: 'A deposit with a broken body looks like an outage.',
    area: 'sandbox',
    breaks: ['SANDBOX-002', 'ERR-002'],
    overrides: onStatus(
      400,
      () => ({ status: 500, body: { code: 'internal_error', message: 'Unexpected error; retry later' } }),
      ['createBusinessDeposit'],
    ),
  },
  {
    id: 'deposit-reaches-default-business',
    title: 'Test funds for one business arrive at the default business of the platform.',
    area: 'sandbox',
    breaks: ['SANDBOX-003', 'SANDBOX-001', 'AUTH-006'],
    overrides: {
      request: async (request) =>
        request.operation === 'createBusinessDeposit'
          ? { ...request, business: request.caller.business }
          : request,
    },
  },
];
