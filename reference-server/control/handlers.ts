import { randomUUID } from 'node:crypto';
import { readBusiness } from '../core.ts';
import type { RequestLog } from '../http/request-log.ts';
import { invalidBody, notFound } from '../refusal.ts';
import { businessLevers } from '../resources/businesses/levers.ts';
import type { BusinessRecord } from '../resources/businesses/records.ts';
import { complianceLevers } from '../resources/compliance/levers.ts';
import { externalAccountLevers } from '../resources/external-accounts/levers.ts';
import { kybLevers } from '../resources/kyb/levers.ts';
import { kycLevers } from '../resources/kyc/levers.ts';
import { payrollLevers } from '../resources/payrolls/levers.ts';
import { personLevers } from '../resources/persons/levers.ts';
import { tokenLevers } from '../resources/tokens/levers.ts';
import { transactionLevers } from '../resources/transactions/levers.ts';
import { userLevers } from '../resources/users/levers.ts';
import { virtualAccountLevers } from '../resources/virtual-accounts/levers.ts';
import { walletLevers } from '../resources/wallets/levers.ts';
import type { ControlSchemas } from '../schemas.ts';
import type { Service } from '../service.ts';
import { isLoopbackUrl } from '../webhooks/loopback.ts';
import type { DeliveryRecord, EndpointRecord } from '../webhooks/records.ts';
import { createSecret } from '../webhooks/signature.ts';
import type { ControlHandlers } from './exchange.ts';
import { controlVersion } from './operations.ts';

const referenceTo = ({ id, tenantKey }: BusinessRecord): ControlSchemas['BusinessRef'] => ({
  businessId: id,
  tenantKey,
});

const logEntryOf = ({
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
 * @param log the latest requests.
 * @param startOver returns to the state after start.
 */
export function controlHandlers(
  service: Service,
  about: ServerFacts,
  log: RequestLog,
  startOver: () => Promise<void>,
): ControlHandlers {
  const { store, clock, access, environment } = service;

  return {
    ...businessLevers(service),
    ...complianceLevers(service),
    ...externalAccountLevers(service),
    ...kybLevers(service),
    ...kycLevers(service),
    ...payrollLevers(service),
    ...personLevers(service),
    ...tokenLevers(service),
    ...transactionLevers(service),
    ...userLevers(service),
    ...virtualAccountLevers(service),
    ...walletLevers(service),
    async readControlInfo() {
      const { platformToken, orgToken, otherEnvironmentToken, jwtSecret } = access.keys;
      const info: ControlSchemas['ControlInfo'] = {
        server: 'workforce-conformance-reference',
        version: controlVersion,
        environment,
        mode: service.mode,
        keys: { platformToken, orgToken, otherEnvironmentToken, jwtSecret },
        businesses: { platform: referenceTo(access.platform), org: referenceTo(access.org) },
        ...about,
      };
      return { status: 200, body: info };
    },

    async readClock({ path: { businessId } }) {
      const { business } = await readBusiness(service, businessId);
      return { status: 200, body: clock.reading(business) };
    },

    async advanceClock({ path: { businessId }, body: { seconds } }) {
      return { status: 200, body: clock.reading(await service.advance(businessId, seconds)) };
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

    async listRequests({ query }) {
      if (query.businessId !== undefined) await readBusiness(service, query.businessId);
      return { status: 200, body: { data: log.latest(query) } };
    },

    async reset() {
      await startOver();
      return { status: 204 };
    },
  };
}
