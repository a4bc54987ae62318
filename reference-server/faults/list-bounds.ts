import type { OperationId } from '../../openapi/description.ts';
import { userRules } from '../resources/users/rules.ts';
import { validationRules } from '../resources/validation.ts';
import { invalidBody } from '../state/refusal.ts';
import type { Fault, FaultOverrides } from './fault.ts';

/** Finds nothing wrong with the query of a list that asks for a certain limit. */
const overlookingLimit = (operationId: OperationId, limit: number): FaultOverrides => ({
  rules: {
    validation: {
      ofParameters: (operation, place, values) =>
        operation.id === operationId && place === 'query' && Number(values.limit) === limit
          ? []
          : validationRules.ofParameters(operation, place, values),
    },
  },
});

/** Refuses what a list is asked for by a certain number. */
const refusingNumber = (operation: OperationId, name: 'page' | 'limit', number: number): FaultOverrides => ({
  async request(request) {
    if (request.operation === operation && Number(request.query[name]) === number)
      throw invalidBody({ [name]: `must be > ${number}` });
    return request;
  },
});

/** The values next to the bounds of a list: what is just allowed is refused, and what is just not is served. */
export const listBoundFaults: readonly Fault[] = [
  {
    id: 'limit-101-honoured',
    title: 'A client that is off by one gets pages of 101 persons here and is refused everywhere else.',
    area: 'person',
    breaks: ['PERSON-004'],
    overrides: overlookingLimit('listPersons', 101),
  },
  {
    id: 'limit-1-refused',
    title: 'A client that only wants to know whether there is anybody is refused.',
    area: 'person',
    breaks: ['PERSON-005', 'ERR-007'],
    overrides: refusingNumber('listPersons', 'limit', 1),
  },
  {
    id: 'first-page-refused-by-its-number',
    title: 'A client that asks for page 1 of the persons is refused; only who asks for none gets it.',
    area: 'person',
    breaks: ['PERSON-006', 'ERR-007'],
    overrides: refusingNumber('listPersons', 'page', 1),
  },
  {
    id: 'limit-zero-of-users-honoured',
    title: 'A client whose page size is not set finds no users instead of an error.',
    area: 'user',
    breaks: ['USER-007'],
    overrides: {
      rules: {
        ...overlookingLimit('listUsers', 0).rules,
        users: {
          page(state, query) {
            if (query.limit !== 0) return userRules.page(state, query);
            const { meta } = userRules.page(state, { ...query, limit: 1 });
            return { data: [], meta: { ...meta, limit: 0, pages: 0 } };
          },
        },
      },
    },
  },
  {
    id: 'first-page-of-users-refused-by-its-number',
    title: 'A client that asks for page 1 of the users is refused; only who asks for none gets it.',
    area: 'user',
    breaks: ['USER-009', 'ERR-007'],
    overrides: refusingNumber('listUsers', 'page', 1),
  },
];
