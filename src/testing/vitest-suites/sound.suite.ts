import { conformanceSuite } from '../../vitest.ts';

conformanceSuite({ name: 'the reference server', checks: ['persons.pages'], profile: 'smoke' });
