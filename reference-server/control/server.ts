/** The server as a whole: its keys, businesses, clocks, latest requests and state. */
import type { RequestLog } from '../http/request-log.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { readSnapshot, takeSnapshot } from '../store/snapshot.ts';
import { reading } from '../store/store.ts';
import { type ControlHandlers, controlVersion } from './operations.ts';
import { noContent } from './owner.ts';

/** Facts that a server reports about itself: its deliberate fault. */
export type ServerFacts = Pick<ControlSchemas['ControlInfo'], 'fault'>;

const referenceTo = ({ id, tenantKey }: BusinessRecord): ControlSchemas['BusinessRef'] => ({
  businessId: id,
  tenantKey,
});

export function serverControls(
  service: Service,
  about: ServerFacts,
  log: RequestLog,
  startOver: () => Promise<void>,
) {
  const { store, clock, environment } = service;

  const overviewOf = (business: BusinessRecord): ControlSchemas['BusinessOverview'] => {
    const { kind, details } = business;
    const name = details?.businessName;
    return {
      ...referenceTo(business),
      kind,
      ...(name !== undefined && { name }),
      clock: clock.reading(business),
    };
  };

  return {
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

    async listBusinesses() {
      const businesses = await store.transaction(
        (transaction) => transaction.list('businesses', {}),
        reading,
      );
      return { status: 200, body: { data: businesses.map(overviewOf) } };
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

    async takeSnapshot() {
      return { status: 200, body: await store.transaction(takeSnapshot, reading) };
    },

    async restoreSnapshot({ body }) {
      await service.restore(readSnapshot(body));
      return { status: 204 };
    },

    reset: () => noContent(startOver()),
  } satisfies Partial<ControlHandlers>;
}
