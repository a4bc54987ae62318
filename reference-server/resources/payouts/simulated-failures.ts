/** Names of accounts whose payouts fail in the sandbox. The document says that there are some and shows one message. */
const messages: ReadonlyMap<string, string> = new Map([
  ['fail-compliance', 'Rejected by compliance'],
  ['fail-account-closed', 'The account is closed'],
  ['fail-account-not-found', 'The account does not exist'],
  ['fail-name-mismatch', 'The name does not match the account'],
]);

/** Why payouts to an account with this name fail in the sandbox, if they do. Capitals make no difference. */
export const simulatedFailure = (accountName: string | undefined): string | undefined =>
  messages.get(accountName?.toLowerCase() ?? '');
