import { randomUUID } from 'node:crypto';
import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

type ComplianceLevers = 'createFiling' | 'moveFiling' | 'moveRemittance';

export function complianceLevers(service: Service): Pick<ControlHandlers, ComplianceLevers> {
  const { store, environment, timing } = service;
  const rules = service.rules.compliance;

  async function ownerOf(collection: 'filings' | 'remittances', id: string): Promise<string> {
    const record = await store.transaction((transaction) => transaction.get(collection, id), reading);
    if (record === undefined) throw notFound();
    return record.businessId;
  }

  return {
    async createFiling({ path: { businessId }, body: { requirements = [], ...facts } }) {
      const filingId = randomUUID();
      const needed = requirements.map((description) => ({ requirementId: randomUUID(), description }));
      await service.change(businessId, (state, now) =>
        rules.createFiling(state, { ...facts, filingId, requirements: needed }, now),
      );
      return { status: 201, body: { id: filingId } };
    },

    async moveFiling({ path: { filingId }, body: { status } }) {
      await service.change(await ownerOf('filings', filingId), (state, now) =>
        rules.moveFiling(state, { filingId, status }, now),
      );
      return { status: 204 };
    },

    async moveRemittance({ path: { remittanceId }, body: { status } }) {
      await service.change(await ownerOf('remittances', remittanceId), (state, now) =>
        rules.moveRemittance(state, { remittanceId, status }, { environment, ...timing }, now),
      );
      return { status: 204 };
    },
  };
}
