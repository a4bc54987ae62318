/** The vendor's store: businesses and their records. */
import { randomUUID } from 'node:crypto';

export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export interface Payroll {
  readonly id: string;
  readonly workerType: string;
  status: 'draft' | 'ready' | 'waiting' | 'planned' | 'done';
  readonly type: string;
  payrollDate?: string;
  payPeriod?: unknown;
  entries: { personId: string; salary: Money }[];
}

export type Row = Record<string, unknown> & { readonly id: string };

export interface Business {
  readonly id: string;
  readonly tenantKey: string;
  readonly persons: Row[];
  readonly payrolls: Payroll[];
  readonly contracts: Row[];
  readonly beneficiaries: Row[];
  readonly templates: readonly Row[];
  /** Money that it has, by currency. */
  readonly funds: Map<string, number>;
}

export const nowInSeconds = () => Math.floor(Date.now() / 1_000);

function template(tenantKey: string): Row {
  const at = nowInSeconds();
  return {
    id: randomUUID(),
    createdTimestamp: at,
    lastUpdatedTimestamp: at,
    personType: 'employee',
    type: 'regular',
    country: 'GB',
    name: 'Standard terms',
    templateString: 'Employment of {{name}}',
    tenantKey,
    templateVariables: [
      {
        name: 'name',
        label: 'Name',
        ref: 'name',
        type: 'text',
        description: 'Who it is for',
        isRequired: true,
      },
    ],
  };
}

export function newBusiness(): Business {
  const tenantKey = `tenant-${randomUUID()}`;
  return {
    id: randomUUID(),
    tenantKey,
    persons: [],
    payrolls: [],
    contracts: [],
    beneficiaries: [],
    templates: [template(tenantKey)],
    funds: new Map(),
  };
}

export const debitOf = ({ entries }: Payroll): Money => ({
  amount: entries.reduce((sum, { salary }) => sum + salary.amount, 0),
  currency: entries[0]?.salary.currency ?? 'USD',
});

/** Pays the waiting payrolls that the funds cover, oldest first. */
export function payWaiting({ payrolls, funds }: Business): void {
  for (const payroll of payrolls) {
    const { amount, currency } = debitOf(payroll);
    const held = funds.get(currency) ?? 0;
    if (payroll.status !== 'waiting' || held < amount) continue;
    funds.set(currency, held - amount);
    payroll.status = 'planned';
  }
}
