import { setTimeout as delay } from 'node:timers/promises';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { businessRules } from '../../reference-server/resources/businesses/rules.ts';
import { authenticationRules } from '../../reference-server/resources/tokens/authentication.ts';
import { forbidden, notFound } from '../../reference-server/state/refusal.ts';
import { faultsOf } from './fault.ts';
import { acceptsAnyBody, failsOn, refusedAt } from './request-tools.ts';
import { fieldsOf, inAnswers, inTransactions, remove, replacing } from './tools.ts';

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

const { renameCustomField } = businessRules;

const renaming = (replacement: typeof renameCustomField): FaultOverrides =>
  replacing('businesses', { renameCustomField: replacement });

/** Gives a custom field another name than the one that was asked for. */
const named = (change: (name: string) => string) =>
  renaming((state, { customFieldId, input }) => {
    const { name } = input;
    const changed = { ...input, ...(name !== undefined && { name: change(name) }) };
    return renameCustomField(state, { customFieldId, input: changed });
  });

export const businessFaults = faultsOf('business', {
  'created-business-without-tenant-key': {
    title: 'A platform creates a business, but gets no tenant key to act for it.',
    breaks: ['PLATFORM-001'],
    overrides: inAnswers('createBusiness', 'tenantKey', remove),
  },
  'created-business-without-id': {
    title: 'A platform creates a business, but does not get its id.',
    breaks: ['PLATFORM-001'],
    overrides: inAnswers('createBusiness', 'businessId', remove),
  },
  'business-id-is-a-number': {
    title: 'A client that stores identifiers as UUIDs cannot store that of a business.',
    breaks: ['CONV-001', 'PLATFORM-001'],
    overrides: inAnswers('createBusiness', 'businessId', (id) => Number.parseInt(String(id).slice(0, 8), 16)),
  },
  'idempotency-key-ignored': {
    title: 'A repeated request creates a second business.',
    breaks: ['PLATFORM-002', 'PLATFORM-003'],
    overrides: replacing('businesses', {
      create: (_state, command) => businessRules.create({ businesses: [] }, command),
    }),
  },
  'idempotency-key-races': {
    title: 'A request that is repeated before the first response arrives creates a second business.',
    breaks: ['PLATFORM-003'],
    subtle: ['concurrency'],
    overrides: racing,
  },
  'idempotency-keys-not-compared': {
    title: 'A platform cannot create a second business: every idempotency key returns the first one.',
    breaks: ['PLATFORM-004'],
    subtle: ['second-business'],
    overrides: {
      wrapStore: inTransactions((transaction) => ({
        list: (collection, { ...where }) => {
          if ('idempotencyKey' in where) delete where.idempotencyKey;
          return transaction.list(collection, where);
        },
      })),
      rules: {
        businesses: {
          create(state, command) {
            const existing = state.businesses.find(({ idempotencyKey }) => idempotencyKey !== undefined);
            return existing !== undefined && command.input.idempotencyKey !== undefined
              ? { state, events: [], business: existing }
              : businessRules.create(state, command);
          },
        },
      },
    },
  },
  'created-tenant-key-refused': {
    title: 'The key of a business that was just created is not accepted.',
    breaks: ['PLATFORM-005', 'AUTH-011', 'AUTH-006'],
    overrides: replacing('authentication', {
      selectBusiness(caller, tenantKey, named) {
        if (named?.kind === 'created') throw forbidden('The tenant key does not belong to this token');
        return authenticationRules.selectBusiness(caller, tenantKey, named);
      },
    }),
  },
  'custom-field-renamed-in-the-answer-only': {
    title: 'The response shows the new name of a custom field, but the name is not stored.',
    breaks: ['FIELD-002'],
    subtle: ['half-applied'],
    overrides: {
      ...renaming((state, command) => {
        renameCustomField(state, command);
        return { state, events: [] };
      }),
      answer: (answer, { id }, request) =>
        id === 'updateCustomField' && answer.status < 300 && typeof answer.body === 'object'
          ? { ...answer, body: { ...answer.body, name: fieldsOf(request?.body).name } }
          : answer,
    },
  },
  'first-custom-field-renamed': {
    title: 'Renaming any custom field changes the name of the first one.',
    breaks: ['FIELD-002'],
    subtle: ['wrong-id'],
    overrides: renaming((state, command) => {
      renameCustomField(state, command);
      const customFieldId = state.customFields[0]?.id ?? command.customFieldId;
      return renameCustomField(state, { ...command, customFieldId });
    }),
  },
  'custom-field-name-in-lower-case': {
    title: 'The new name of a custom field is stored in lower case.',
    breaks: ['FIELD-002'],
    overrides: named((name) => name.toLowerCase()),
  },
  'custom-field-accepts-any-body': {
    title: 'A rename with an invalid body succeeds.',
    breaks: ['FIELD-003', 'ERR-002'],
    overrides: acceptsAnyBody('updateCustomField'),
  },
  'custom-field-broken-body-answers-404': {
    title: 'A client that sends malformed JSON gets an error that says the custom field does not exist.',
    breaks: ['FIELD-003', 'ERR-002'],
    overrides: refusedAt(400, notFound(), 'updateCustomField'),
  },
  'long-name-answers-500': {
    title: 'Giving a custom field a long name fails with 500.',
    breaks: ['ERR-007'],
    overrides: failsOn('updateCustomField', (_, body) => body.length > 500),
  },
  'custom-field-without-a-name-answers-500': {
    title: 'Renaming a custom field to an empty name fails with 500, so clients retry forever.',
    breaks: ['FIELD-003', 'ERR-007'],
    overrides: failsOn(
      'updateCustomField',
      (_, body) => body.includes('"name":""') || body.includes(':null'),
    ),
  },
  'custom-field-name-loses-its-accents': {
    title: 'A custom field named Año is stored as Ano.',
    breaks: ['FIELD-002'],
    subtle: ['non-ascii'],
    overrides: named((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },
});
