import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse-config.ts';

const secret = 'sk_live_do_not_show';

describe('a configuration', () => {
  it('may say everything that the flags say', () => {
    const config = {
      baseUrl: 'http://127.0.0.1:3000',
      environment: 'sandbox',
      credentials: { platformToken: { env: 'MY_TOKEN' } },
      absentOperations: ['listWallets'],
      controls: 'none',
      profile: 'smoke',
      seed: 7,
      concurrency: 2,
      out: 'report',
      minCoverage: 80,
    };
    expect(parseConfig(config, 'conformance.config.json')).toEqual(config);
  });

  it.each([
    [{ profil: 'smoke' }, /conformance\.config\.yaml: unknown key profil\. Did you mean profile\?/],
    [
      { credentials: { platformTokn: { env: 'A' } } },
      /unknown key credentials\.platformTokn\. Did you mean platformToken\?/,
    ],
    [{ credentials: { orgToken: { env: 'A', name: 'b' } } }, /unknown key credentials\.orgToken\.name/],
    [
      { credentials: { platformToken: secret } },
      /credentials\.platformToken must name an environment variable/,
    ],
    [
      { credentials: { platformToken: { env: secret } } },
      /credentials\.platformToken\.env must name an environment variable/,
    ],
    [{ absentOperations: ['listWallet'] }, /absentOperations\.0 must be one of .*listWallets/],
    [{ absentOperations: ['savePayroll'] }, /absentOperations\.0 must be one of/],
    [{ seed: -1 }, /seed is wrong/],
    [{ profile: 'quick' }, /profile is wrong.*smoke/],
    ['text', /the content is wrong/],
  ])('%j is refused and the message says where', (config, message) => {
    expect(() => parseConfig(config, 'conformance.config.yaml')).toThrow(message);
    expect(() => parseConfig(config, 'conformance.config.yaml')).not.toThrow(secret);
  });
});
