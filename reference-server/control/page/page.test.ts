import { request } from 'undici';
import { expect, test } from 'vitest';
import { type Scenario, startScenario } from '../../testing/scenario.ts';

async function get({ server }: Scenario, path: string, accept = 'text/html,*/*;q=0.8') {
  const { statusCode, headers, body } = await request(server.url + path, { headers: { accept } });
  return { status: statusCode, headers, text: await body.text() };
}

/** Submits a form of a business's page and returns the resulting message. */
async function press(
  scenario: Scenario,
  action: string,
  fields: Readonly<Record<string, string>>,
  businessId?: string,
) {
  const { server } = scenario;
  const id = businessId ?? server.businesses.platform.businessId;
  const response = await request(`${server.url}/_control/page/businesses/${id}/${action}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  await response.body.dump();
  expect(response.statusCode).toBe(303);
  const location = String(response.headers.location);
  const { status, text } = await get(scenario, location.replace(/#.*/, ''));
  return { location, status, notice: /class="notice (\w+)" role="\w+"><p>([^<]*)/.exec(text)?.slice(1) };
}

test.each([
  ['text/html', 'text/html; charset=utf-8'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
])('/_control for %s is %s', async (accept, want) => {
  await using scenario = await startScenario();
  const { headers } = await get(scenario, '/_control', accept);
  expect(headers['content-type']).toBe(want);
  expect(headers.vary).toBe('Accept');
});

test('pages load nothing from other hosts, and are not cached', async () => {
  await using scenario = await startScenario();
  const { businessId } = scenario.server.businesses.platform;
  for (const path of ['/_control', `/_control/businesses/${businessId}`, '/_control/page/style.css']) {
    const { headers } = await get(scenario, path);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'self';/);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

test('the latest requests show what an error and a warning said, without values', async () => {
  await using scenario = await startScenario({ fieldWarnings: true });
  // A client in another language may send any type.
  const value = { amount: 'secret' as never, currency: 'USD' };
  await scenario.client.send('createBusinessDeposit', { body: { value } });
  await scenario.client.send('createPerson', { body: { type: 'EMPLOYE' } });
  const text = () => get(scenario, '/_control').then((page) => page.text);
  await expect
    .poll(text, { interval: 5 })
    .toContain('Warning: type has an unknown value. Did you mean EMPLOYEE?');
  expect(await text()).toMatch(/Error: invalid_request_body; value\.amount: must be integer/);
  expect(await text()).not.toContain('secret');
});

test('values from callers are escaped on the page', async () => {
  await using scenario = await startScenario();
  const firstName = '<script>alert(1)</script>';
  await scenario.client.ok('createPerson', {
    body: { firstName, lastName: '"><img src=x onerror=alert(1)>' },
  });
  const { businessId } = scenario.server.businesses.platform;
  const { text } = await get(scenario, `/_control/businesses/${businessId}`);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toMatch(/<script|<img/);
});

test.each(['0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4', 'none', '%3Cscript%3E'])(
  'there is no page of business %s',
  async (id) => {
    await using scenario = await startScenario();
    const { status, text } = await get(scenario, `/_control/businesses/${id}`);
    expect(status).toBe(404);
    expect(text).toContain('No such business');
    expect((await press(scenario, 'advance-clock', { seconds: '1' }, encodeURIComponent(id))).status).toBe(
      404,
    );
  },
);

const day = 86_400;
test.each([
  [{ seconds: '3600' }, 3600],
  [{ seconds: '0' }, 0],
  [{ date: new Date(Date.now() + 40 * day * 1000).toISOString().slice(0, 10) }, undefined],
])('the clock is moved by %j', async (fields: Record<string, string>, want) => {
  await using scenario = await startScenario();
  const before = await scenario.now();
  const { notice, location } = await press(scenario, 'advance-clock', fields);
  expect(notice).toEqual([
    'done',
    expect.stringMatching(/^The clock now shows \d{4}-\d\d-\d\d [\d:]{8} UTC\.$/),
  ]);
  expect(location).toMatch(/#clock$/);
  const after = await scenario.now();
  if (want === undefined) expect(new Date(after * 1000).toISOString()).toBe(`${fields.date}T00:00:00.000Z`);
  else expect(after - before).toBe(want);
});

test.each([
  ['advance-clock', {}, /seconds is missing/],
  ['advance-clock', { seconds: '-1' }, /seconds must be &gt;= 0/],
  ['advance-clock', { seconds: 'soon' }, /seconds must be a whole number/],
  ['advance-clock', { date: '2001-01-01' }, /date must not be before the time of the business/],
  ['advance-clock', { date: 'today' }, /date must be a date/],
  ['add-funds', { amount: '0', currency: 'USD' }, /value.amount/],
  ['add-funds', { amount: '5', currency: 'dollars' }, /value.currency/],
  ['approve-payroll', { payrollId: 'none' }, /could not be found/],
  ['settle-payroll', { payrollId: '0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4' }, /could not be found/],
  ['register-endpoint', { url: 'http://10.0.0.1/' }, /url must be an HTTP address of this machine/],
])('%s with %j is refused on the page', async (action, fields: Record<string, string>, want) => {
  await using scenario = await startScenario();
  const { notice } = await press(scenario, action, fields);
  expect(notice).toEqual(['refused', expect.stringMatching(want)]);
});

test('a payroll is funded, approved and settled by the buttons that its state offers', async () => {
  await using scenario = await startScenario();
  const { businessId } = scenario.server.businesses.platform;
  const buttons = async () => {
    const { text } = await get(scenario, `/_control/businesses/${businessId}`);
    return [...text.matchAll(/action="[^"]*\/([\w-]+-payroll)"/g)].map(([, action]) => action);
  };
  await scenario.now();
  const payrollId = await scenario.savedPayroll({ payrollDate: '2050-12-31' });
  expect(await buttons()).toEqual(['approve-payroll']);
  expect((await press(scenario, 'approve-payroll', { payrollId })).notice?.[0]).toBe('done');
  expect(await buttons()).toEqual([]);
  expect(await scenario.statusOf(payrollId)).toBe('Awaiting Funds');
  await press(scenario, 'add-funds', { amount: '1000000', currency: 'USD' });
  await press(scenario, 'advance-clock', { date: '2050-12-31' });
  expect(await buttons()).toEqual(['settle-payroll']);
  expect((await press(scenario, 'settle-payroll', { payrollId })).notice?.[0]).toBe('done');
  expect(await scenario.statusOf(payrollId)).toBe('Completed');
});

test('an acknowledged delivery can be sent again', async () => {
  await using scenario = await startScenario();
  const { businessId } = scenario.server.businesses.platform;
  const events = await scenario.watch();
  await scenario.client.ok('createPerson', { body: { firstName: 'Adaeze' } });
  const [first] = await events();
  const [delivery] = await scenario.control.deliveries(businessId);
  const { notice, location } = await press(scenario, 'resend-delivery', { deliveryId: delivery?.id ?? '' });
  expect(notice?.[0]).toBe('done');
  expect(location).toMatch(/#deliveries$/);
  expect((await events()).map(({ id }) => id)).toEqual([first?.id, first?.id]);
});

test('a notice is shown once', async () => {
  await using scenario = await startScenario();
  const { location } = await press(scenario, 'advance-clock', { seconds: '0' });
  expect((await get(scenario, location.replace(/#.*/, ''))).text).not.toContain('class="notice');
  expect((await get(scenario, '/_control?notice=Hello')).text).not.toContain('Hello');
});

test('funds and reviews are no buttons of production', async () => {
  await using scenario = await startScenario({ environment: 'production' });
  const { businessId } = scenario.server.businesses.platform;
  const { text } = await get(scenario, `/_control/businesses/${businessId}`);
  expect(text).not.toContain('add-funds');
  expect((await press(scenario, 'add-funds', { amount: '5', currency: 'USD' })).notice?.[0]).toBe('refused');
});
