import { randomUUID } from 'node:crypto';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import type { LedgerEntry } from '../state/records/money.ts';
import { notFound } from '../state/refusal.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

const shown = ({ id, from, to, money, cause, at }: LedgerEntry): ControlSchemas['LedgerEntry'] => ({
  id,
  from,
  to,
  ...money,
  cause,
  at,
});

export function walletLevers(service: Service): Pick<ControlHandlers, 'readLedger' | 'payInstantly'> {
  const { store, rules, environment, timing } = service;
  return {
    async readLedger({ path: { businessId } }) {
      const { ledger } = await readBusiness(service, businessId);
      return { status: 200, body: { data: ledger.map(shown) } };
    },

    async payInstantly({ path: { personId }, body: { amount } }) {
      const person = await store.transaction((transaction) => transaction.get('persons', personId), reading);
      if (person === undefined) throw notFound();
      const command = { paymentId: randomUUID(), transactionId: randomUUID(), personId, amount };
      await service.change(person.businessId, (state, now) =>
        rules.wallets.payInstantly(state, command, { environment, ...timing }, now),
      );
      return { status: 201, body: { id: command.transactionId } };
    },
  };
}
