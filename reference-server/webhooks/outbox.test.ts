import { expect, test } from 'vitest';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import { MemoryStore } from '../store/memory-store.ts';
import { cutLog } from './outbox.ts';

const delivery = (id: number, status: DeliveryRecord['status']): DeliveryRecord => ({
  id: String(id),
  eventId: `evt_${id}`,
  eventType: 'payroll.created',
  businessId: 'b',
  endpointId: 'e',
  event: { eventType: 'payroll.created', data: { id: 'p', workerType: 'EMPLOYEE', type: 'ONE_OFF' } },
  status,
  attempts: [],
});

const statuses = ['delivered', 'pending', 'failed', 'delivered', 'pending', 'failed'] as const;

test.each([
  [0, ['1', '4']],
  [1, ['1', '4', '5']],
  [3, ['1', '2', '3', '4', '5']],
  [4, ['0', '1', '2', '3', '4', '5']],
  [10_000, ['0', '1', '2', '3', '4', '5']],
])(
  'a log that keeps %i finished deliveries keeps the latest and all that are outstanding',
  async (kept, want) => {
    const store = new MemoryStore();
    await store.transaction(async (transaction) => {
      for (const [id, status] of statuses.entries())
        await transaction.put('deliveries', delivery(id, status));
    });
    await store.transaction((transaction) => cutLog(transaction, kept));
    const left = await store.transaction((transaction) => transaction.list('deliveries', {}));
    expect(left.map(({ id }) => id)).toEqual(want);
  },
);
