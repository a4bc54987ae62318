/** Starts the vendor on port 3900 with the keys of the environment. */
import { startVendor } from './server.ts';

const { VENDOR_PLATFORM_KEY: platform = 'platform-key', VENDOR_ORG_KEY: org = 'org-key' } = process.env;
const { url } = await startVendor({ platform, org }, 3900);
process.stdout.write(`The vendor listens at ${url}\n`);
