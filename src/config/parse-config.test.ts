import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse-config.ts';

const secret = 'sk_live_do_not_show';

describe('a configuration', () => {
  it('may set everything that the flags set', () => {
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
      access: 'read-only',
      patience: { seconds: 20, pauseMillis: 500 },
      fixtures: { invoices: ['7b1e6f0a-3c52-4d8e-9a41-2f6c8d0e1b73'], users: [] },
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
    [{ credentials: { orgToken: { command: [] } } }, /credentials\.orgToken\.command must be a program/],
    [
      { credentials: { platformToken: secret } },
      /credentials\.platformToken must name an environment variable/,
    ],
    [
      { credentials: { platformToken: { env: secret } } },
      /credentials\.platformToken\.env must name an environment variable/,
    ],
    [{ absentOperations: ['listWallet'] }, /absentOperations\.0 is not an op.*\. Did you mean listWallets\?/],
    [{ absentOperations: ['nothing'] }, /absentOperations\.0 must be one of .*listWallets/],
    [
      { values: { type: {} } },
      /unknown key values: it is a key of an adapter: write adapter: \{ values: … \}/,
    ],
    [{ absentOperations: ['savePayroll'] }, /absentOperations\.0 must be one of/],
    [{ access: 'readonly' }, /access is wrong.*read-only/],
    [{ fixtures: { person: ['a'] } }, /unknown key fixtures\.person\. Did you mean persons\?/],
    [{ fixtures: { invoices: 'a' } }, /fixtures\.invoices must be a list of ids/],
    [{ fixtures: { invoices: ['a', 7] } }, /fixtures\.invoices\.1 must be an id/],
    [{ patience: { seconds: -1 } }, /patience\.seconds must be a number of seconds from 0/],
    [{ patience: { secnds: 1 } }, /unknown key patience\.secnds\. Did you mean seconds\?/],
    [{ seed: -1 }, /seed must be a whole number from 0 to 4294967295/],
    [{ profile: 'quick' }, /profile is wrong.*smoke/],
    ['text', /the content is wrong/],
  ])('%j is refused and the message says where', (config, message) => {
    expect(() => parseConfig(config, 'conformance.config.yaml')).toThrow(message);
    expect(() => parseConfig(config, 'conformance.config.yaml')).not.toThrow(secret);
  });
});

describe('bindings and controls', () => {
  it('may name what the interface document leaves open', () => {
    const config = {
      businesses: { org: 'b-1' },
      bindings: {
        createPerson: {
          path: '/v1/people',
          body: { firstName: 'given', 'address.line1': 'street' },
          answer: { id: 'person.ref' },
        },
        listPayouts: { query: { cursor: 'after' } },
        inviteUser: { body: { personId: 'worker' } },
        readPayroll: { answer: {} },
        savePayroll: { body: { customData: 'extras', 'feeLineItems.name': 'label' } },
      },
      controls: {
        advanceClock: {
          method: 'POST',
          path: '/ops/{businessId}/clock',
          body: { by: '{seconds}' },
          answer: { now: 'time' },
          headers: { authorization: { env: 'OPS_KEY' } },
        },
        drain: { module: './adapter.ts' },
        setPassword: async () => {},
      },
    };
    expect(parseConfig(config, 'conformance.config.ts')).toEqual(config);
  });

  it.each([
    [{ data: { countri: 'US' } }, /unknown key data\.countri\. Did you mean country\?/],
    [{ data: { values: {} } }, /unknown key data\.values: the keys there are country, currency, /],
    [{ data: { bank: 'x' } }, /data\.bank must be an object with keys of these: name, code, accountNumber$/],
    [{ data: { bank: { name: 'x', code: '1' } } }, /data\.bank\.accountNumber is missing$/],
    [{ data: { country: 'ZZ' } }, /data\.country must be a country code of ISO 3166-1$/],
    [{ data: { identity: async () => ({}) } }, /data\.identity must be .* a value: it returns a promise$/],
    [
      { data: { requests: { createPayroll: { workerType: 'EMPLOYEE' } } } },
      /unknown key data\.requests\.createPayroll: the keys there are createBusiness, createPerson, /,
    ],
    [{ data: { amounts: { least: 9, most: 8 } } }, /data\.amounts must have a least that is not above most/],
    [{ data: { identity: { firstNam: 'A' } } }, /data\.identity\.firstNam\. Did you mean firstName\?/],
    [{ data: { identity: () => ({ dateOfBirth: '1.1.90' }) } }, /data\.identity\.dateOfBirth must be a date/],
    [
      {
        data: {
          identity: () => {
            throw new Error('no pool');
          },
        },
      },
      /data\.identity must be a function that returns a value: no pool/,
    ],
    [
      { data: { requests: { createPersn: {} } } },
      /data\.requests\.createPersn\. Did you mean createPerson\?/,
    ],
    [{ data: { requests: { createPerson: 'Ada' } } }, /data\.requests\.createPerson must be an object/],
    [
      { data: { requests: { createPerson: { firstNam: 'Ada' } } } },
      /data\.requests\.createPerson\.firstNam is not in the description\. Did you mean firstName\?/,
    ],
    [
      { data: { requests: { createPerson: { email: 'a@example.com' } } } },
      /data\.requests\.createPerson\.email cannot be set in a configuration, because checks depend on it; .*: firstName, /,
    ],
    [
      { data: { requests: { submitKyc: () => ({ idDetails: { expirationDate: '2030-01-01' } }) } } },
      /submitKyc\.idDetails\.expirationDate cannot be set in a configuration/,
    ],
    [
      { data: { requests: { submitKyc: { idDetails: { number: 7 } } } } },
      /submitKyc\.idDetails\.number must be string/,
    ],
    [{ bindings: { listPersons: { answer: { $: 'result' } } } }, /answer\.\$ is a response of the interface/],
    [
      { adapter: { events: { 'virtual-account.made': {} } } },
      /adapter\.events\.virtual-account\.made is not an event\. Did you mean virtual-account\.created\?/,
    ],
    [
      { adapter: { events: { 'virtual-account.created': { tenantKey: 'key' } } } },
      /adapter\.events\.virtual-account\.created\.tenantKey is a name of the interface document/,
    ],
    [
      { adapter: { events: { 'virtual-account.created': { identifier: 'x' } } } },
      /events\.virtual-account\.created\.identifier is not in the description/,
    ],
    [{ adapter: { jwt: { subjct: 'uid' } } }, /unknown key adapter\.jwt\.subjct\. Did you mean subject\?/],
    [{ adapter: { unwrap: '' } }, /adapter\.unwrap must be the name of a field, such as 'result'/],
    [
      { adapter: { values: { 'virtual-account.created.curency': { USD: 'x' } } } },
      /is not a field of the desc/,
    ],
    [{ adapter: { values: { 'createPersn.type': {} } } }, /named values\. Did you mean createPerson\.type\?/],
    [
      { adapter: { values: { 'reviewKyb.outcome': { additional_info_needed: 'x' } } } },
      /outcome: additional_info_needed is not a value of the suite\. Did you mean additional-information-needed\?/,
    ],
    [
      { adapter: { values: { 'moveRemittance.status': { paid: 'x' } } } },
      /status: paid is not a value of the suite: the values are processing, completed, failed$/,
    ],
    [
      { adapter: { values: { maritalStatus: { Married: 'M' } } } },
      /Married is not .* Did you mean married\?/,
    ],
    [{ adapter: { data: { currency: 'usd' } } }, /adapter\.data\.currency must be a currency code/],
    [{ bindings: { createPersn: {} } }, /unknown key bindings\.createPersn\. Did you mean createPerson\?/],
    [{ bindings: { createPerson: { paht: '/x' } } }, /bindings\.createPerson\.paht\. Did you mean path\?/],
    [{ bindings: { createPerson: { path: 'x' } } }, /bindings\.createPerson\.path must begin with a slash/],
    [
      { bindings: { createPerson: { body: { firstNam: 'x' } } } },
      /bindings\.createPerson\.body\.firstNam is not in the description\. Did you mean firstName\?/,
    ],
    [{ bindings: { savePayroll: { path: '/x' } } }, /the interface document defines this operation/],
    [{ bindings: { savePayroll: { body: { payrollDate: 'x' } } } }, /which cannot be bound/],
    [{ bindings: { listPayouts: { query: { startDate: 'x' } } } }, /query\.startDate is a name of the/],
    [{ bindings: { listUsers: { query: { pag: 'x' } } } }, /Did you mean page\?/],
    [{ bindings: { signContract: { path: '/sign' } } }, /signContract\.path must contain \{contractId\}/],
    [{ bindings: { signContract: { path: '/{contractId}/{userId}' } } }, /there is no parameter \{userId\}/],
    [
      { bindings: { createPerson: { body: { firstName: 'n', lastName: 'n' } } } },
      /body\.firstName and body\.lastName are both bound to n/,
    ],
    [{ controls: { drian: { module: 'a' } } }, /unknown key controls\.drian\. Did you mean drain\?/],
    [{ controls: 'reference server' }, /controls is wrong/],
    [
      { controls: { drain: { method: 'POST', pth: '/x' } } },
      /unknown key controls\.drain\.pth\. Did you mean path\?/,
    ],
    [{ controls: { settlePayroll: { pth: '/x' } } }, /unknown key controls\.settlePayroll\.pth\. .* path\?/],
    [{ controls: { drain: { method: 'POST' } } }, /controls\.drain\.path is missing$/],
    [{ adapter: { headers: { 'x-version': 2 } } }, /adapter\.headers must be headers, such as /],
    [{ controls: { drain: '/x' } }, /controls\.drain must be a request, such as \{ path: /],
    [
      { adapter: { controlKey: 'OPS' } },
      /adapter\.controlKey must be 'platform', .* or \{ env: 'OUR_OPS_KEY' \}/,
    ],
    [
      { controls: { drain: { module: './a.ts', fn: 'x' } } },
      /unknown key controls\.drain\.fn: the keys there are .*, function$/,
    ],
    [
      { controls: { drain: { method: 'POST', path: '/{seconds}' } } },
      /controls\.drain\.\{seconds\} is not an argument of this control; its arguments are businessId, tenantKey$/,
    ],
    [
      { controls: { moveFiling: { path: '/{tenantKey}/{filingId.kind}/{state}' } } },
      /controls\.moveFiling\.\{state\} is not an argument of this control; its arguments are filingId, status, bus/,
    ],
    [
      { controls: { receiveBankTransfer: { path: '/in', body: { from: '{sender.name}' } } } },
      /\{sender\.name\} is nothing: there are sender\.accountName, sender\.accountNumber, /,
    ],
    [
      { controls: { advanceClock: { path: '/', body: { by: '{seconds.value}' } } } },
      /\{seconds\.value\} is nothing: seconds has no fields/,
    ],
    [
      { controls: { advanceClock: { method: 'POST', path: '/', answer: { nw: 'x' } } } },
      /answer\.nw is not a result of this control/,
    ],
    [
      {
        controls: {
          drain: { method: 'POST', path: '/', headers: { authorization: { env: 'not a variable' } } },
        },
      },
      /controls\.drain/,
    ],
  ])('%j is refused and the message says where', (config, message) => {
    expect(() => parseConfig(config, 'conformance.config.ts')).toThrow(message);
  });
});
