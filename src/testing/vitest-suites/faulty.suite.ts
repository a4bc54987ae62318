import { faultById } from '../../../proof/faults/index.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
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
