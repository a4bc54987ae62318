import type { TokenRecord } from '../state/records/businesses.ts';
import type { Transaction } from '../store/store.ts';
import type { Service } from './service.ts';

/** Remembers a token, and forgets those of its business that have expired, so that they do not pile up. */
export async function issue(
  transaction: Transaction,
  { rules, growth }: Pick<Service, 'rules' | 'growth'>,
  token: TokenRecord,
  now: number,
): Promise<void> {
  const { businessId } = token;
  let kept = 0;
  for (const other of await transaction.list('tokens', { businessId })) {
    if (rules.tokens.hasExpired(other, now)) await transaction.delete('tokens', other.id);
    else kept += 1;
  }
  growth.check('tokens', kept + 1);
  await transaction.put('tokens', token);
}
