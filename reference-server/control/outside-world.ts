/** Controls that act as banks, reviewers and agencies. */
import { randomUUID } from 'node:crypto';
import type { NamesTransaction } from '../resources/transactions/rules.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import type { LedgerEntry } from '../state/records/money.ts';
import type { Rule } from '../state/rule.ts';
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

/** Controls for the actions of banks and tax offices, and for moving money in the dashboard. */
export function moneyControls(service: Service) {
  const { payrolls, transactions, wallets, virtualAccounts, externalAccounts, compliance } = service.rules;
  const onTransaction = <Command extends NamesTransaction>(rule: Rule<Command>, command: Command) =>
    noContent(changeOwner(service, 'transactions', command.transactionId, rule, command));
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

    passChecks: ({ path }) => onTransaction(transactions.passChecks, path),
    settleTransaction: ({ path }) => onTransaction(transactions.settle, path),
    failTransaction: ({ path, body }) => onTransaction(transactions.fail, { ...body, ...path }),
    returnTransaction: ({ path, body }) => onTransaction(transactions.returnToSender, { ...body, ...path }),
    requestInformation: ({ path, body }) =>
      onTransaction(transactions.requestInformation, { ...body, ...path }),

    moveVirtualAccount: ({ path: { virtualAccountId: id }, body: { status } }) =>
      noContent(
        changeOwner(service, 'virtualAccounts', id, virtualAccounts.move, { virtualAccountId: id, status }),
      ),

    async depositIntoVirtualAccount({ path, body }) {
      const transactionId = randomUUID();
      const command = { ...body, ...path, transactionId };
      await changeOwner(service, 'virtualAccounts', path.virtualAccountId, virtualAccounts.receive, command);
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

    moveRemittance: ({ path: { remittanceId }, body: { status } }) =>
      noContent(
        changeOwner(service, 'remittances', remittanceId, compliance.moveRemittance, {
          remittanceId,
          status,
        }),
      ),
  } satisfies Partial<ControlHandlers>;
}

/** Controls for the actions of a verification provider, a reviewer and the people themselves. */
export function peopleControls(service: Service) {
  const { rules } = service;
  return {
    completeOffboarding: ({ path }) =>
      noContent(changeOwner(service, 'persons', path.personId, rules.persons.completeOffboarding, path)),

    setPassword: ({ path }) =>
      noContent(changeOwner(service, 'users', path.userId, rules.users.setPassword, path)),

    concludeKyc: ({ path, body }) =>
      noContent(changeOwner(service, 'users', path.userId, rules.kyc.conclude, { ...body, ...path })),

    decideKyb: ({ path, body }) => noContent(service.change(path.businessId, rules.kyb.decide, body)),
  } satisfies Partial<ControlHandlers>;
}
