/** What banks and tax offices do, and the dashboard where it moves money. */
import { randomUUID } from 'node:crypto';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import type { LedgerEntry } from '../state/records/money.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import type { ControlHandlers } from './operations.ts';
import { changeOwner, noContent } from './owner.ts';

const shown = ({ id, from, to, money, cause, at }: LedgerEntry): ControlSchemas['LedgerEntry'] => ({
  id,
  from,
  to,
  ...money,
  cause,
  at,
});

export function moneyControls(service: Service) {
  const { environment, timing } = service;
  const { payrolls, transactions, wallets, virtualAccounts, externalAccounts, compliance } = service.rules;
  const context = { environment, ...timing };
  return {
    async readLedger({ path: { businessId } }) {
      const { ledger } = await readBusiness(service, businessId);
      return { status: 200, body: { data: ledger.map(shown) } };
    },

    async payInstantly({ path: { personId }, body: { amount } }) {
      const command = { paymentId: randomUUID(), transactionId: randomUUID(), personId, amount };
      await changeOwner(service, 'persons', personId, (state, now) =>
        wallets.payInstantly(state, command, context, now),
      );
      return { status: 201, body: { id: command.transactionId } };
    },

    settlePayroll: ({ path }) =>
      noContent(
        changeOwner(service, 'payrolls', path.payrollId, (state, now) =>
          payrolls.confirmDisbursements(state, path, context, now),
        ),
      ),

    passChecks: ({ path }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, (state, now) =>
          transactions.passChecks(state, path, context, now),
        ),
      ),

    settleTransaction: ({ path }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, (state, now) =>
          transactions.settle(state, path, now),
        ),
      ),

    failTransaction: ({ path, body: { message } }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, (state, now) =>
          transactions.fail(state, { ...path, message }, now),
        ),
      ),

    returnTransaction: ({ path, body: { message } }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, (state, now) =>
          transactions.returnToSender(state, { ...path, message }, now),
        ),
      ),

    requestInformation: ({ path, body: { actionRequired } }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, (state, now) =>
          transactions.requestInformation(state, { ...path, actionRequired }, now),
        ),
      ),

    moveVirtualAccount: ({ path, body: { status } }) =>
      noContent(
        changeOwner(service, 'virtualAccounts', path.virtualAccountId, (state, now) =>
          virtualAccounts.move(state, { ...path, status }, now),
        ),
      ),

    async depositIntoVirtualAccount({ path, body }) {
      const transactionId = randomUUID();
      await changeOwner(service, 'virtualAccounts', path.virtualAccountId, (state, now) =>
        virtualAccounts.receive(state, { ...body, ...path, transactionId }, context, now),
      );
      return { status: 201, body: { id: transactionId } };
    },

    restrictDirectDebits: ({ path: { businessId } }) =>
      noContent(service.change(businessId, (state, now) => externalAccounts.restrict(state, now))),

    liftDirectDebitRestriction: ({ path: { businessId } }) =>
      noContent(service.change(businessId, (state, now) => externalAccounts.lift(state, now))),

    async createFiling({ path: { businessId }, body: { requirements = [], ...facts } }) {
      const filingId = randomUUID();
      const needed = requirements.map((description) => ({ requirementId: randomUUID(), description }));
      await service.change(businessId, (state, now) =>
        compliance.createFiling(state, { ...facts, filingId, requirements: needed }, now),
      );
      return { status: 201, body: { id: filingId } };
    },

    moveFiling: ({ path, body: { status } }) =>
      noContent(
        changeOwner(service, 'filings', path.filingId, (state, now) =>
          compliance.moveFiling(state, { ...path, status }, now),
        ),
      ),

    moveRemittance: ({ path, body: { status } }) =>
      noContent(
        changeOwner(service, 'remittances', path.remittanceId, (state, now) =>
          compliance.moveRemittance(state, { ...path, status }, context, now),
        ),
      ),
  } satisfies Partial<ControlHandlers>;
}
