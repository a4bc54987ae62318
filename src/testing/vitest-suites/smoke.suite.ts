import { conformanceSuite } from '../../vitest.ts';

conformanceSuite({ profile: 'smoke' });
