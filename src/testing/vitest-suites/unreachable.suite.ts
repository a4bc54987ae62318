import { conformanceSuite } from '../../vitest.ts';

conformanceSuite({ checks: ['persons.pages'], baseUrl: 'http://127.0.0.1:9', controls: 'none' });
