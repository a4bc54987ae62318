import { randomBytes, randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { businessOf, customFieldOf } from '../resources/businesses/rules.ts';
import { kybOf } from '../resources/kyb/rules.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import type { BusinessState } from '../state/business-state.ts';
import { notFound } from '../state/refusal.ts';
import type { Schemas } from '../state/schemas.ts';
import { creation } from '../store/store.ts';

function fieldIn({ customFields }: BusinessState, id: string): Schemas['CustomField'] {
  const found = customFields.find((field) => field.id === id);
  if (found === undefined) throw notFound();
  return customFieldOf(found);
}

export function businessRoutes(service: Service) {
  const { store, rules, clock, mode, growth } = service;
  return {
    async createBusiness({ body }) {
      const command = {
        businessId: randomUUID(),
        tenantKey: `tk_${randomBytes(12).toString('hex')}`,
        clock: clock.started(mode),
        input: body,
      };
      // Finding the idempotency key and creating the business are one transaction, so simultaneous requests agree.
      const { idempotencyKey } = body;
      const business = await store.transaction(async (transaction) => {
        const businesses =
          idempotencyKey === undefined
            ? []
            : await transaction.list('businesses', { idempotencyKey, kind: 'created' });
        const outcome = rules.businesses.create({ businesses }, command);
        if (businesses.includes(outcome.business)) return outcome.business;
        await growth.checkBusinesses(transaction);
        await transaction.put('businesses', outcome.business);
        return outcome.business;
      }, creation);
      service.used(business);
      return { status: 201, body: { businessId: business.id, tenantKey: business.tenantKey } };
    },

    async readBusiness(request) {
      const { business } = await readBusiness(service, ownBusiness(request));
      return { status: 200, body: businessOf(business) };
    },

    async updateBusinessBasicInfo(request) {
      const { updateBasicInfo } = rules.businesses;
      const { business } = await service.change(ownBusiness(request), updateBasicInfo, request.body);
      return { status: 200, body: businessOf(business) };
    },

    async listCustomFields(request) {
      const { customFields } = await readBusiness(service, ownBusiness(request));
      return { status: 200, body: { data: customFields.map(customFieldOf) } };
    },

    async createCustomField(request) {
      const command = { customFieldId: randomUUID(), input: request.body };
      const state = await service.change(ownBusiness(request), rules.businesses.createCustomField, command);
      return { status: 201, body: fieldIn(state, command.customFieldId) };
    },

    async updateCustomField(request) {
      const { customFieldId } = request.path;
      const command = { customFieldId, input: request.body };
      const state = await service.change(ownBusiness(request), rules.businesses.renameCustomField, command);
      return { status: 200, body: fieldIn(state, customFieldId) };
    },
  } satisfies Partial<Handlers>;
}

/**
 * Limits a path to the business of the request: with a platform token the tenant key selects it, and any other business
 * does not exist.
 *
 * @throws Refusal 404 when the path names another business.
 */
function ownBusiness(request: {
  readonly path: { readonly businessId: string };
  readonly businessId: string;
}): string {
  if (request.path.businessId !== request.businessId) throw notFound();
  return request.businessId;
}

export function kybRoutes(service: Service) {
  return {
    async readKyb(request) {
      return { status: 200, body: kybOf(await readBusiness(service, ownBusiness(request))) };
    },

    async submitKyb(request) {
      const state = await service.change(ownBusiness(request), service.rules.kyb.submit, request.body);
      return { status: 200, body: kybOf(state) };
    },
  } satisfies Partial<Handlers>;
}
