import { createToken, tokenIdOf } from '../resources/tokens/keys.ts';
import { issue } from '../service/issue-token.ts';
import type { Service } from '../service/service.ts';
import type { RedirectToken, TokenRecord } from '../state/records/businesses.ts';
import { notFound } from '../state/refusal.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { type Transaction, withinBusiness } from '../store/store.ts';
import type { ControlHandlers } from './operations.ts';

/** The only answer that shows the token itself. */
function shown(token: string, record: Exclude<TokenRecord, RedirectToken>): ControlSchemas['IssuedToken'] {
  return record.type === 'org'
    ? { ...record, addresses: [...record.addresses], token }
    : { ...record, token };
}

async function find(transaction: Transaction, tokenId: string): Promise<TokenRecord> {
  const token = await transaction.get('tokens', tokenId);
  if (token === undefined) throw notFound();
  return token;
}

/** Controls for the management of tokens in the dashboard (section "Authentication"). */
export function tokenControls(service: Service) {
  const { store, clock, rules, environment, growth } = service;
  return {
    async issueToken({ body }) {
      const { businessId, userId } = body;
      growth.check('addresses', body.addresses?.length ?? 0);
      const token = createToken(`${body.type}_${environment}`);
      const id = tokenIdOf(token);
      const record = await store.transaction(async (transaction) => {
        const business = await transaction.get('businesses', businessId);
        if (business === undefined) throw notFound();
        const now = clock.now(business);
        const user = userId === undefined ? undefined : await transaction.get('users', userId);
        const issued = rules.tokens.asked(id, body, user, now);
        await issue(transaction, service, issued, now);
        return issued;
      }, withinBusiness(businessId));
      return { status: 201, body: shown(token, record) };
    },

    async revokeToken({ path: { tokenId } }) {
      await store.transaction(async (transaction) => {
        await find(transaction, tokenId);
        await transaction.delete('tokens', tokenId);
      });
      return { status: 204 };
    },

    async regenerateToken({ path: { tokenId } }) {
      const { token, record } = await store.transaction(async (transaction) => {
        const before = await find(transaction, tokenId);
        const secret = createToken(`${before.type}_${environment}`);
        const after = rules.tokens.regenerated(before, tokenIdOf(secret));
        await transaction.delete('tokens', tokenId);
        await transaction.put('tokens', after);
        return { token: secret, record: after };
      });
      return { status: 201, body: shown(token, record) };
    },

    async bindToken({ path: { tokenId }, body: { addresses } }) {
      growth.check('addresses', addresses.length);
      await store.transaction(async (transaction) => {
        await transaction.put('tokens', rules.tokens.bound(await find(transaction, tokenId), addresses));
      });
      return { status: 204 };
    },
  } satisfies Partial<ControlHandlers>;
}
