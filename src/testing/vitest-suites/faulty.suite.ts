import { openEmbeddedTarget } from '../../embedded-target.ts';
import { faultById } from '../../fault-by-id.ts';
import { conformanceSuite } from '../../vitest.ts';

conformanceSuite({
  checks: ['persons.pages'],
  profile: 'smoke',
  start: async () => {
    const { target, close } = await openEmbeddedTarget({
      control: true,
      fault: faultById('person-first-name-is-an-object'),
    });
    return { baseUrl: target.baseUrl, credentials: target.credentials, close };
  },
});
