// Smoke test over real HTTP. node smoke.js  (starts its own server). With EXAMPLES=file writes the calls it made.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';

const env = {
  ...process.env,
  PORT: '0',
  PLATFORM_KEY: 'pk',
  ORG_KEY: 'ok',
  PRODUCTION_KEY: 'prod',
  JWT_SECRET: 'sec',
  CONTROL_KEY: 'ck',
};
const child = spawn('node', ['server.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const baseUrl = await new Promise((r) => child.stdout.on('data', (d) => r(/http:\S+/.exec(String(d))[0])));
const examples = [];
let checks = 0;
const ok = (value, message) => {
  checks++;
  assert.ok(value, message);
};
const eq = (a, b, m) => {
  checks++;
  assert.deepEqual(a, b, m);
};

async function call(method, path, body, { key = 'pk', tenant, raw, headers = {} } = {}) {
  const control = path.startsWith('/control');
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key || control ? { authorization: `Bearer ${control && key !== null ? 'ck' : key}` } : {}),
      ...(tenant ? { 'x-multitenantkey': tenant } : {}),
      ...(body !== undefined ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
  });
  const text = await response.text();
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    json = text || undefined;
  }
  ok(response.status < 500, `${method} ${path} ${response.status} ${text}`);
  examples.push({ method, path, body, status: response.status, answer: json });
  return { status: response.status, body: json, headers: response.headers };
}
const get = (p, o) => call('GET', p, undefined, o);
const post = (p, b, o) => call('POST', p, b, o);
const put = (p, b, o) => call('PUT', p, b, o);
const patch = (p, b, o) => call('PATCH', p, b, o);
const del = (p, o) => call('DELETE', p, undefined, o);
async function is(status, promise) {
  const r = await promise;
  checks++;
  assert.equal(r.status, status, JSON.stringify(r.body));
  if (status >= 400) ok(typeof r.body.code === 'string' && typeof r.body.message === 'string');
  return r.body;
}

// receiver
const got = [];
const everyEvent = [];
let failing = 0;
let failStatus = 500;
const receiver = http.createServer((q, s) => {
  let b = '';
  q.on('data', (c) => {
    b += c;
  });
  q.on('end', () => {
    const fail = failing > 0;
    if (fail) failing--;
    everyEvent.push({ headers: q.headers, event: JSON.parse(b) });
    got.push({ path: q.url, headers: q.headers, raw: b, event: JSON.parse(b), fail });
    s.writeHead(fail ? failStatus : 204).end();
  });
});
await new Promise((r) => receiver.listen(0, '127.0.0.1', r));
const hookUrl = `http://127.0.0.1:${receiver.address().port}`;
const waitAll = () => is(200, post('/control/webhooks/wait', {}));
async function events(type, match = () => true) {
  await waitAll();
  return got
    .filter((g) => !g.fail && g.path === '/biz' && g.event.eventType === type && match(g.event.data))
    .map((g) => g.event.data);
}
const advance = (seconds) => is(200, post('/control/clock/advance', { seconds }));
const DAY = 86400;
const plus = (today, days) => new Date(Date.parse(today) + days * DAY * 1000).toISOString().slice(0, 10);
const today = async () => (await is(200, get('/control/clock'))).today;

try {
  // --- authentication ---
  await is(401, get('/v1/persons', { key: '' }));
  await is(401, get('/v1/persons', { key: 'prod' }));
  await is(401, get('/v1/persons', { key: 'nonsense' }));
  await is(403, get('/v1/persons', { tenant: 'tk_unknown' }));
  await is(404, get('/v1/nothing'));
  await is(401, call('GET', '/control/clock', undefined, { key: null }));
  const all = await is(200, get('/control/businesses'));
  await is(403, get('/v1/persons', { tenant: all.org.tenantKey }));
  await is(200, get('/v1/persons', { tenant: all.platformDefault.tenantKey }));
  await is(403, post('/v1/platform/businesses', {}, { key: 'ok' }));
  const newBusiness = {
    businessName: 'Acme Ltd',
    businessShortName: 'Acme',
    adminFirstName: 'Ada',
    adminLastName: 'Lovelace',
    adminEmail: 'ada@acme.test',
    adminPhoneNumber: { countryCode: '+1', number: '5551234' },
    address: {
      countryCode: 'US',
      line1: '1 Main St',
      line2: '',
      city: 'Austin',
      postalCode: '73301',
      state: 'TX',
    },
    country: 'US',
    registrationId: 'R-1',
    idempotencyKey: 'key-1',
    suppressWelcomeEmail: true,
  };
  const biz = await is(200, post('/v1/platform/businesses', newBusiness));
  eq(await is(200, post('/v1/platform/businesses', { ...newBusiness, businessName: 'Other' })), biz);
  const other = await is(200, post('/v1/platform/businesses', {}));
  ok(other.businessId !== biz.businessId);
  const bad = await is(
    400,
    post('/v1/platform/businesses', { businessName: 5, country: 'USA', adminEmail: 'x' }),
  );
  eq(bad.code, 'invalid_request_body');
  eq(bad.message, 'the request body provided is not valid');
  eq(Object.keys(bad.params).sort(), ['adminEmail', 'businessName', 'country']);
  await is(400, post('/v1/platform/businesses', '{bad', { raw: true }));
  await is(400, post('/v1/platform/businesses', '[]', { raw: true }));
  const t = { tenant: biz.tenantKey };

  // --- webhooks registration ---
  const bizHook = await is(
    200,
    post(`/control/businesses/${biz.businessId}/webhooks`, { url: `${hookUrl}/biz` }),
  );
  const platHook = await is(200, post('/control/platform/webhooks', { url: `${hookUrl}/plat` }));
  const orgHook = await is(
    200,
    post(`/control/businesses/${all.org.businessId}/webhooks`, { url: `${hookUrl}/org` }),
  );
  await is(400, post('/control/platform/webhooks', { url: 'http://example.com/' }));

  // --- custom fields ---
  const field = await is(200, post(`/v1/businesses/${biz.businessId}/customFields`, { name: 'Team' }, t));
  eq(await is(200, put(`/v1/businesses/${biz.businessId}/customFields/${field.id}`, { name: 'Squad' }, t)), {
    id: field.id,
    name: 'Squad',
  });
  await is(400, put(`/v1/businesses/${biz.businessId}/customFields/${field.id}`, { name: 7 }, t));
  await is(404, put(`/v1/businesses/${biz.businessId}/customFields/${biz.businessId}`, { name: 'x' }, t));
  await is(
    403,
    put(`/v1/businesses/${biz.businessId}/customFields/${field.id}`, { name: 'x' }, { key: 'ok' }),
  );

  // --- persons ---
  const newPerson = {
    firstName: 'Bo',
    lastName: 'Berg',
    email: 'bo@acme.test',
    phoneNumber: { countryCode: '+47', number: '12345678' },
    metadata: { a: 'b' },
    type: 'CONTRACTOR',
    contractorType: 'INDIVIDUAL',
    compInfo: {
      type: 'net',
      salary: { amount: 1000, currency: 'USD' },
      frequency: 'monthly',
      employmentModel: 'eor',
    },
  };
  const person = await is(200, post('/v1/persons', newPerson, t));
  eq(person.compInfo, { type: 'net', frequency: 'monthly', employmentModel: 'eor' });
  const empl = await is(
    200,
    post('/v1/persons', { firstName: 'Em', lastName: 'Ployee', email: 'em@acme.test', type: 'EMPLOYEE' }, t),
  );
  const orgPerson = await is(200, post('/v1/persons', { firstName: 'Org' }, { key: 'ok' }));
  await is(400, post('/v1/persons', { compInfo: { salary: { amount: '1', currency: 'USD' } } }, t));
  eq(await is(200, get(`/v1/persons/${person.id}`, t)), person);
  await is(404, get(`/v1/persons/${person.id}`, { key: 'ok' }));
  await is(404, get(`/v1/persons/${person.id}`));
  await is(404, get(`/v1/persons/${person.id}`, { tenant: other.tenantKey }));
  const pg = await is(200, get('/v1/persons?page=2&limit=1', t));
  eq(pg.meta, { limit: 1, currentPage: 2, skipped: 1, pages: 2, itemCount: 2 });
  eq(pg.data[0].id, empl.id);
  eq((await is(200, get('/v1/persons?email=bo@acme.test', t))).data.length, 1);
  for (const q of ['page=0', 'limit=0', 'limit=101', 'limit=x', 'page=-1', 'page=1.5'])
    await is(400, get(`/v1/persons?${q}`, t));
  await is(400, get('/v1/users?limit=101', t));
  const job = {
    compInfo: { type: 'net', salary: { amount: 2000, currency: 'USD' }, frequency: 'monthly' },
    jobInfo: {
      startDate: '2026-01-15',
      employeeNumber: 'E-1',
      title: 'Engineer',
      department: 'R&D',
      customFields: [{ id: field.id, name: 'Squad', value: 'Red' }],
    },
  };
  const withJob = await is(200, put(`/v1/persons/${person.id}/jobInfo`, job, t));
  eq(withJob.jobInfo.title, 'Engineer');
  for (const startDate of ['2026-02-30', '15-01-2026', '2026-1-5', 5])
    await is(400, put(`/v1/persons/${person.id}/jobInfo`, { jobInfo: { startDate } }, t));
  const je = (await events('person.jobinfo.updated'))[0];
  eq(je.jobInfo, withJob.jobInfo);
  eq(je.compInfo, withJob.compInfo);
  eq(je.tenantKey, biz.tenantKey);
  await is(200, put(`/v1/persons/${person.id}`, { lastName: 'Bergh' }, t));
  eq((await events('person.updated'))[0].lastName, 'Bergh');
  await is(200, put(`/v1/persons/${person.id}/personalInfo`, { taxId: 'T1', socialSecurityId: 'S1' }, t));
  await is(
    200,
    put(`/v1/persons/${person.id}/taxProfile`, { maritalStatus: 'single', numberOfDependents: 2 }, t),
  );
  const pc = (await events('person.created'))[0];
  eq(Object.keys(pc).sort(), [
    'contractorType',
    'email',
    'firstName',
    'id',
    'lastName',
    'personType',
    'phoneNumber',
    'tenantKey',
  ]);
  ok(
    got.filter(
      (g) => g.path === '/plat' && g.event.data.id === person.id && g.event.eventType === 'person.created',
    ).length === 1,
  );
  ok(got.some((g) => g.path === '/org' && g.event.data.id === orgPerson.id));
  ok(!got.some((g) => g.path === '/plat' && g.event.data.id === orgPerson.id));
  // signature
  const sign = (secret, g) => createHmac('sha256', secret).update(g.raw).digest('hex');
  for (const g of got)
    eq(
      g.headers['hook-signature'],
      sign({ '/biz': bizHook, '/plat': platHook, '/org': orgHook }[g.path].secret, g),
    );
  eq(got[0].event.version, '1.0');
  eq(got[0].headers['hook-id'], got[0].event.id);
  const rotated = await is(200, post(`/control/webhooks/${bizHook.id}/rotate`, {}));
  ok(rotated.secret !== bizHook.secret);
  // --- users ---
  const user = await is(200, post('/v1/users/invite', { personId: person.id }, t));
  eq((await is(200, post('/v1/users/invite', { personId: person.id }, t))).id, user.id);
  eq(got.at(-1) && (await events('user.created')).length, 1);
  eq(
    got.at(-1).path === '/biz' ? got.at(-1).headers['hook-signature'] : 0,
    got.at(-1).path === '/biz' ? sign(rotated.secret, got.at(-1)) : 0,
  );
  eq((await is(200, get(`/v1/users?personId=${person.id}`, t))).data[0].status, undefined);
  eq((await is(200, get(`/v1/users?personId=${person.id}&includeStatus=true`, t))).data[0].status, 'active');
  await is(200, post(`/control/users/${user.id}/basic-info`, { firstName: 'Bob', tag: 'vip' }));
  const uu = (await events('user.updated'))[0];
  eq(uu.isNameUpdated, true);
  eq(uu.type, 'basic_info');
  await is(200, post(`/control/users/${user.id}/password-set`, {}));
  eq((await events('user.profile.updated'))[0].type, 'password_set');
  // --- tokens ---
  const jwt = (claims, secret = 'sec', alg = 'HS256') => {
    const e = (o) => Buffer.from(JSON.stringify(o)).toString('base64url');
    const h = `${e({ alg, typ: 'JWT' })}.${e(claims)}`;
    return `${h}.${createHmac('sha256', secret).update(h).digest('base64url')}`;
  };
  const { redirectToken } = await is(200, post('/v1/auth/login/jwt', { jwt: jwt({ sub: user.id }) }, t));
  await is(200, post('/v1/auth/login/jwt', { jwt: jwt({ email: 'bo@acme.test' }) }, t));
  await is(401, post('/v1/auth/login/jwt', { jwt: jwt({ sub: user.id }, 'wrong') }, t));
  await is(401, post('/v1/auth/login/jwt', { jwt: jwt({ sub: user.id }, 'sec', 'none') }, t));
  await is(401, post('/v1/auth/login/jwt', { jwt: jwt({ sub: user.id, exp: 1 }) }, t));
  await is(401, post('/v1/auth/login/jwt', { jwt: 'x' }, t));
  await is(400, post('/v1/auth/login/jwt', {}, t));
  await is(404, post('/v1/auth/login/jwt', { jwt: jwt({ sub: 'nobody' }) }, t));
  const u = { key: redirectToken };
  eq(
    (await is(200, get('/v1/users', u))).data.map((x) => x.id),
    [user.id],
  );
  eq(
    (await is(200, get('/v1/persons', u))).data.map((x) => x.id),
    [person.id],
  );
  await is(200, get(`/v1/persons/${person.id}`, u));
  await is(403, get(`/v1/persons/${empl.id}`, u));
  await is(403, get('/v1/payrolls', u));
  await is(403, post('/v1/platform/businesses', {}, u));
  await is(404, get('/v1/zzz', u));
  // --- files, kyc ---
  const file = await is(
    200,
    post('/v1/files', 'bytes', { ...t, raw: true, headers: { 'content-type': 'application/octet-stream' } }),
  );
  const t0 = await today();
  const kycBody = (number, expirationDate, line2 = '') => ({
    firstName: 'Bo',
    lastName: 'Berg',
    dob: '1990-05-05',
    nationality: 'NO',
    address: { countryCode: 'NO', line1: 'Gata 1', line2, city: 'Oslo', postalCode: '0150', state: '' },
    idDetails: {
      type: 'passport',
      number,
      issuedCountryCode: 'NO',
      issuedBy: 'Politiet',
      issuedDate: '2020-01-01',
      expirationDate,
      frontFileId: file.id,
      backFileId: '',
      selfieFileId: file.id,
    },
    addressProofFileId: file.id,
  });
  const K = `/v1/users/${user.id}/kyc`;
  eq((await is(200, get(K, u))).identity, 'none');
  await is(403, get(`/v1/users/${empl.id}/kyc`, u));
  await is(404, post(K, { ...kycBody('A1', '2030-01-01'), addressProofFileId: person.id }, t));
  const sub = await is(200, post(K, kycBody('A1', '2036-01-01'), t));
  eq(sub.identity, 'processing');
  eq(await is(200, get(K, t)), { userId: user.id, identity: 'pending', address: 'pending' });
  eq(
    (await events('user.kyc.updated')).map((e) => e.status),
    ['processing', 'processing'],
  );
  const refused = await is(400, patch(K, kycBody('A1', '2036-01-01'), t));
  eq(refused.message, 'identity can only be resubmitted when status is Rejected');
  const R = `/v1/sandbox/users/${user.id}/kyc/review`;
  await is(204, post(R, { action: 'reject', type: 'identity' }, t));
  await is(204, post(R, { action: 'approve', type: 'address' }, t));
  await is(400, post(R, { action: 'maybe', type: 'identity' }, t));
  await is(400, post(R, {}, t));
  await is(403, post(R, { action: 'approve', type: 'identity' }, u));
  eq(await is(200, get(K, t)), { userId: user.id, identity: 'rejected', address: 'approved' });
  eq(
    (await is(200, patch(K, { idDetails: { ...kycBody('Auto-Approve', plus(t0, 40)).idDetails } }, t)))
      .identity,
    'approved',
  );
  eq((await events('user.kyc.expiry')).length, 0);
  const stages = async () => (await events('user.kyc.expiry')).map((e) => e.stage);
  await advance(11 * DAY);
  eq(await stages(), ['about-to-expire']);
  await advance(31 * DAY);
  eq(await stages(), ['about-to-expire', 'in-grace-period']);
  eq((await get(K, t)).body.identity, 'approved');
  await advance(61 * DAY);
  eq(await stages(), ['about-to-expire', 'in-grace-period', 'expired']);
  eq((await get(K, t)).body.identity, 'rejected');
  eq((await events('user.kyc.updated')).at(-1).status, 'rejected');
  await is(401, get('/v1/users', u)); // token of one hour
  const ut = { key: (await is(200, post(`/control/users/${user.id}/token`, {}))).token };
  eq(
    (
      await is(
        200,
        post(
          `${K}/renewal`,
          {
            idDetails: {
              type: 'passport',
              number: 'AUTO-APPROVE',
              expirationDate: plus(await today(), 3650),
            },
          },
          ut,
        ),
      )
    ).identity,
    'approved',
  );
  eq(await is(200, post(K, kycBody('auto-reject', '2036-01-01', 'AUTO-APPROVE'), t)), {
    userId: user.id,
    identity: 'rejected',
    address: 'approved',
  });
  await is(200, post(`/control/users/${user.id}/kyc`, { type: 'identity', status: 'approved' }));
  // --- templates, contracts ---
  const tpl = (await is(200, get('/v1/contract-templates', t))).data[0];
  const contract = await is(
    200,
    post(
      '/v1/contracts',
      { templateId: tpl.id, personId: person.id, sender: { email: 'ada@acme.test', name: 'Ada' } },
      t,
    ),
  );
  eq(contract.status, 'awaiting business signature');
  eq(
    contract.signatures.map((s) => [s.order, s.status, s.signedAt]),
    [
      [0, 'unsigned', 0],
      [1, 'unsigned', 0],
    ],
  );
  await is(400, post('/v1/contracts', { templateId: 'x' }, t));
  await is(404, post('/v1/contracts', { personId: tpl.id }, t));
  await is(200, post('/v1/contracts', {}, t));
  eq((await is(200, get(`/v1/contracts?personId=${person.id}`, t))).data.length, 1);
  eq((await is(200, get('/v1/contracts', t))).data.length, 2);
  await is(200, post(`/control/contracts/${contract.id}/sign`, {}));
  eq((await is(200, post(`/control/contracts/${contract.id}/sign`, {}))).status, 'completed');
  await is(400, post(`/control/contracts/${contract.id}/sign`, {}));
  eq(
    (await events('contract.status.updated')).map((e) => e.status),
    ['awaiting worker signature', 'completed'],
  );
  eq((await events('contract.signed')).length, 2);
  eq((await events('contract.created')).length, 2);
  // --- payrolls ---
  const day = await today();
  const entries = [{ personId: empl.id, salary: { amount: 1000, currency: 'USD' } }];
  const makePayroll = async (payrollDate, workerType = 'EMPLOYEE') => {
    const { payrollId } = await is(200, post('/v1/payrolls', { workerType, type: 'ONE_OFF' }, t));
    const saved = await is(
      200,
      post(
        `/v1/payrolls/${payrollId}/save`,
        { payrollDate, payPeriod: { fromDate: '2026-11-01', toDate: '2026-11-30' }, entries },
        t,
      ),
    );
    eq(saved.status, 'Saved');
    eq(saved.type, 'ONE-OFF');
    return payrollId;
  };
  const statuses = async (id) =>
    (await events('payroll.status.updated', (d) => d.id === id)).map((d) => d.status);
  const past = await makePayroll(plus(day, -1));
  eq((await is(200, get(`/v1/payrolls/${past}/payslips`, t))).data, []);
  eq((await is(200, post(`/control/payrolls/${past}/approve`, {}))).status, 'Completed');
  eq(await statuses(past), ['saved', 'completed']);
  eq((await is(200, get(`/v1/payrolls/${past}/payslips`, t))).data.length, 1);
  const future = await makePayroll(plus(day, 3));
  eq((await is(200, post(`/control/payrolls/${future}/approve`, {}))).status, 'Awaiting Funds');
  eq(await statuses(future), ['saved', 'approved']);
  const dep = await is(
    200,
    post(
      '/v1/sandbox/business-deposits',
      { value: { amount: 5000, currency: 'USD' }, description: 'test funds' },
      t,
    ),
  );
  await is(400, post('/v1/sandbox/business-deposits', { description: 'x' }, t));
  await is(400, post('/v1/sandbox/business-deposits', { value: { amount: 1.5, currency: 'USD' } }, t));
  eq((await is(200, get(`/v1/payrolls/${future}`, t))).status, 'Scheduled');
  eq((await is(200, get('/v1/wallets', t))).data[0].balance, { amount: 3950, currency: 'USD' });
  await advance(2 * DAY);
  eq((await get(`/v1/payrolls/${future}`, t)).body.status, 'Scheduled');
  await advance(1 * DAY);
  eq((await get(`/v1/payrolls/${future}`, t)).body.status, 'Processing');
  eq((await is(200, post(`/control/payrolls/${future}/confirm-disbursements`, {}))).status, 'Completed');
  eq(await statuses(future), ['saved', 'approved', 'scheduled', 'processing', 'completed']);
  const now1 = await makePayroll(await today(), 'CONTRACTOR');
  eq((await is(200, post(`/control/payrolls/${now1}/approve`, {}))).status, 'Processing');
  const dis = (await is(200, get('/v1/disbursements', t))).data.find((d) => d.reference === now1);
  eq(dis.recipientType, 'CONTRACTOR');
  await is(200, post(`/control/transactions/${dis.id}/settle`, {}));
  eq((await get(`/v1/payrolls/${now1}`, t)).body.status, 'Completed');
  const rej = await makePayroll(await today());
  eq((await is(200, post(`/control/payrolls/${rej}/reject`, {}))).status, 'Rejected');
  eq(await statuses(rej), ['saved']);
  const dele = await makePayroll(await today());
  eq((await is(200, post(`/control/payrolls/${dele}/delete`, {}))).status, 'Deleted');
  await is(400, post(`/control/payrolls/${dele}/approve`, {}));
  await is(400, post(`/v1/payrolls/${past}/save`, { entries }, t));
  await is(404, post(`/v1/payrolls/${user.id}/save`, { entries }, t));
  const fresh = (await is(200, post('/v1/payrolls', {}, t))).payrollId;
  const be = await is(
    400,
    post(`/v1/payrolls/${fresh}/save`, { payrollDate: 'soon', entries: [{ personId: 'x', salary: {} }] }, t),
  );
  ok(be.params.payrollDate && be.params['entries[0].salary.amount']);
  await is(
    400,
    post(
      `/v1/payrolls/${fresh}/save`,
      { entries: [{ personId: user.id, salary: { amount: 1, currency: 'USD' } }] },
      t,
    ),
  );
  await is(
    200,
    post(
      `/v1/payrolls/${fresh}/save`,
      {
        payrollDate: day,
        payPeriod: { fromDate: '2026-11-01', toDate: '2026-11-30' },
        entries,
        fxValidUntil: '2026-11-30T12:00:00Z',
        customFees: [{ name: 'Service', amount: { amount: 10, currency: 'USD' } }],
        customData: { costCentre: 'A' },
      },
      t,
    ),
  );
  eq((await is(200, get('/v1/payrolls', t))).data.length, 6);
  eq((await events('payroll.created'))[0].type, 'ONE_OFF');
  // --- beneficiaries, payouts ---
  const benBody = (accountName) => ({
    name: 'Supplier',
    email: 's@x.test',
    countryCode: 'CO',
    currency: 'COP',
    kyc: {
      firstName: 'S',
      lastName: 'U',
      dateOfBirth: '1980-01-01',
      countryCode: 'CO',
      idType: 'PASSPORT',
      idNumber: 'P1',
      idFileFront: file.id,
    },
    paymentDetails: {
      preferredMethod: 'bank',
      bank: {
        accountName,
        accountNumber: '123',
        bankName: 'B',
        bankCode: '07',
        address: { line1: 'L', line2: '', city: 'C', postalCode: '1', countryCode: 'CO' },
      },
    },
  });
  const ben = await is(200, post('/v1/beneficiaries', benBody('Supplier SA'), t));
  eq(Object.keys(ben), ['id']);
  const ben2 = await is(200, post('/v1/beneficiaries', benBody('Fail Compliance'), t));
  await is(200, post('/v1/beneficiaries', {}, t));
  await is(400, post('/v1/beneficiaries', { currency: 1 }, t));
  const bens = await is(200, get('/v1/beneficiaries', t));
  eq(bens.data[0].kyc.idFileBack, '');
  eq(bens.node, { previous: null, next: null });
  eq(bens.data[2].paymentDetails.bank.address.line1, '');
  const payouts = [];
  for (let i = 0; i < 5; i++)
    payouts.push(
      await is(
        200,
        post(
          '/v1/payouts',
          { beneficiaryId: ben.id, amount: { amount: 100 + i, currency: 'USD' }, reference: `ref-${i}` },
          t,
        ),
      ),
    );
  const failed = await is(
    200,
    post(
      '/v1/payouts',
      { beneficiaryId: ben2.id, amount: { amount: 1, currency: 'USD' }, reference: 'bad' },
      t,
    ),
  );
  eq(failed.status, 'initiated');
  eq((await is(200, get(`/v1/payouts/${failed.id}`, t))).status, 'failed');
  eq((await events('transaction.failed'))[0].message, 'Rejected by compliance');
  await is(404, post('/v1/payouts', { beneficiaryId: user.id, amount: { amount: 1, currency: 'USD' } }, t));
  await is(400, post('/v1/payouts', {}, t));
  const P = payouts.map((p) => p.id);
  await is(200, post(`/control/transactions/${P[0]}/settle`, {}));
  const tx = async (id) =>
    (
      await Promise.all(
        ['initiated', 'processing', 'rfi.updated', 'succeeded', 'failed'].map((e) =>
          events(`transaction.${e}`, (d) => d.id === id),
        ),
      )
    ).map((l) => l.length);
  eq(await tx(P[0]), [1, 1, 0, 1, 0]);
  const back = await is(200, post(`/control/transactions/${P[0]}/return`, { message: 'Account closed' }));
  eq(back.isReturned, true);
  eq((await events('transaction.failed', (d) => d.id === P[0]))[0].isReturned, true);
  await is(200, post(`/control/transactions/${P[1]}/rfi/request`, { actionRequired: 'Send an invoice' }));
  await advance(60);
  eq((await get(`/v1/payouts/${P[1]}`, t)).body.status, 'initiated');
  eq((await get(`/v1/payouts/${P[2]}`, t)).body.status, 'processing');
  await is(400, post(`/control/transactions/${P[1]}/settle`, {}));
  await is(400, post(`/control/transactions/${P[2]}/rfi/request`, {}));
  await is(200, post(`/control/transactions/${P[1]}/rfi/provide`, {}));
  const rfi = await events('transaction.rfi.updated');
  eq(
    rfi.map((e) => [e.status, e.actionRequired]),
    [
      ['RFI_REQUESTED', 'Send an invoice'],
      ['RFI_PROVIDED', undefined],
    ],
  );
  await advance(6);
  eq((await get(`/v1/payouts/${P[1]}`, t)).body.status, 'processing');
  eq(await tx(P[1]), [1, 1, 2, 0, 0]);
  await is(200, post(`/control/transactions/${P[2]}/fail`, { message: 'No' }));
  const ids = (r) => r.data.map((x) => x.id);
  const A = [...P, failed.id];
  let seen = [];
  let cursor = '';
  let back1;
  do {
    const r = await is(200, get(`/v1/payouts?limit=2${cursor && `&cursor=${cursor}`}`, t));
    seen.push(...ids(r));
    cursor = r.node.next;
    back1 = r.node.previous ?? back1;
  } while (cursor);
  eq(seen, A);
  eq(ids(await is(200, get(`/v1/payouts?limit=2&cursor=${back1}`, t))), A.slice(2, 4));
  seen = [];
  cursor = '';
  do {
    const r = await is(200, get(`/v1/payouts?limit=4&sort=desc${cursor && `&cursor=${cursor}`}`, t));
    seen.push(...ids(r));
    cursor = r.node.next;
    back1 = r.node.previous;
  } while (cursor);
  eq(seen, [...A].reverse());
  eq(
    ids(await is(200, get(`/v1/payouts?limit=4&sort=desc&cursor=${back1}`, t))),
    [...A].reverse().slice(0, 4),
  );
  eq(ids(await is(200, get('/v1/payouts?reference=ref-3', t))), [P[3]]);
  eq(ids(await is(200, get('/v1/payouts?status=failed', t))).length, 3);
  const d1 = await today();
  eq(ids(await is(200, get(`/v1/payouts?startDate=${d1}&endDate=${d1}`, t))).length, 6);
  eq(ids(await is(200, get(`/v1/payouts?startDate=${plus(d1, 1)}`, t))), []);
  eq(ids(await is(200, get(`/v1/payouts?endDate=${plus(d1, -1)}T23:59:59Z`, t))), []);
  await is(400, get('/v1/payouts?startDate=yesterday', t));
  await is(400, get('/v1/payouts?format=csv', t));
  await is(400, get(`/v1/payouts?format=csv&startDate=${d1}`, t));
  await is(400, get('/v1/payouts?cursor=zzz', t));
  await is(400, get('/v1/payouts?limit=0', t));
  const csv = await get(`/v1/payouts?format=csv&startDate=${d1}&endDate=${d1}&limit=2`, t);
  ok(csv.headers.get('content-type').startsWith('text/csv'));
  eq(csv.body.trim().split('\r\n').length, 7);
  const extra = await is(
    200,
    post('/v1/payouts', { beneficiaryId: ben.id, amount: { amount: 7, currency: 'USD' } }, t),
  );
  eq((await is(200, post(`/control/transactions/${extra.id}/process`, {}))).status, 'processing');
  await advance(20);
  eq(await tx(extra.id), [1, 1, 0, 0, 0]);
  // --- deposits ---
  const C = `/control/businesses/${biz.businessId}`;
  const dep1 = await is(
    200,
    post(`${C}/deposits`, {
      value: { amount: 10, currency: 'GBP' },
      senderName: 'Jo Payer',
      sortCode: '040004',
      accountNumber: '12345678',
      description: 'INV 7',
    }),
  );
  const dep2 = await is(
    200,
    post(`${C}/deposits`, {
      value: { amount: 10, currency: 'EUR' },
      senderName: 'Jo',
      bankCode: 'DEUTDEFF',
      iban: 'DE89370400440532013000',
    }),
  );
  const dep3 = await is(
    200,
    post(`${C}/deposits`, { value: { amount: 10, currency: 'USD' }, senderName: 'Jo', network: 'wire' }),
  );
  await is(200, post(`${C}/deposits`, { value: { amount: 10, currency: 'USD' }, senderName: 'Jo' }));
  await is(200, post(`${C}/deposits`, { value: { amount: 10, currency: 'USD' } }));
  const se = await events('transaction.succeeded', (d) => d.type === 'DEPOSIT');
  const by = (id) => se.find((e) => e.id === id);
  eq(by(dep1.id).paymentInfo, {
    preferredMethod: 'bank',
    bank: { accountName: 'Jo Payer', sortCode: '040004', accountNumber: '****5678' },
    ach: {},
    wire: {},
    swift: {},
  });
  eq(by(dep2.id).paymentInfo.bank.iban, '****3000');
  eq(by(dep3.id).paymentInfo.wire.accountName, 'Jo');
  eq(by(dep.id).description, 'test funds');
  eq(by(dep.id).paymentInfo, undefined);
  eq(by(dep3.id).description, undefined);
  ok((await get('/v1/disbursements', t)).body.data.find((d) => d.id === dep1.id).description === 'INV 7');
  const fee = await is(200, post(`${C}/payroll-fee`, { amount: { amount: 3, currency: 'USD' } }));
  eq(await tx(fee.id), [1, 0, 0, 1, 0]);
  // --- invoices, reimbursements ---
  const invBody = {
    items: [
      {
        description: 'Work',
        category: 'CONTRACTOR_FEE',
        amount: { amount: 50, currency: 'USD' },
        quantity: 3,
      },
    ],
    notes: 'thanks',
  };
  const inv = await is(200, post(`/control/persons/${person.id}/invoices`, invBody));
  eq(inv.total, { amount: 150, currency: 'USD' });
  eq(await is(200, get(`/v1/invoices/${inv.id}`, t)), inv);
  await is(404, get(`/v1/invoices/${user.id}`, t));
  await is(400, post(`/v1/invoices/${inv.id}/review`, { action: 'reject' }, t));
  await is(400, post(`/v1/invoices/${inv.id}/review`, {}, t));
  await is(200, post(`/v1/invoices/${inv.id}/review`, { action: 'approve' }, t));
  await is(400, post(`/v1/invoices/${inv.id}/review`, { action: 'approve' }, t));
  eq((await is(200, post(`/control/invoices/${inv.id}/pay`, {}))).status, 'paid');
  const inv2 = await is(200, post(`/control/persons/${person.id}/invoices`, invBody));
  eq(
    (await is(200, post(`/v1/invoices/${inv2.id}/review`, { action: 'reject', reason: 'wrong hours' }, t)))
      .status,
    'cancelled',
  );
  const quiet = await is(
    200,
    post(`/control/persons/${person.id}/invoices`, { ...invBody, source: 'BUSINESS' }),
  );
  await is(400, post(`/v1/invoices/${quiet.id}/review`, { action: 'approve' }, t));
  await is(200, post(`/control/invoices/${quiet.id}/pay`, {}));
  eq((await events('invoice.contractor.submitted')).length, 2);
  eq((await events('invoice.contractor.rejected'))[0].reason, 'wrong hours');
  eq((await events('invoice.contractor.paid')).length, 1);
  eq((await events('invoice.contractor.approved')).length, 1);
  const rb = await is(
    200,
    post(
      '/v1/reimbursements',
      {
        personId: person.id,
        amount: { amount: 20, currency: 'EUR' },
        sourceCurrency: 'USD',
        description: 'Train',
      },
      t,
    ),
  );
  const before = (await get('/v1/wallets', t)).body.data.find((w) => w.currency === 'USD').balance.amount;
  eq((await is(200, post(`/v1/reimbursements/${rb.id}/review`, { action: 'approve' }, t))).status, 'paid');
  eq((await get('/v1/wallets', t)).body.data.find((w) => w.currency === 'USD').balance.amount, before - 20);
  eq((await events('reimbursement.paid'))[0].amount, { amount: 20, currency: 'EUR' });
  const u3 = { key: (await is(200, post(`/control/users/${user.id}/token`, {}))).token };
  const rb2 = await is(200, post('/v1/reimbursements', { amount: { amount: 5, currency: 'USD' } }, u3));
  await is(
    403,
    post('/v1/reimbursements', { personId: empl.id, amount: { amount: 5, currency: 'USD' } }, u3),
  );
  await is(200, get(`/v1/invoices/${inv.id}`, u3));
  await is(403, get(`/v1/invoices/${user.id}`, u3));
  await is(200, post(`/v1/reimbursements/${rb2.id}/review`, { action: 'reject', reason: 'no receipt' }, t));
  eq((await events('reimbursement.rejected'))[0].reason, 'no receipt');
  // --- tax ---
  const tax = await is(
    200,
    post(
      '/v1/tax/calculate',
      {
        personId: person.id,
        salary: { amount: 1000, currency: 'USD' },
        additionalAttributes: { yearToDateSalary: 5 },
      },
      t,
    ),
  );
  eq(tax.netAmount.amount, 900);
  await is(404, post('/v1/tax/calculate', { personId: user.id, salary: { amount: 1, currency: 'USD' } }, t));
  await is(400, post('/v1/tax/calculate', {}, t));
  await is(200, get('/v1/tax/locations', t));
  await is(200, get('/v1/tax/required-fields?country=US', t));
  await is(400, get('/v1/tax/required-fields', t));
  // --- KYB ---
  const kb = `/v1/businesses/${biz.businessId}/kyb`;
  eq(
    (await is(400, post(kb, { taxId: '000-XXX-AUTO-APPROVE', principals: [{ ssn: '000-00-0001' }] }, t)))
      .message,
    'auto-approve tax ID cannot be combined with auto-feedback principal presets',
  );
  eq(
    (await is(200, post(kb, { taxId: '12-3456789', principals: [{ ssn: '123-45-6789' }] }, t))).status,
    'submitted',
  );
  await is(200, post(kb, { taxId: '12-3456789', principals: [{ ssn: '000-00-0001' }] }, t));
  eq((await is(200, post(kb, { taxId: '000-XXX-AUTO-APPROVE' }, t))).status, 'completed');
  await is(200, get(kb, t));
  await is(200, post(`${C}/kyb`, { status: 'approved' }));
  await is(200, post(`${C}/kyb`, { status: 'rejected', reason: 'fraud' }));
  await is(400, post(kb, { taxId: '1' }, t));
  eq(
    (await events('business.kyb.reviewed')).map((e) => e.status),
    ['additional_information_needed', 'approved', 'approved'],
  );
  eq((await events('business.kyb.rejected')).length, 1);
  await is(200, post(`${C}/basic-info`, { businessName: 'Acme 2' }));
  eq((await events('business.basicinfo.updated')).length, 1);
  // --- virtual and external accounts ---
  eq(
    (
      await is(
        200,
        post(
          '/v1/virtual-accounts',
          { currency: 'USD', userId: user.id, customIdentification: { type: 'BVN', number: '99999900' } },
          t,
        ),
      )
    ).status,
    'created',
  );
  const va = await is(200, post('/v1/virtual-accounts', { currency: 'GBP' }, t));
  eq(va.status, 'requested');
  await is(200, post(`/control/virtual-accounts/${va.id}`, { status: 'submitted' }));
  await is(200, post(`/control/virtual-accounts/${va.id}`, { status: 'created' }));
  const vae = await events('virtual-account.created');
  ok(vae[0].userId && !vae[0].businessId && vae[1].businessId && !vae[1].userId);
  await is(200, get('/v1/virtual-accounts', t));
  const ext = { accountName: 'Acme', accountNumber: '000123', bankName: 'First', currency: 'USD' };
  const e1 = await is(200, post('/v1/external-accounts', ext, t));
  eq(e1.status, 'active');
  const e2 = await is(200, post('/v1/external-accounts', { ...ext, microdeposits: 'amounts' }, t));
  eq(e2.status, 'needs_confirmation');
  eq(e2.microdepositInfo.type, 'amounts');
  eq(
    (await is(200, post(`${C}/direct-debits/restrict`, {}))).accounts.map((a) => a.status),
    ['restricted', 'needs_confirmation'],
  );
  eq((await is(200, post('/v1/external-accounts', ext, t))).status, 'restricted');
  await is(200, post(`${C}/direct-debits/lift`, {}));
  eq(await is(200, post(`/v1/external-accounts/${e2.accountId}/verify`, { amounts: [1, 2] }, t)), {
    ...ext,
    accountId: e2.accountId,
    status: 'active',
  });
  await is(204, del(`/v1/external-accounts/${e1.accountId}`, t));
  eq((await is(200, get('/v1/external-accounts', t))).data.length, 2);
  eq((await events('external-account.restricted'))[0].accounts.length, 2);
  eq((await events('external-account.added')).length, 4);
  eq((await events('external-account.removed')).length, 1);
  // --- offboarding ---
  const O = `/control/persons/${empl.id}`;
  await is(200, post(`${O}/offboarding/schedule`, { exitDate: '2027-12-31', reason: 'resigned' }));
  await is(400, post(`${O}/reinstate`, {}));
  await is(200, post(`${O}/offboarding/cancel`, {}));
  await is(200, post(`${O}/offboarding/schedule`, { exitDate: '2027-12-31', reason: 'resigned' }));
  await is(200, post(`${O}/offboarding/complete`, {}));
  await is(200, post(`${O}/reinstate`, {}));
  eq((await events('person.offboarding.completed'))[0], {
    id: empl.id,
    exitDate: '2027-12-31',
    reason: 'resigned',
    tenantKey: biz.tenantKey,
  });
  eq((await events('person.reinstated')).length, 1);
  await is(
    200,
    post(`/control/persons/${person.id}/instant-pay`, { amount: { amount: 5, currency: 'USD' } }),
  );
  // --- statutory ---
  for (const [type, steps] of [
    [
      'filing',
      ['blocked', 'pending', 'in_review', 'approved', 'submitted', 'accepted', 'rejected', 'overdue'],
    ],
    ['remittance', ['processing', 'completed', 'failed']],
    ['requirement', ['satisfied']],
  ]) {
    const { resourceId } = await is(200, post(`${C}/${type}s`, {}));
    for (const status of steps) {
      await is(200, post(`/control/${type}s/${resourceId}`, { status }));
      eq((await events(`${type}.${status}`))[0].resourceId, resourceId);
    }
    await is(400, post(`/control/${type}s/${resourceId}`, { status: 'odd' }));
  }
  // --- retries ---
  for (const status of [500, 302]) {
    await waitAll();
    got.length = 0;
    failing = 999;
    failStatus = status;
    await is(200, put(`/v1/persons/${orgPerson.id}`, { firstName: `R${status}` }, { key: 'ok' }));
    await waitAll();
    eq(got.length, 1);
    for (const [i, wait] of [5, 300, 1800, 7200, 18000, 36000, 86400].entries()) {
      await advance(wait - 2);
      eq(got.length, i + 1, `retry ${i + 1} too early`);
      await advance(2);
      eq(got.length, i + 2, `retry ${i + 1} missing`);
    }
    await advance(30 * DAY);
    eq(got.length, 8);
    eq(new Set(got.map((g) => g.event.id)).size, 1);
    eq(new Set(got.map((g) => g.headers['hook-id'])).size, 1);
    const record = (await is(200, get(`/control/webhooks/deliveries?eventId=${got[0].event.id}`))).data[0];
    eq(record.status, 'failed');
    eq(record.attempts.length, 8);
  }
  failing = 2;
  got.length = 0;
  await is(200, put(`/v1/persons/${orgPerson.id}`, { firstName: 'again' }, { key: 'ok' }));
  await advance(400);
  eq(
    got.map((g) => g.fail),
    [true, true, false],
  );
  await advance(DAY);
  eq(got.length, 3);
  failing = 0;
  await is(204, del(`/control/webhooks/${orgHook.id}`));
  // --- sandbox user deletion, keys ---
  await is(204, del(`/v1/sandbox/users/${user.id}`, t));
  await is(404, get(K, t));
  await is(200, get(`/v1/persons/${person.id}`, t));
  await is(401, get('/v1/users', u3));
  ok((await is(200, post('/v1/users/invite', { personId: person.id }, t))).id !== user.id);
  await is(204, post(`/control/businesses/${all.org.businessId}/org-key/revoke`, {}));
  await is(401, get('/v1/persons', { key: 'ok' }));
  const { key } = await is(200, post(`/control/businesses/${all.org.businessId}/org-key/reissue`, {}));
  eq((await is(200, get('/v1/persons', { key }))).data.length, 1);
  // --- odd input never gives 5xx (asserted in call) ---
  const routes = [
    ...new Set(
      examples
        .filter((e) => e.path.startsWith('/v1') && ['POST', 'PUT', 'PATCH'].includes(e.method))
        .map((e) => `${e.method} ${e.path}`),
    ),
  ];
  for (const line of routes)
    for (const odd of [
      'null',
      '"x"',
      '{"amount":null,"value":[],"address":5,"idDetails":"x","compInfo":[],"entries":{},"kyc":1,"paymentDetails":null,"items":[null],"metadata":{"a":1}}',
      '{"__proto__":{"x":1}}',
      '\u0000',
    ]) {
      const [method, path] = line.split(' ');
      await call(method, path, odd, { ...t, raw: true });
    }
  for (const p of [
    '/v1/%zz',
    '//v1/persons',
    '/v1/persons/%00',
    '/v1/persons/',
    '/v1/persons/__proto__',
    '/v1/payouts?cursor=%ff&startDate=',
  ])
    await get(p, t);
  await is(413, post('/v1/persons', 'x'.repeat(11_000_000), { ...t, raw: true }));
  const start = Date.now();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let i = 0; i < 10; i++) await get('/v1/payrolls', t);
    }),
  );
  console.log(`160 calls on 16 connections: ${Date.now() - start} ms`);
  if (process.env.EXAMPLES)
    fs.writeFileSync(process.env.EXAMPLES, JSON.stringify({ examples, events: everyEvent }, null, 1));
  console.log(`ok, ${checks} checks`);
} finally {
  const gone = new Promise((r) => child.on('exit', r));
  child.kill('SIGTERM');
  console.log('server ended', await gone);
  receiver.closeAllConnections();
  receiver.close();
}
