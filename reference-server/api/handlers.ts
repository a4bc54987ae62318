import type { Handlers } from '../http/exchange.ts';
import type { Service } from '../service/service.ts';
import { businessRoutes, kybRoutes } from './businesses.ts';
import { complianceRoutes } from './compliance.ts';
import { contractRoutes } from './contracts.ts';
import { externalAccountRoutes } from './external-accounts.ts';
import { invoiceRoutes, reimbursementRoutes, taxRoutes } from './invoices.ts';
import { fileRoutes, kycRoutes } from './kyc.ts';
import { beneficiaryRoutes, payoutRoutes } from './payouts.ts';
import { payrollRoutes } from './payrolls.ts';
import { personRoutes, userRoutes } from './persons.ts';
import { tokenRoutes } from './tokens.ts';
import { transactionRoutes } from './transactions.ts';
import { virtualAccountRoutes, walletRoutes } from './wallets.ts';

/** The operations that the server serves. */
export function handlersOf(service: Service): Handlers {
  return {
    ...beneficiaryRoutes(service),
    ...businessRoutes(service),
    ...complianceRoutes(service),
    ...contractRoutes(service),
    ...externalAccountRoutes(service),
    ...fileRoutes(service),
    ...invoiceRoutes(service),
    ...kybRoutes(service),
    ...kycRoutes(service),
    ...payoutRoutes(service),
    ...payrollRoutes(service),
    ...personRoutes(service),
    ...reimbursementRoutes(service),
    ...taxRoutes(service),
    ...tokenRoutes(service),
    ...transactionRoutes(service),
    ...userRoutes(service),
    ...virtualAccountRoutes(service),
    ...walletRoutes(service),
  };
}
