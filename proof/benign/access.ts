/** Variants in which keys may read, list and change other things, where the document leaves it open. */

import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { authenticationRules } from '../../reference-server/resources/tokens/authentication.ts';
import { userRules } from '../../reference-server/resources/users/rules.ts';
import { forbidden, invalidBody, notFound, Refusal } from '../../reference-server/state/refusal.ts';
import { refusing } from '../faults/request-tools.ts';
import { inAnswers, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup } from './variant.ts';

const openToUsers: readonly string[] = [
  'readBusiness',
  'listCustomFields',
  'readKyb',
  'listContractTemplates',
];
const singleReads: readonly string[] = ['readPayroll', 'readPerson', 'readPayout', 'readInvoice'];
const pageLists: readonly string[] = ['listPersons', 'listUsers'];
const filtered: readonly string[] = ['listUsers', 'listContracts'];

const marked = <Page extends { readonly data: readonly object[] }>(page: Page, tenantKey: string): Page => ({
  ...page,
  data: page.data.map((item) => ({ ...item, tenantKey })),
});

export const accessVariants: BenignGroup = {
  checks:
    /^(access|authentication|existing|tokens|persons|users|contracts?|payrolls|payouts|invoices)\.|^(bodies|operations)\.(create-contract|create-business|lists|parameters)/,
  variants: {
    'user tokens that read the business, its KYB and its templates': {
      interpretations: [120],
      overrides: replacing('authentication', {
        confine: (caller, operation, path, query) =>
          openToUsers.includes(operation)
            ? query
            : authenticationRules.confine(caller, operation, path, query),
      }),
    },
    // A page shows whose it is; the document does not say that an object has no further fields.
    'persons and users that carry the tenant key of their business': {
      overrides: {
        rules: {
          persons: {
            page: (state, query) => marked(personRules.page(state, query), state.business.tenantKey),
          },
          users: { page: (state, query) => marked(userRules.page(state, query), state.business.tenantKey) },
        },
      },
    },
    'bodies that are refused before anybody looks at the key': {
      interpretations: [219],
      overrides: {
        answer: (answer, { requestBody }) =>
          answer.status === 403 && requestBody !== undefined
            ? { status: 400, body: invalidBody({ country: 'is not served here' }).body }
            : answer,
      },
    },
    'ids that are looked up before anybody looks at the key': {
      interpretations: [219],
      overrides: {
        answer(answer, { path }) {
          const { status, body } = notFound();
          return answer.status === 403 && path.includes('{') ? { status, body } : answer;
        },
      },
    },
    'contracts that are refused whatever they say': {
      interpretations: [118],
      overrides: refusing(new Refusal(422, 'not_enabled', 'Contracts are not enabled'), 'createContract'),
    },
    'a page beyond the last that is not found': {
      interpretations: [117],
      overrides: {
        answer(answer, { id }) {
          const { pages, currentPage } = asRecord(asRecord(answer.body).meta);
          const isBeyond = Number(currentPage) > Math.max(1, Number(pages));
          if (!pageLists.includes(id) || answer.status >= 300 || !isBeyond) return answer;
          const { status, body } = notFound();
          return { status, body };
        },
      },
    },
    'a filter by an unknown person that is refused': {
      interpretations: [117],
      overrides: {
        async request(request, { store }) {
          const { personId } = request.query;
          if (!filtered.includes(request.operation) || personId === undefined) return request;
          const person = await store.transaction((transaction) =>
            transaction.get('persons', String(personId)),
          );
          if (person?.businessId !== request.business.id)
            throw invalidBody({ personId: 'must name a person of this business' });
          return request;
        },
      },
    },
    'a meta whose skipped counts pages': {
      interpretations: [161],
      overrides: inAnswers(['listPersons', 'listUsers'], 'meta', (meta) => {
        const { currentPage } = asRecord(meta);
        return { ...asRecord(meta), skipped: Number(currentPage) - 1 };
      }),
    },
    'a meta whose pages count from 0': {
      interpretations: [161],
      overrides: inAnswers(['listPersons', 'listUsers'], 'meta', (meta) => {
        const { currentPage } = asRecord(meta);
        return { ...asRecord(meta), currentPage: Number(currentPage) - 1 };
      }),
    },
  },
};

/** Every check that reads something by its id. */
export const closedReadVariants: BenignGroup = {
  checks: /^(existing|persons|users|payrolls?|payouts|invoices?|person|combined)\./,
  variants: {
    'single resources that the key may not read': {
      interpretations: [166],
      overrides: {
        async request(request) {
          if (singleReads.includes(request.operation)) throw forbidden('The key reads lists only');
          return request;
        },
      },
    },
  },
};
