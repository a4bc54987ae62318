/** The controls of this server, by its README alone. */
import { listAt, textAt, valueAt } from '../../../conformance/adapter/helpers.ts';
import { notOffered } from '../../../conformance/adapter/not-offered.ts';
import type { Adapter, Send } from '../../../src/index.ts';

const transaction = '/control/transactions/{transactionId}';
const directDebits = '/control/businesses/{businessId}/direct-debits';
const statusOf = { status: '{status}' };
const message = { message: '{message}' };

/** The endpoints that were registered here: deliveries are listed by them. */
const endpoints = new Set<string>();

/** It moves no further than 20 years at a time. */
async function advance(send: Send, seconds: number): Promise<number> {
  const step = Math.min(seconds, 600_000_000);
  const now = valueAt(await send({ path: '/control/clock/advance', body: { seconds: step } }), 'now');
  return step === seconds ? Number(now) : advance(send, seconds - step);
}

export const controls: NonNullable<Adapter['controls']> = {
  advanceClock: (send, _, seconds) => advance(send, seconds),
  drain: { path: '/control/webhooks/wait', body: { timeoutSeconds: 30 } },
  registerWebhookEndpoint: async (send, { url, businessId }) => {
    const of = businessId === undefined ? { platform: true } : { businessId };
    const made = await send({ path: '/control/webhooks', body: { url, ...of } });
    const id = textAt(made, 'id');
    endpoints.add(id);
    return { id, secret: textAt(made, 'secret') };
  },
  removeWebhookEndpoint: async (send, endpointId) => {
    endpoints.delete(endpointId);
    await send({ method: 'DELETE', path: `/control/webhooks/${endpointId}` });
  },
  listDeliveries: async (send, eventId) => {
    const listed = [...endpoints].map(async (endpointId) => {
      const answer = await send({ path: `/control/webhooks/${endpointId}/messages`, mayFail: true });
      const messages = answer.status === 200 ? listAt(answer, 'data') : [];
      const own = messages.filter(({ id }) => id === eventId);
      return own.map(({ state }) => ({ eventId, endpointId, status: state as 'pending' }));
    });
    return (await Promise.all(listed)).flat();
  },
  settlePayroll: { path: '/control/payrolls/{payrollId}/confirm' },
  settleTransaction: { path: `${transaction}/settle` },
  failTransaction: { path: `${transaction}/fail`, body: message },
  returnTransaction: { path: `${transaction}/return`, body: message },
  raiseRfi: { path: `${transaction}/rfi-request`, body: { actionRequired: '{actionRequired}' } },
  receiveBankTransfer: async (send, virtualAccountId, { amount, sender, reference, description }) => {
    const accounts = listAt(await send({ path: '/v1/virtual-accounts', key: 'case' }), 'data');
    const businessId = accounts.find(({ id }) => id === virtualAccountId)?.businessId;
    if (businessId === undefined) notOffered('Only accounts of a business take bank transfers.');
    const { accountName: senderName, accountNumber, bankCode, network } = sender ?? {};
    const account = { accountNumber, iban: accountNumber, bankCode, sortCode: bankCode };
    const from = { senderName, network, ...account, reference: reference ?? description };
    return textAt(await send({ path: '/control/deposits', body: { businessId, amount, ...from } }), 'id');
  },
  completeOffboarding: { path: '/control/persons/{personId}/offboarding/complete' },
  reviewKyb: { path: '/control/businesses/{businessId}/kyb', body: { status: '{outcome}' } },
  restrictDirectDebits: { path: directDebits, body: { restricted: true } },
  liftDirectDebitRestriction: { path: directDebits, body: { restricted: false } },
  createFiling: async (send, businessId, { requirements }) => {
    const make = async (kind: string, name: string) => {
      const body = { businessId, name, country: 'US' };
      return textAt(await send({ path: `/control/${kind}`, body }), 'id');
    };
    await make('remittances', 'Payment');
    for (const each of requirements) await make('requirements', each);
    return make('filings', 'Monthly return');
  },
  moveFiling: { path: '/control/filings/{filingId}/status', body: statusOf },
  moveRemittance: { path: '/control/remittances/{remittanceId}/status', body: statusOf },
  setPassword: { path: '/control/users/{userId}/password', body: { password: 'correct horse' } },
  payInstantly: { path: '/control/instant-pay', body: { personId: '{personId}', amount: '{amount}' } },
  issueToken: async (send, { businessId, ...request }) => {
    if ('userId' in request) {
      const issued = await send({ method: 'POST', path: `/control/users/${request.userId}/token` });
      return { id: 'user', token: textAt(issued, 'userToken') };
    }
    const issued = await send({ method: 'POST', path: `/control/businesses/${businessId}/org-keys` });
    return { id: businessId, token: textAt(issued, 'orgKey') };
  },
  revokeToken: async (send, tokenId) => {
    if (tokenId === 'user') notOffered('Tokens of users cannot be revoked.');
    await send({ method: 'DELETE', path: `/control/businesses/${tokenId}/org-keys` });
  },
};
