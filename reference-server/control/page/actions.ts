/** The actions of the buttons: each calls one control or one operation. */
import type { OperationId } from '../../../openapi/description.ts';
import type { operations } from '../../../openapi/generated/types.ts';
import type { DirectCaller, DirectRequest } from '../../http/operations.ts';
import type { RequestLog } from '../../http/request-log.ts';
import { readBusiness } from '../../service/core.ts';
import type { Service } from '../../service/service.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { ControlOperationId, ControlRequest, Controls } from '../operations.ts';
import type { ServerFacts } from '../server.ts';
import type { Fields } from './fields.ts';
import { moment } from './format.ts';

/** The parts of the server that the page uses. */
export interface PageParts {
  readonly service: Service;
  readonly controls: Controls;
  readonly operations: DirectCaller;
  readonly log: RequestLog;
  readonly about: ServerFacts;
}

/** A submitted form. */
interface Sent {
  readonly businessId: string;
  readonly fields: Fields;
}

/** The section of the page that an action belongs to. */
type Place = 'clock' | 'balances' | 'payrolls' | 'transactions' | 'people' | 'accounts' | 'deliveries';

interface Action {
  readonly place: Place;
  /** Whether the environment supports the action. */
  isServed(parts: PageParts): boolean;
  /** @returns a sentence about the result. @throws Refusal */
  carryOut(parts: PageParts, sent: Sent): Promise<string>;
}

/** The actions of a section, each by the id of its operation. */
const inPlace = (place: Place) => ({
  control<Id extends ControlOperationId>(
    id: Id,
    requestOf: (sent: Sent) => ControlRequest<Id>,
    done: string,
  ): Action {
    return {
      place,
      isServed: () => true,
      async carryOut({ controls }, sent) {
        await controls.call(id, requestOf(sent));
        return done;
      },
    };
  },

  operation<Id extends OperationId>(
    id: Id,
    requestOf: (sent: Sent) => DirectRequest<operations[Id]>,
    done: string,
  ): Action {
    return {
      place,
      isServed: ({ operations }) => operations.serves(id),
      async carryOut({ operations }, sent) {
        await operations.call(sent.businessId, id, requestOf(sent));
        return done;
      },
    };
  },
});

const balances = inPlace('balances');
const payrolls = inPlace('payrolls');
const transactions = inPlace('transactions');
const people = inPlace('people');
const accounts = inPlace('accounts');
const deliveries = inPlace('deliveries');

const payroll = ({ fields }: Sent) => ({ path: { payrollId: fields.text('payrollId') } });
const transaction = ({ fields }: Sent) => ({ path: { transactionId: fields.text('transactionId') } });
const withReason = (sent: Sent) => ({ ...transaction(sent), body: { message: sent.fields.text('message') } });
const virtualAccount = ({ fields }: Sent) => ({
  path: { virtualAccountId: fields.text('virtualAccountId') },
});
const business = ({ businessId }: Sent) => ({ path: { businessId } });

function oneOf<Value extends string>(fields: Fields, name: string, values: readonly Value[]): Value {
  const text = fields.text(name);
  const found = values.find((value) => value === text);
  if (found === undefined) throw invalidBody({ [name]: `must be one of ${values.join(', ')}` });
  return found;
}

const money = (fields: Fields) => ({ amount: fields.integer('amount'), currency: fields.text('currency') });

export const kybOutcomes = ['approved', 'additional-information-needed', 'rejected', 'completed'] as const;

const component = (fields: Fields) => oneOf(fields, 'type', ['identity', 'address']);

/** Seconds from `now` to the beginning of a day, in UTC. */
function secondsUntil(date: string, now: number): number {
  const seconds = Date.parse(`${date}T00:00:00Z`) / 1000 - now;
  if (!Number.isInteger(seconds)) throw invalidBody({ date: 'must be a date' });
  if (seconds < 0) throw invalidBody({ date: 'must not be before the time of the business' });
  return seconds;
}

const advanceClock: Action = {
  place: 'clock',
  isServed: () => true,
  async carryOut({ service, controls }, sent) {
    const { businessId, fields } = sent;
    const before = await readBusiness(service, businessId);
    const date = fields.optional('date');
    const seconds =
      date === undefined ? fields.integer('seconds') : secondsUntil(date, service.clock.now(before.business));
    await controls.call('advanceClock', { ...business(sent), body: { seconds } });
    const after = await readBusiness(service, businessId);
    return `The clock now shows ${moment(service.clock.now(after.business))}.`;
  },
};

export const actions = {
  'advance-clock': advanceClock,
  'add-funds': balances.operation(
    'createBusinessDeposit',
    ({ fields }) => ({
      body: { value: money(fields), description: 'Test funds' },
    }),
    'The funds were added to the wallet.',
  ),
  'approve-payroll': payrolls.operation('approvePayroll', payroll, 'The payroll was approved.'),
  'settle-payroll': payrolls.control(
    'settlePayroll',
    payroll,
    'Every disbursement of the payroll was confirmed.',
  ),
  'pass-checks': transactions.control('passChecks', transaction, 'The transaction has passed its checks.'),
  'settle-transaction': transactions.control(
    'settleTransaction',
    transaction,
    'The transaction has succeeded.',
  ),
  'fail-transaction': transactions.control('failTransaction', withReason, 'The transaction has failed.'),
  'return-transaction': transactions.control(
    'returnTransaction',
    withReason,
    'The transaction was returned.',
  ),
  'request-information': transactions.control(
    'requestInformation',
    (sent) => ({ ...transaction(sent), body: { actionRequired: sent.fields.text('actionRequired') } }),
    'Information was requested.',
  ),
  'provide-information': transactions.operation(
    'answerRfi',
    (sent) => ({ ...transaction(sent), body: { message: sent.fields.text('message') } }),
    'The information was provided.',
  ),
  'complete-offboarding': people.control(
    'completeOffboarding',
    ({ fields }) => ({ path: { personId: fields.text('personId') } }),
    'The exit of the person is complete.',
  ),
  'review-kyc': people.operation(
    'reviewKyc',
    ({ fields }) => ({
      path: { userId: fields.text('userId') },
      body: { type: component(fields), action: oneOf(fields, 'action', ['approve', 'reject']) },
    }),
    'The verification was decided.',
  ),
  'conclude-kyc': people.control(
    'concludeKyc',
    ({ fields }) => ({
      path: { userId: fields.text('userId') },
      body: { type: component(fields), result: oneOf(fields, 'result', ['approved', 'rejected']) },
    }),
    'The result of the verification has arrived.',
  ),
  'restrict-direct-debits': accounts.control(
    'restrictDirectDebits',
    business,
    'Direct debits are now restricted.',
  ),
  'lift-restriction': accounts.control('liftDirectDebitRestriction', business, 'The restriction was lifted.'),
  'decide-kyb': accounts.control(
    'decideKyb',
    (sent) => ({ ...business(sent), body: { outcome: oneOf(sent.fields, 'outcome', kybOutcomes) } }),
    'The verification of the business was decided.',
  ),
  'move-virtual-account': accounts.control(
    'moveVirtualAccount',
    (sent) => ({
      ...virtualAccount(sent),
      body: { status: oneOf(sent.fields, 'status', ['submitted', 'created']) },
    }),
    'The virtual account has its new status.',
  ),
  deposit: accounts.control(
    'depositIntoVirtualAccount',
    (sent) => ({ ...virtualAccount(sent), body: { amount: money(sent.fields) } }),
    'The deposit was initiated.',
  ),
  'resend-delivery': deliveries.control(
    'resendDelivery',
    ({ fields }) => ({ path: { deliveryId: fields.text('deliveryId') } }),
    'The delivery will be sent again.',
  ),
  'register-endpoint': deliveries.control(
    'registerWebhookEndpoint',
    ({ businessId, fields }) => ({ body: { url: fields.text('url'), businessId } }),
    'The endpoint is registered and receives events from now on.',
  ),
  'remove-endpoint': deliveries.control(
    'removeWebhookEndpoint',
    ({ fields }) => ({ path: { endpointId: fields.text('endpointId') } }),
    'The endpoint was removed.',
  ),
} satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;
