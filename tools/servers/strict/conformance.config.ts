/** The address and the keys are given by what starts the server. */
import { defineConfig } from '../../../src/config/define-config.ts';
import { adapter } from './adapter.ts';

export default defineConfig({
  target: 'live',
  environment: 'sandbox',
  credentials: {
    platformToken: { env: 'PLATFORM_KEY' },
    orgToken: { env: 'ORG_KEY' },
    otherEnvironmentToken: { env: 'PRODUCTION_KEY' },
    jwtSecret: { env: 'JWT_SECRET' },
  },
  adapter,
});
