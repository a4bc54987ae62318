import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';
import type { StoredContract } from '../state/records/people.ts';
import type { Schemas } from '../state/schemas.ts';

/** The fields that the document shows in the response to a creation. */
function createdOf({
  createdAt: _createdAt,
  customContractAttached: _attached,
  ...contract
}: StoredContract): Schemas['ContractCreated'] {
  return contract;
}

/** The fields that the document shows of a contract in a list. */
function listedOf({ subject: _subject, title: _title, ...contract }: StoredContract): Schemas['Contract'] {
  return contract;
}

export function contractRoutes(service: Service) {
  const rules = service.rules.contracts;
  return {
    async createContract({ businessId, body }) {
      const contractId = randomUUID();
      const state = await service.change(businessId, rules.create, { contractId, input: body });
      return { status: 201, body: createdOf(findRecord(state.contracts, contractId).contract) };
    },

    async listContracts({ businessId, query }) {
      const contracts = rules.list(await readBusiness(service, businessId), query);
      return { status: 200, body: { data: contracts.map(listedOf) } };
    },

    async readContract({ businessId, path: { contractId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: listedOf(findRecord(state.contracts, contractId).contract) };
    },

    async signContract({ businessId, path: { contractId }, body }) {
      const state = await service.change(businessId, rules.sign, { contractId, input: body });
      return { status: 200, body: listedOf(findRecord(state.contracts, contractId).contract) };
    },

    async listContractTemplates({ businessId }) {
      return { status: 200, body: { data: rules.templates(await readBusiness(service, businessId)) } };
    },
  } satisfies Partial<Handlers>;
}
