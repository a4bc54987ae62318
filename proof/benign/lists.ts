/** Lists, pages and exports of another form. */

import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { payoutRules } from '../../reference-server/resources/payouts/rules.ts';
import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { userRules } from '../../reference-server/resources/users/rules.ts';
import { validationRules } from '../../reference-server/resources/validation.ts';
import { invalidBody } from '../../reference-server/state/refusal.ts';
import { inAnswers } from '../faults/tools.ts';
import { asRecord, type BenignGroup } from './variant.ts';

const ofCursors: readonly string[] = ['listPayouts', 'listBeneficiaries', 'listDisbursements'];
const ofPages: readonly string[] = ['listPersons', 'listUsers'];

/** Asks for other pages than the caller, where it left that open. */
const asking =
  (limitOf: (operation: string, limit: number | undefined) => number | undefined) =>
  async (request: UncheckedRequest): Promise<UncheckedRequest> => {
    const asked = Number(request.query.limit);
    const limit = limitOf(request.operation, Number.isNaN(asked) ? undefined : asked);
    return limit === undefined ? request : { ...request, query: { ...request.query, limit } };
  };

const contains = (address = '', part: string) => address.toLowerCase().includes(part.toLowerCase());

/** A list that is larger than any that a test makes. */
const everything = 1_000_000;

export const listVariants: BenignGroup = {
  checks:
    /^(persons|users|payouts|cursors|beneficiaries|disbursements|payrolls|existing|operations|events)\./,
  variants: {
    'more fields in answers': {
      overrides: inAnswers(['listPayrolls', 'listPersons', 'readPayroll'], '', (body) => ({
        ...asRecord(body),
        requestId: 'r-1',
      })),
    },
    'a limit out of range that is corrected': {
      interpretations: [12],
      overrides: {
        rules: {
          validation: {
            ofParameters: (operation, place, values) =>
              operation.id === 'listPersons' && place === 'query'
                ? []
                : validationRules.ofParameters(operation, place, values),
          },
        },
        request: async (request) => {
          if (request.operation !== 'listPersons') return request;
          const { page = 1, limit = 20 } = request.query;
          // Values that are not numbers are corrected too, because meta must contain integers.
          const inRange = (value: unknown, most: number) =>
            Math.min(most, Math.max(1, Math.trunc(Number(value)) || 1));
          return {
            ...request,
            query: { ...request.query, page: inRange(page, 1_000_000), limit: inRange(limit, 100) },
          };
        },
      },
    },
    'an email filter that finds parts of addresses': {
      interpretations: [309],
      overrides: {
        rules: {
          persons: {
            page(state, { email = '', ...query }) {
              const persons = state.persons.filter(({ person }) => contains(person.email, email));
              return personRules.page({ ...state, persons }, query);
            },
          },
          users: {
            page(state, { email = '', ...query }) {
              const users = state.users.filter(({ user }) => contains(user.email, email));
              return userRules.page({ ...state, users }, query);
            },
          },
        },
      },
    },
    'reads of resources in an object': {
      interpretations: [311],
      overrides: inAnswers(['readPayroll', 'readPayout', 'readPerson', 'readKyc'], '', (body) => ({
        resource: body,
        links: { self: '/' },
      })),
    },
    'names of beneficiaries in capitals': {
      interpretations: [313],
      overrides: inAnswers('listBeneficiaries', 'data.*', (beneficiary) => {
        const shown = asRecord(beneficiary);
        return { ...shown, name: String(shown.name).toUpperCase() };
      }),
    },
    'cursor pages of three at the most': {
      overrides: {
        request: asking((operation, limit) =>
          ofCursors.includes(operation) && (limit === undefined || limit > 3) ? 3 : undefined,
        ),
      },
    },
    'small pages where no limit is given': {
      overrides: {
        request: asking((operation, limit) =>
          [...ofCursors, ...ofPages].includes(operation) && limit === undefined ? 2 : undefined,
        ),
      },
    },
    'full pages where no limit is given': {
      overrides: {
        request: asking((operation, limit) =>
          [...ofCursors, ...ofPages].includes(operation) && limit === undefined ? 100 : undefined,
        ),
      },
    },
    'cursors that count payouts': {
      interpretations: [127],
      overrides: {
        rules: {
          payouts: {
            page(state, { cursor, limit = 20, ...query }) {
              const begin = cursor === undefined ? 0 : Number(/^at-(\d+)$/.exec(cursor)?.[1]);
              if (Number.isNaN(begin)) throw invalidBody({ cursor: 'must be a cursor of an earlier answer' });
              const { data } = payoutRules.page(state, { ...query, limit: everything });
              const end = begin + limit;
              return {
                data: data.slice(begin, end),
                node: {
                  previous: begin > 0 ? `at-${Math.max(0, begin - limit)}` : null,
                  next: end < data.length ? `at-${end}` : null,
                },
              };
            },
          },
        },
      },
    },
    'an export with other columns, in quotes and with other line ends': {
      interpretations: [126],
      overrides: {
        rules: {
          payouts: {
            csv: (state, query) =>
              payoutRules
                .csv(state, query)
                .trimEnd()
                .split('\n')
                .map((line, index) =>
                  [...line.split(','), index === 0 ? 'Note' : '']
                    .toReversed()
                    .map((cell) => `"${index === 0 ? cell.toUpperCase() : cell}"`)
                    .join(','),
                )
                .join('\r\n'),
          },
        },
        answer: (answer) =>
          answer.text?.contentType.includes('csv')
            ? { ...answer, text: { ...answer.text, contentType: 'text/csv; charset=utf-8; header=present' } }
            : answer,
      },
    },
  },
};
