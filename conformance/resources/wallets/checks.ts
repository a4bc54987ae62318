/** Section "Sandbox-only behaviour" of the interface document: deposits. */
import fc from 'fast-check';
import { CaseEnded } from '../../engine/outcome.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { drain, isAlone, openTenant } from '../../provider/tenant.ts';
import { awaitBalance, deposit, notArrived, readBalance } from '../../provider/wallet.ts';

const details = fc.record({
  amount: fc.integer({ min: 1, max: 1_000_000_000 }),
  description: fc.constantFrom('Funds', 'Für März', '三月の給与', 'a "quoted" one'),
});

/** Enough for some to be processed concurrently, whatever route they take. */
const many = 8;

/** Concurrent deposits. All of them differ, because a target might treat equal ones as a repetition. */
const atOnce = fc.oneof(
  { weight: 4, arbitrary: details.map((deposit) => [deposit]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(details, {
      minLength: many,
      maxLength: many,
      selector: ({ amount }) => amount,
    }),
  },
);

const usedByOthers = 'Waiting payrolls of others may use a part of the deposit.';

/** Waits until all have settled, so that nothing is sent after its step. */
async function allOf(sent: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') throw result.reason;
}

export const depositChecks: readonly Check[] = [
  property({
    id: 'deposits.balance',
    title: 'Every deposit adds its value to the balance',
    covers: ['SANDBOX-001'],
    needs: ['sandbox', 'list-wallets', 'platform-token'],
    newBusinesses: 1,
    arbitrary: () => fc.array(atOnce, { minLength: 1, maxLength: 4 }),
    examples: [
      [[{ amount: 1, description: 'Funds' }]],
      [
        Array.from({ length: many }, (_, index) => ({
          amount: 2 ** index,
          description: `Funds ${index + 1}`,
        })),
      ],
    ],
    run: async (scenario, deposits) => {
      const tenant = await openTenant(scenario);
      if (!isAlone(tenant)) throw new CaseEnded(usedByOthers);
      let balance = await readBalance(scenario, tenant.caller);
      for (const together of deposits) {
        const amounts = together.map(({ amount }) => amount);
        const [only] = amounts.length === 1 ? amounts : [];
        scenario.step(`deposit ${only ?? `${amounts.join(', ')} at the same time`}`);
        await allOf(
          together.map(({ amount, description }) => deposit(scenario, tenant.caller, amount, description)),
        );
        await drain(scenario, tenant);
        const expected = amounts.reduce((sum, amount) => sum + amount, balance);
        const after = await awaitBalance(scenario, tenant.caller, (seen) => seen >= expected);
        const wanted = `a balance of ${[balance, ...amounts].join(' + ')} = ${expected}`;
        const actual = `a balance of ${after}`;
        const mayCome = after < expected && (amounts.length > 1 || after === balance);
        if (mayCome) scenario.requireDone('SANDBOX-001', false, wanted, actual);
        else scenario.require('SANDBOX-001', after === expected, wanted, actual);
        if (mayCome && !scenario.conclusive) throw new CaseEnded(notArrived);
        balance = after;
      }
    },
  }),
  example({
    id: 'deposits.tenant',
    title: 'A deposit changes the balance of its own business and of no other',
    covers: ['SANDBOX-003'],
    needs: ['sandbox', 'list-wallets', 'platform-token'],
    newBusinesses: 2,
    run: async (scenario) => {
      scenario.setup('open two businesses');
      const [first, second] = [await openTenant(scenario), await openTenant(scenario)];
      if (!isAlone(first) || !isAlone(second)) throw new CaseEnded(usedByOthers);
      for (const [to, other, amount] of [
        [first, second, 700],
        [second, first, 11],
      ] as const) {
        const before = {
          to: await readBalance(scenario, to.caller),
          other: await readBalance(scenario, other.caller),
        };
        scenario.step(`deposit ${amount} in one of the businesses`);
        await deposit(scenario, to.caller, amount);
        await drain(scenario, to);
        const arrived = await awaitBalance(scenario, to.caller, (seen) => seen >= before.to + amount);
        const gained = arrived - before.to;
        const leaked = (await readBalance(scenario, other.caller)) - before.other;
        const expected = `${amount} for the business of the request and nothing for the other`;
        const actual = `${gained} for the business of the request and ${leaked} for the other`;
        if (leaked === 0) scenario.requireDone('SANDBOX-003', gained > 0, expected, actual);
        else scenario.require('SANDBOX-003', false, expected, actual);
        if (gained === 0 && !scenario.conclusive) throw new CaseEnded(notArrived);
      }
    },
  }),
];
