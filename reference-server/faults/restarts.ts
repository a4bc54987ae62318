import type { Transaction } from '../store/store.ts';
import type { Fault, FaultOverrides } from './fault.ts';

/**
 * What goes wrong only after a restart. The document offers no restart and neither does the control plane: the state
 * of an embedded server is its process, so a lever would only try itself. These faults are therefore none of the
 * catalogue that the suite is tried with; restarts.test.ts restarts a server that keeps its state in a file.
 */

/** Keeps something in memory only: it is gone when the store is opened again. */
const forgetting = (forget: (transaction: Transaction) => Promise<void>): FaultOverrides => ({
  wrapStore(store) {
    let isFirst = true;
    return {
      transaction: (work) =>
        store.transaction(async (transaction) => {
          if (isFirst) await forget(transaction);
          isFirst = false;
          return work(transaction);
        }),
      close: () => store.close(),
    };
  },
});

export const restartFaults: readonly Fault[] = [
  {
    id: 'retries-forgotten-in-a-restart',
    title: 'A receiver that is down while the service is restarted loses its events.',
    area: 'retry',
    breaks: ['RETRY-001', 'HOOK-012'],
    overrides: forgetting(async (transaction) => {
      for (const { id, attempts, status } of await transaction.list('deliveries', {}))
        if (status === 'pending' && attempts.length > 0) await transaction.delete('deliveries', id);
    }),
  },
  {
    id: 'idempotency-keys-forgotten-in-a-restart',
    title: 'A request that is repeated after a restart creates the business a second time.',
    area: 'business',
    breaks: ['PLATFORM-002'],
    overrides: forgetting(async (transaction) => {
      for (const { idempotencyKey: _, ...business } of await transaction.list('businesses', {}))
        await transaction.put('businesses', business);
    }),
  },
  {
    id: 'user-tokens-forgotten-in-a-restart',
    title: 'Everybody is logged out whenever the service is restarted.',
    area: 'authentication',
    breaks: ['LIMIT-001', 'AUTH-016'],
    overrides: forgetting(async (transaction) => {
      for (const { id, type } of await transaction.list('tokens', {}))
        if (type === 'user') await transaction.delete('tokens', id);
    }),
  },
  {
    id: 'expiry-stages-repeated-after-a-restart',
    title: 'A user gets every reminder of an expiring document again after a restart.',
    area: 'verification',
    breaks: ['EXPIRY-005'],
    overrides: forgetting(async (transaction) => {
      for (const record of await transaction.list('kycRecords', {}))
        if (record.document)
          await transaction.put('kycRecords', {
            ...record,
            document: { ...record.document, stage: 'valid' },
          });
    }),
  },
];
