import { readBusiness } from '../core.ts';
import type { RequestLog } from '../http/request-log.ts';
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
import { stateLevers } from '../store/levers.ts';
import { webhookLevers } from '../webhooks/levers.ts';
import type { ControlHandlers } from './exchange.ts';
import { controlVersion } from './operations.ts';

const referenceTo = ({ id, tenantKey }: BusinessRecord): ControlSchemas['BusinessRef'] => ({
  businessId: id,
  tenantKey,
});

/** What a server says of itself: the deliberate fault that it carries. */
export type ServerFacts = Pick<ControlSchemas['ControlInfo'], 'fault'>;

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
  const { clock, environment } = service;

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
    ...webhookLevers(service),
    ...stateLevers(service),
    async readControlInfo() {
      const { access } = service;
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
