import { expect, test } from 'vitest';
import { lastSecond } from '../state/dates.ts';
import { startScenario } from '../testing/scenario.ts';

test('a clock goes to the end of time and no further, and what goes too far changes nothing', async () => {
  await using scenario = await startScenario();
  const { control, server } = scenario;
  const { businessId } = server.businesses.platform;
  const { body } = await control.send('GET', '/snapshot');
  const { records } = body as { records: { businesses: { id: string }[] } };
  const businesses = records.businesses.map((business) => ({ ...business, stoppedAt: lastSecond - 10 }));
  await control.send('PUT', '/snapshot', { version: 1, records: { ...records, businesses } });
  const advance = (seconds: number) => control.send('POST', `/clocks/${businessId}/advance`, { seconds });
  expect(await advance(11)).toMatchObject({ status: 400, body: { params: { seconds: expect.any(String) } } });
  expect(await control.send('GET', `/clocks/${businessId}`)).toMatchObject({
    body: { now: lastSecond - 10 },
  });
  expect(await advance(10)).toMatchObject({ status: 200, body: { now: lastSecond } });
  const page = await fetch(`${server.url}/_control/businesses/${businessId}`, {
    headers: { accept: 'text/html' },
  });
  expect(page.status).toBe(200);
});
