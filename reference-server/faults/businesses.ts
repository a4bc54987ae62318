import { setTimeout as delay } from 'node:timers/promises';
import { authenticationRules } from '../http/authentication-rules.ts';
import type { UncheckedRequest } from '../http/exchange.ts';
import { forbidden } from '../refusal.ts';
import { businessRules } from '../resources/businesses/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inTransactions } from './store-tools.ts';
import { inAnswers, remove } from './tools.ts';

/** A look-up that does not see what other requests are about to write, as without a unique constraint. */
function racing(): FaultOverrides {
  const keysInFlight = new Map<UncheckedRequest, string>();
  return {
    async request(request) {
      const { body } = request;
      if (request.operation !== 'createBusiness' || typeof body !== 'object' || body === null) return request;
      const { idempotencyKey, ...others } = { idempotencyKey: undefined, ...body };
      if (typeof idempotencyKey !== 'string') return request;
      if ([...keysInFlight.values()].includes(idempotencyKey)) return { ...request, body: others };
      keysInFlight.set(request, idempotencyKey);
      await delay(20);
      return request;
    },
    answer(answer, _operation, request) {
      if (request) keysInFlight.delete(request);
      return answer;
    },
  };
}

export const businessFaults: readonly Fault[] = [
  {
    id: 'created-business-without-tenant-key',
    title: 'A platform creates a business and has no key to work with it.',
    area: 'business',
    breaks: ['PLATFORM-001'],
    overrides: inAnswers('createBusiness', 'tenantKey', remove),
  },
  {
    id: 'created-business-without-id',
    title: 'A platform creates a business and is not told its id.',
    area: 'business',
    breaks: ['PLATFORM-001'],
    overrides: inAnswers('createBusiness', 'businessId', remove),
  },
  {
    id: 'business-id-is-a-number',
    title: 'A client that stores identifiers as UUIDs cannot store that of a business.',
    area: 'business',
    breaks: ['CONV-001', 'PLATFORM-001'],
    overrides: inAnswers('createBusiness', 'businessId', (id) => Number.parseInt(String(id).slice(0, 8), 16)),
  },
  {
    id: 'idempotency-key-ignored',
    title: 'A repeated request creates the business a second time.',
    area: 'business',
    breaks: ['PLATFORM-002', 'PLATFORM-003'],
    overrides: {
      rules: {
        businesses: {
          create: (_state, command, now) => businessRules.create({ businesses: [] }, command, now),
        },
      },
    },
  },
  {
    id: 'idempotency-key-races',
    title: 'A request that is repeated before the first is answered creates the business a second time.',
    area: 'business',
    breaks: ['PLATFORM-003'],
    overrides: racing,
  },
  {
    id: 'idempotency-keys-not-compared',
    title: 'The second business of a platform is never created: every key finds the first.',
    area: 'business',
    breaks: ['PLATFORM-004'],
    overrides: {
      wrapStore: inTransactions((transaction) => ({
        list: (collection, { ...where }) => {
          if ('idempotencyKey' in where) delete where.idempotencyKey;
          return transaction.list(collection, where);
        },
      })),
      rules: {
        businesses: {
          create(state, command, now) {
            const existing = state.businesses.find(({ idempotencyKey }) => idempotencyKey !== undefined);
            return existing !== undefined && command.input.idempotencyKey !== undefined
              ? { state, events: [], business: existing }
              : businessRules.create(state, command, now);
          },
        },
      },
    },
  },
  {
    id: 'created-tenant-key-refused',
    title: 'The key of a business that was just created is not accepted.',
    area: 'business',
    breaks: ['PLATFORM-005', 'AUTH-011', 'AUTH-006'],
    overrides: {
      rules: {
        authentication: {
          selectBusiness(caller, tenantKey, named) {
            if (named?.kind === 'created') throw forbidden('The tenant key does not belong to this token');
            return authenticationRules.selectBusiness(caller, tenantKey, named);
          },
        },
      },
    },
  },
];
