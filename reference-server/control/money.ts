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
  const { payrolls, transactions, wallets, virtualAccounts, externalAccounts, compliance } = service.rules;
  return {
    async readLedger({ path: { businessId } }) {
      const { ledger } = await readBusiness(service, businessId);
      return { status: 200, body: { data: ledger.map(shown) } };
    },

    async payInstantly({ path: { personId }, body: { amount } }) {
      const command = { paymentId: randomUUID(), transactionId: randomUUID(), personId, amount };
      await changeOwner(service, 'persons', personId, wallets.payInstantly, command);
      return { status: 201, body: { id: command.transactionId } };
    },

    settlePayroll: ({ path }) =>
      noContent(changeOwner(service, 'payrolls', path.payrollId, payrolls.confirmDisbursements, path)),

    passChecks: ({ path }) =>
      noContent(changeOwner(service, 'transactions', path.transactionId, transactions.passChecks, path)),

    settleTransaction: ({ path }) =>
      noContent(changeOwner(service, 'transactions', path.transactionId, transactions.settle, path)),

    failTransaction: ({ path, body: { message } }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, transactions.fail, { ...path, message }),
      ),

    returnTransaction: ({ path, body: { message } }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, transactions.returnToSender, {
          ...path,
          message,
        }),
      ),

    requestInformation: ({ path, body: { actionRequired } }) =>
      noContent(
        changeOwner(service, 'transactions', path.transactionId, transactions.requestInformation, {
          ...path,
          actionRequired,
        }),
      ),

    moveVirtualAccount: ({ path, body: { status } }) =>
      noContent(
        changeOwner(service, 'virtualAccounts', path.virtualAccountId, virtualAccounts.move, {
          ...path,
          status,
        }),
      ),

    async depositIntoVirtualAccount({ path, body }) {
      const transactionId = randomUUID();
      await changeOwner(service, 'virtualAccounts', path.virtualAccountId, virtualAccounts.receive, {
        ...body,
        ...path,
        transactionId,
      });
      return { status: 201, body: { id: transactionId } };
    },

    restrictDirectDebits: ({ path }) =>
      noContent(service.change(path.businessId, externalAccounts.restrict, path)),

    liftDirectDebitRestriction: ({ path }) =>
      noContent(service.change(path.businessId, externalAccounts.lift, path)),

    async createFiling({ path: { businessId }, body: { requirements = [], ...facts } }) {
      const filingId = randomUUID();
      const needed = requirements.map((description) => ({ requirementId: randomUUID(), description }));
      await service.change(businessId, compliance.createFiling, { ...facts, filingId, requirements: needed });
      return { status: 201, body: { id: filingId } };
    },

    moveFiling: ({ path, body: { status } }) =>
      noContent(changeOwner(service, 'filings', path.filingId, compliance.moveFiling, { ...path, status })),

    moveRemittance: ({ path, body: { status } }) =>
      noContent(
        changeOwner(service, 'remittances', path.remittanceId, compliance.moveRemittance, {
          ...path,
          status,
        }),
      ),
  } satisfies Partial<ControlHandlers>;
}
