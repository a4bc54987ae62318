/** Operations, parameters and fields under names of the server's own, of which the bindings tell the suite. */
import type { Operations } from '../../conformance/adapter/adapter.ts';
import type { FrontAnswer, FrontRequest } from './front.ts';
import { asRecord, type BenignGroup } from './variant.ts';

const operations: Operations = {
  createPerson: {
    method: 'PUT',
    path: '/v1/joiners',
    body: { firstName: 'given_name', email: 'mail' },
    answer: { id: 'joiner.ref' },
  },
  createPayroll: { path: '/v1/runs', body: { workerType: 'audience' }, answer: { payrollId: 'run.ref' } },
  approvePayroll: { path: '/v1/runs/{payrollId}/go' },
  createPayout: { path: '/v1/transfers' },
  listUsers: { query: { includeStatus: 'withStatus' } },
  listPayouts: { query: { reference: 'client_ref', status: 'in_state', sort: 'order', format: 'as' } },
};

type Names = Readonly<Record<string, string>>;

/** Fields under the names of the server behind, where they have others here. */
const renamed = (body: unknown, names: Names) =>
  Object.fromEntries(Object.entries(asRecord(body)).map(([name, value]) => [names[name] ?? name, value]));

const queries: readonly (readonly [string, Names])[] = [
  ['/v1/users', { withStatus: 'includeStatus' }],
  ['/v1/payouts', { client_ref: 'reference', in_state: 'status', order: 'sort', as: 'format' }],
];

function understood(request: FrontRequest): FrontRequest {
  const { method, path, json } = request;
  const [place = '', query] = path.split('?');
  if (place === '/v1/joiners' && method === 'PUT')
    return {
      method: 'POST',
      path: '/v1/persons',
      json: json && renamed(json, { given_name: 'firstName', mail: 'email' }),
    };
  if (place === '/v1/runs')
    return { ...request, path: '/v1/payrolls', json: json && renamed(json, { audience: 'workerType' }) };
  const going = /^\/v1\/runs\/([^/]+)\/go$/.exec(place);
  if (going) return { ...request, path: `/v1/payrolls/${going[1]}/approve` };
  if (place === '/v1/transfers') return { ...request, path: '/v1/payouts' };
  // Operations that are bound to other paths do not exist here.
  if (method === 'POST' && ['/v1/persons', '/v1/payrolls', '/v1/payouts'].includes(place))
    return { ...request, path: '/v1/nowhere' };
  const names = queries.find(([at]) => at === place)?.[1];
  if (names === undefined || query === undefined) return request;
  const parameters = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) parameters.append(names[name] ?? name, value);
  return { ...request, path: `${place}?${parameters}` };
}

function told(answer: FrontAnswer, { method, path }: FrontRequest): FrontAnswer {
  if (answer.status >= 300 || method !== 'POST') return answer;
  const { id, payrollId, ...rest } = asRecord(answer.body && JSON.parse(answer.body));
  if (path === '/v1/persons') return { ...answer, body: JSON.stringify({ ...rest, joiner: { ref: id } }) };
  if (path === '/v1/payrolls') return { ...answer, body: JSON.stringify({ run: { ref: payrollId } }) };
  return answer;
}

export const nameVariants: BenignGroup = {
  checks: /^(persons|payrolls?|payouts|users)\./,
  variants: {
    'other names for what the document does not name': {
      interpretations: [18, 22],
      operations,
      front: { request: understood, answer: told },
    },
  },
};
