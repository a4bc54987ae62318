import { expect, test } from 'vitest';
import { Recording } from '../engine/recording.ts';
import { Redactor } from '../engine/redactor.ts';
import { Tally } from '../engine/tally.ts';
import type { Target } from '../target/target.ts';
import { fakeTargetAt } from '../testing/fake-target.ts';
import { WebhookReceiver } from '../webhooks/receiver.ts';
import { Channels, inOurWords } from './channels.ts';

const type = 'virtual-account.created';
const event = (data: object) => ({ eventType: type, id: 'e-1', data });

test.each<[string, Pick<Target, 'events' | 'words'>, object, object]>([
  ['a name', { events: { [type]: { id: 'virtualAccountId' } } }, { virtualAccountId: 'v' }, { id: 'v' }],
  ['a nested name', { events: { [type]: { id: 'account.ref' } } }, { account: { ref: 'v' } }, { id: 'v' }],
  [
    'a word',
    { words: { [`${type}.bankName`]: { Lagoon: 'LGN' } } },
    { bankName: 'LGN' },
    { bankName: 'Lagoon' },
  ],
  ['nothing', { events: { 'kyb.approved': { id: 'x' } } }, { x: 1 }, { x: 1 }],
])('the data of an event in our names and words: %s', (_, own, data, expected) => {
  expect(inOurWords({ ...fakeTargetAt(1), ...own }, event(data))).toMatchObject({
    id: 'e-1',
    data: expected,
  });
});

test('at a shared endpoint each business of a case has the events of its own records', async () => {
  const receiver = new WebhookReceiver({ secret: 'whsec_c2hhcmVkLXNlY3JldA==' });
  await receiver.listen();
  const context = { redactor: new Redactor(), tally: new Tally() };
  const ofCase = { target: fakeTargetAt(1), context, recording: new Recording() };
  const channels = new Channels(receiver, ofCase);
  const ours = channels.shared('tk_ours');
  channels.note({ tenantKey: 'tk_ours' }, { id: 'of ours' });
  channels.note({}, { businessId: 'b-other', tenantKey: 'tk_other' });
  channels.note({ tenantKey: 'tk_other' }, { id: 'of the other' });
  const send = (id: string, tenantKey: string) =>
    fetch(ours.url, { method: 'POST', body: JSON.stringify({ eventType: type, data: { id, tenantKey } }) });
  await send('of ours', 'tk_wrong');
  await send('of the other', 'tk_other');
  await send('b-other', 'tk_other');
  expect(ours.deliveries.map(({ json }) => json)).toMatchObject([{ data: { id: 'of ours' } }]);
  channels.close();
  await receiver.stop();
});
