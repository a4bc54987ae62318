/** The common part of the configurations of these servers: start.ts sets the variables. */
import { type Adapter, type ConformanceConfig, defineConfig } from '../../src/index.ts';

type Sentinels = NonNullable<NonNullable<ConformanceConfig['data']>['sentinels']>;

/** @param sentinels by which the sandbox of the server decides */
export const configWith = (adapter: Adapter, sentinels: Sentinels): ConformanceConfig =>
  defineConfig({
    target: 'live',
    environment: 'sandbox',
    credentials: {
      platformToken: { env: 'PLATFORM_KEY' },
      orgToken: { env: 'ORG_KEY' },
      otherEnvironmentToken: { env: 'PRODUCTION_KEY' },
      jwtSecret: { env: 'JWT_SECRET' },
    },
    data: { sentinels },
    adapter,
  });
