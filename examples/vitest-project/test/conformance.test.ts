/**
 * The requirements of the interface document as tests, one each. Here they run against the reference server; a team
 * that builds such a service starts its own.
 */
import { createReferenceServer } from 'workforce-conformance/reference-server';
import { conformanceSuite } from 'workforce-conformance/vitest';

conformanceSuite({
  profile: 'smoke',
  checks: ['payrolls.*', 'webhooks.*'],
  start: async () => {
    const server = await createReferenceServer();
    return { baseUrl: server.url, credentials: server.keys, close: () => server.close() };
  },
});
