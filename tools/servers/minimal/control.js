// Controls that are not about one area: the clock, webhooks, keys, statutory work. The others stand with their area.

import { check, integer, invalid, notFound, oneOf, string } from './check.js';
import { advance, idle, now, today } from './clock.js';
import { route } from './router.js';
import { add, businessOf, db, find, issueOrgKey, org, platform, revokeOrgKeys } from './state.js';
import { deliveries, emit, endpoints, register, rotate } from './webhooks.js';

const clock = () => ({ now: now(), today: today() });
route('GET /control/clock', clock);
route('POST /control/clock/advance', async ({ body }) => {
  const { seconds } = check(body, { 'seconds!': integer });
  if (seconds < 0 || seconds > 100 * 366 * 86_400) throw invalid({ seconds: 'must be from 0 to 100 years' });
  await advance(seconds);
  return clock();
});
const businessView = ({ id, tenantKey, name, ofPlatform }) => ({
  businessId: id,
  tenantKey,
  name,
  ofPlatform,
});
route('GET /control/businesses', () => ({
  platformDefault: businessView(platform),
  org: businessView(org),
  data: [...db.businesses.values()].map(businessView),
}));

// --- keys ---
route('POST /control/businesses/:businessId/org-key/revoke', ({ params }) =>
  revokeOrgKeys(find('businesses', params.businessId)),
);
route('POST /control/businesses/:businessId/org-key/reissue', ({ params }) => {
  const business = find('businesses', params.businessId);
  revokeOrgKeys(business);
  return { key: issueOrgKey(business) };
});

// --- webhooks ---
const LOCAL = ['127.0.0.1', 'localhost'];
function urlOf(body) {
  const { url } = check(body, { 'url!': string });
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== 'http:' || !LOCAL.includes(parsed.hostname))
    throw invalid({ url: 'must be an http URL on 127.0.0.1' });
  return url;
}
const endpointView = ({ id, url, secret }) => ({ id, url, secret });
const endpointOf = ({ endpointId }) => {
  if (!endpoints.has(endpointId)) throw notFound();
  return endpoints.get(endpointId);
};
route('POST /control/platform/webhooks', ({ body }) => endpointView(register(urlOf(body), null)));
route('POST /control/businesses/:businessId/webhooks', ({ params, body }) =>
  endpointView(register(urlOf(body), find('businesses', params.businessId).id)),
);
route('POST /control/webhooks/wait', async () => {
  await idle();
  return { waitingForRetry: deliveries.filter((delivery) => delivery.status === 'pending').length };
});
route('GET /control/webhooks/deliveries', ({ query }) => ({
  data: deliveries
    .filter((delivery) =>
      ['eventId', 'endpointId'].every((name) => [null, delivery[name]].includes(query.get(name))),
    )
    .map(({ body, ...shown }) => shown),
}));
route('POST /control/webhooks/:endpointId/rotate', ({ params }) => endpointView(rotate(endpointOf(params))));
route('DELETE /control/webhooks/:endpointId', ({ params }) => {
  endpoints.delete(endpointOf(params).id);
});

// --- filings, remittances, requirements ---
const STATES = {
  filing: [
    'created',
    'blocked',
    'pending',
    'in_review',
    'approved',
    'submitted',
    'accepted',
    'rejected',
    'overdue',
  ],
  remittance: ['created', 'processing', 'completed', 'failed'],
  requirement: ['created', 'satisfied'],
};
function statutoryStep(record, status) {
  record.status = status;
  const data = { resourceType: record.type, resourceId: record.id, status };
  emit(businessOf(record), `${record.type}.${status}`, data);
  return data;
}
for (const [type, states] of Object.entries(STATES)) {
  route(`POST /control/businesses/:businessId/${type}s`, ({ params }) =>
    statutoryStep(add('statutory', find('businesses', params.businessId), { type }), 'created'),
  );
  // Any state may follow any other.
  route(`POST /control/${type}s/:resourceId`, ({ params, body }) => {
    const record = find('statutory', params.resourceId);
    if (record.type !== type) throw notFound();
    return statutoryStep(record, check(body, { 'status!': oneOf(...states) }).status);
  });
}
