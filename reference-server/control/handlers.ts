import type { RequestLog } from '../http/request-log.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { businessLevers } from './businesses.ts';
import { complianceLevers } from './compliance.ts';
import type { ControlHandlers } from './exchange.ts';
import { externalAccountLevers } from './external-accounts.ts';
import { kybLevers } from './kyb.ts';
import { kycLevers } from './kyc.ts';
import { controlVersion } from './operations.ts';
import { payrollLevers } from './payrolls.ts';
import { personLevers } from './persons.ts';
import { stateLevers } from './state.ts';
import { tokenLevers } from './tokens.ts';
import { transactionLevers } from './transactions.ts';
import { userLevers } from './users.ts';
import { virtualAccountLevers } from './virtual-accounts.ts';
import { walletLevers } from './wallets.ts';
import { webhookLevers } from './webhooks.ts';

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
