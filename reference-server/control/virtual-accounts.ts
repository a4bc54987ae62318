import { randomUUID } from 'node:crypto';
import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

export function virtualAccountLevers(
  service: Service,
): Pick<ControlHandlers, 'moveVirtualAccount' | 'depositIntoVirtualAccount'> {
  const { store, environment, timing } = service;
  const rules = service.rules.virtualAccounts;

  async function ownerOf(virtualAccountId: string): Promise<string> {
    const record = await store.transaction(
      (transaction) => transaction.get('virtualAccounts', virtualAccountId),
      reading,
    );
    if (record === undefined) throw notFound();
    return record.businessId;
  }

  return {
    async moveVirtualAccount({ path: { virtualAccountId }, body: { status } }) {
      await service.change(await ownerOf(virtualAccountId), (state, now) =>
        rules.move(state, { virtualAccountId, status }, now),
      );
      return { status: 204 };
    },

    async depositIntoVirtualAccount({ path: { virtualAccountId }, body }) {
      const transactionId = randomUUID();
      const command = { ...body, virtualAccountId, transactionId };
      await service.change(await ownerOf(virtualAccountId), (state, now) =>
        rules.receive(state, command, { environment, ...timing }, now),
      );
      return { status: 201, body: { id: transactionId } };
    },
  };
}
