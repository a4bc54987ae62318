import { randomUUID } from 'node:crypto';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import type { DeliveryRecord, EndpointRecord } from '../state/records/webhooks.ts';
import { invalidBody, invalidState, notFound } from '../state/refusal.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { defined } from '../state/values.ts';
import { reading } from '../store/store.ts';
import { createSecret } from '../webhooks/signature.ts';
import type { ControlHandlers } from './operations.ts';

const logEntryOf = ({
  event: _event,
  body: _body,
  attemptsBefore: _attemptsBefore,
  lease: _lease,
  ...delivery
}: DeliveryRecord): ControlSchemas['Delivery'] => delivery;

/** Controls for the dashboard of the service: webhook endpoints, and the log of deliveries to them. */
export function webhookControls(service: Service) {
  const { store, rules, clock, receivers, growth } = service;
  return {
    async listWebhookEndpoints() {
      const data = await store.transaction((transaction) => transaction.list('endpoints', {}), reading);
      return { status: 200, body: { data } };
    },

    async registerWebhookEndpoint({ body: { url, businessId } }) {
      const objection = receivers.objectionTo(url);
      if (objection !== undefined) throw invalidBody({ url: objection });
      if (businessId !== undefined) await readBusiness(service, businessId);
      const endpoint: EndpointRecord = {
        id: randomUUID(),
        url,
        secret: createSecret(),
        ...(businessId !== undefined && { businessId }),
      };
      await store.transaction(async (transaction) => {
        const others = await transaction.list('endpoints', {});
        growth.check('endpoints', others.filter((other) => other.businessId === businessId).length + 1);
        await transaction.put('endpoints', endpoint);
      });
      return { status: 201, body: endpoint };
    },

    async removeWebhookEndpoint({ path: { endpointId } }) {
      await store.transaction(async (transaction) => {
        if ((await transaction.get('endpoints', endpointId)) === undefined) throw notFound();
        await transaction.delete('endpoints', endpointId);
        const outstanding = await transaction.list('deliveries', { endpointId, status: 'pending' });
        for (const { id } of outstanding) await transaction.delete('deliveries', id);
      });
      return { status: 204 };
    },

    async listDeliveries({ query: { businessId, eventId } }) {
      if (businessId !== undefined) await readBusiness(service, businessId);
      const deliveries = await store.transaction(
        (transaction) =>
          transaction.list('deliveries', {
            ...defined({ businessId, eventId }),
          }),
        reading,
      );
      return { status: 200, body: { data: deliveries.map(logEntryOf) } };
    },

    async resendDelivery({ path: { deliveryId } }) {
      const businessId = await store.transaction(async (transaction) => {
        const delivery = await transaction.get('deliveries', deliveryId);
        if (delivery === undefined) throw notFound();
        const business = await transaction.get('businesses', delivery.businessId);
        if (business === undefined) throw notFound();
        if ((await transaction.get('endpoints', delivery.endpointId)) === undefined)
          throw invalidState('The endpoint of the delivery has been removed');
        growth.check('attempts', delivery.attempts.length + 1);
        await transaction.put('deliveries', rules.webhooks.resend(delivery, clock.now(business)));
        return business.id;
      });
      service.wake(businessId);
      return { status: 204 };
    },
  } satisfies Partial<ControlHandlers>;
}
