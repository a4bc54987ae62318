/** Judges several events of one transaction together, in any order. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { type Envelope, envelopeOf } from '../../provider/inspect.ts';
import { show } from '../../provider/response.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import { verifySignature } from '../../webhooks/signature.ts';
import type { TrafficCheck } from '../check.ts';
import { jsonOf } from '../json.ts';
import type { ObservedDelivery } from '../observation.ts';
import { keptThings, Recent } from '../recent.ts';
import type { TrafficScenario } from '../scenario.ts';

/** The first delivery of each event of a transaction. */
type Known = Readonly<Partial<Record<string, ObservedDelivery>>>;

/** Whether a delivery belongs to the endpoint of the secret: two endpoints each get their own event. */
function isOwn({ headers, body }: ObservedDelivery, secret: string | undefined): boolean {
  if (secret === undefined) return false;
  return verifySignature({ ...providerHeaders(headers), rawBody: Buffer.from(body) }, secret) !== undefined;
}

const sentIn = ({ body }: ObservedDelivery): Envelope => envelopeOf({ json: jsonOf(body) });

const fields = ['type', 'reference', 'recipientId', 'recipientType'] as const;

/** The rule of a field; type and reference of a deposit have their own. */
const ruleOf = (name: (typeof fields)[number], type: unknown): RequirementId =>
  type === 'DEPOSIT' && (name === 'type' || name === 'reference') ? 'EVENT-031' : 'EVENT-026';

/** Evaluates that a succeeded transaction shows the same values as when it was initiated. */
function judgeSuccess(
  scenario: TrafficScenario,
  initiated: ObservedDelivery,
  succeeded: ObservedDelivery,
): void {
  const [before = {}, after = {}] = [sentIn(initiated).data, sentIn(succeeded).data];
  for (const name of fields) {
    const [was, is] = [before[name], after[name]];
    // The description judges a missing field.
    if (typeof was !== 'string' || typeof is !== 'string') continue;
    if (was !== is) for (const each of [initiated, succeeded]) scenario.showDelivery(each);
    const expected = `the ${name} ${show(was)} of transaction.initiated`;
    scenario.require(ruleOf(name, before.type), was === is, expected, show(is));
  }
}

function judgeChecks(
  scenario: TrafficScenario,
  [first, second]: readonly [ObservedDelivery, ObservedDelivery],
): void {
  const holds = sentIn(first).id === sentIn(second).id;
  if (!holds) for (const each of [first, second]) scenario.showDelivery(each);
  const actual = `two, under the ids ${show(sentIn(first).id)} and ${show(sentIn(second).id)}`;
  scenario.require('TXN-004', holds, 'transaction.processing at most once', actual);
}

const wordOf = (eventType: unknown) =>
  /^transaction\.(initiated|processing|succeeded)$/.exec(String(eventType))?.[1];

/** @param secret signing secret of the endpoint, if known */
export const transactionHistory = (secret: string | undefined): TrafficCheck => {
  const transactions = new Recent<Known>(keptThings);
  return {
    id: 'transactions.events',
    title: 'The events of a transaction are consistent',
    judgedBy: 'history',
    covers: ['EVENT-026', 'EVENT-031', 'TXN-004'],
    delivery: (delivery, { eventType, id, data }) => {
      const word = wordOf(eventType);
      if (word === undefined || typeof data?.id !== 'string' || typeof id !== 'string') return undefined;
      const key = JSON.stringify([delivery.to, data.tenantKey, data.id]);
      const known = transactions.get(key) ?? {};
      const whole: Known = { [word]: delivery, ...known };
      transactions.set(key, whole);
      const { initiated, processing, succeeded } = whole;
      return async (scenario) => {
        if (initiated !== undefined && succeeded !== undefined && word !== 'processing')
          judgeSuccess(scenario, initiated, succeeded);
        const isSecond = word === 'processing' && processing !== undefined && processing !== delivery;
        if (isSecond && isOwn(processing, secret) && isOwn(delivery, secret))
          judgeChecks(scenario, [processing, delivery]);
      };
    },
  };
};
