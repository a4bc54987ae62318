/** Ids of what a target already has, for reads that need one and may not create it. */

/** What can be named, and the path parameter that it stands for. */
const parameterOf = {
  persons: 'personId',
  users: 'userId',
  contracts: 'contractId',
  payrolls: 'payrollId',
  payouts: 'payoutId',
  invoices: 'invoiceId',
} as const;

export type FixtureKind = keyof typeof parameterOf;
export type FixtureParameter = (typeof parameterOf)[FixtureKind];
export type Fixtures = Readonly<Partial<Record<FixtureKind, readonly string[]>>>;

/** What can be named, in the order in which it is shown. */
export const fixtureKinds = Object.keys(parameterOf) as readonly FixtureKind[];

export const fixtureParameter = (kind: FixtureKind): FixtureParameter => parameterOf[kind];
