/** One test per requirement, on a server that the tests start themselves. */
import { createReferenceServer } from 'workforce-conformance/reference-server';
import { conformanceSuite } from 'workforce-conformance/vitest';

conformanceSuite({
  profile: 'smoke',
  checks: ['persons.*'],
  start: async () => {
    const server = await createReferenceServer({ mode: 'automatic' });
    return { baseUrl: server.url, credentials: server.keys, close: () => server.close() };
  },
});
