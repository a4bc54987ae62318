import { randomUUID } from 'node:crypto';
import type { operations } from '../../openapi/generated/control-types.ts';
import { readBusiness } from '../core.ts';
import type { Answer, BodyOf, PathOf, QueryOf } from '../http/exchange.ts';
import { invalidBody, notFound } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { BusinessRecord, ControlSchemas, DeliveryRecord, EndpointRecord } from '../store/records.ts';
import { isLoopbackUrl } from '../webhooks/loopback.ts';
import { createSecret } from '../webhooks/signature.ts';
import { type ControlOperationId, controlVersion } from './operations.ts';

/** A request to the control plane that has been found valid. */
export interface ControlRequest<Op> {
  readonly path: PathOf<Op>;
  readonly query: QueryOf<Op>;
  readonly body: BodyOf<Op>;
}

export type ControlHandler<Op> = (request: ControlRequest<Op>) => Promise<Answer>;
export type ControlHandlers = { readonly [Id in ControlOperationId]: ControlHandler<operations[Id]> };

const referenceTo = ({ id, tenantKey }: BusinessRecord): ControlSchemas['BusinessRef'] => ({
  businessId: id,
  tenantKey,
});

const logEntryOf = ({
  id: _id,
  event: _event,
  body: _body,
  ...delivery
}: DeliveryRecord): ControlSchemas['Delivery'] => delivery;

/** What a server says of itself: what it does not serve yet, and the deliberate fault that it carries. */
export type ServerFacts = Pick<ControlSchemas['ControlInfo'], 'absentOperations' | 'fault'>;

/**
 * The levers of control.yaml.
 *
 * @param about what the server says of itself beside its keys.
 */
export function controlHandlers(service: Service, about: ServerFacts): ControlHandlers {
  const { store, clock, access, environment, rules } = service;

  const readingOf = (business: BusinessRecord): ControlSchemas['ClockReading'] => ({
    now: clock.now(business),
    mode: business.stoppedAt === undefined ? 'flowing' : 'stopped',
  });

  return {
    async readControlInfo() {
      const { platformToken, orgToken, otherEnvironmentToken } = access.keys;
      const info: ControlSchemas['ControlInfo'] = {
        server: 'workforce-conformance-reference',
        version: controlVersion,
        environment,
        keys: { platformToken, orgToken, otherEnvironmentToken },
        businesses: { platform: referenceTo(access.platform), org: referenceTo(access.org) },
        ...about,
      };
      return { status: 200, body: info };
    },

    async readClock({ path: { businessId } }) {
      const { business } = await readBusiness(service, businessId);
      return { status: 200, body: readingOf(business) };
    },

    async advanceClock({ path: { businessId }, body: { seconds } }) {
      return { status: 200, body: readingOf(await service.advance(businessId, seconds)) };
    },

    async registerWebhookEndpoint({ body: { url, businessId } }) {
      if (!isLoopbackUrl(url)) throw invalidBody({ url: 'must be an HTTP address of this machine' });
      if (businessId !== undefined) await readBusiness(service, businessId);
      const endpoint: EndpointRecord = {
        id: randomUUID(),
        url,
        secret: createSecret(),
        ...(businessId !== undefined && { businessId }),
      };
      await store.transaction((transaction) => transaction.put('endpoints', endpoint));
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
      const deliveries = await store.transaction((transaction) =>
        transaction.list('deliveries', {
          ...(businessId !== undefined && { businessId }),
          ...(eventId !== undefined && { eventId }),
        }),
      );
      return { status: 200, body: { data: deliveries.map(logEntryOf) } };
    },

    async settlePayroll({ path: { payrollId } }) {
      const payroll = await store.transaction((transaction) => transaction.get('payrolls', payrollId));
      if (payroll === undefined) throw notFound();
      await service.change(payroll.businessId, (state, now) =>
        rules.payrolls.confirmDisbursements(state, { payrollId }, now),
      );
      return { status: 204 };
    },

    async reset() {
      await service.reset();
      return { status: 204 };
    },
  };
}
