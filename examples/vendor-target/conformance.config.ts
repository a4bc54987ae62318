/** The address and the keys of the vendor. Its names are in adapter.ts. */
// Outside of this repository: from 'workforce-conformance'.
import { defineConfig } from '../../src/config/schema.ts';
import { adapter } from './adapter.ts';

export default defineConfig({
  baseUrl: 'http://127.0.0.1:3900',
  target: 'live',
  environment: 'sandbox',
  credentials: {
    platformToken: { env: 'VENDOR_PLATFORM_KEY' },
    orgToken: { env: 'VENDOR_ORG_KEY' },
  },
  adapter,
});
