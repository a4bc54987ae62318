import { describe, expect, it } from 'vitest';
import { foreignOperations } from './foreign-description.ts';
import { aligned, matchDescription } from './match-description.ts';
import { type Perturbation, perturb, snakeCase } from './testing/perturb.ts';
import { openOperations, parametersIn } from './wanted.ts';

const otherNouns = {
  persons: 'staff',
  offboarding: 'exit',
  reinstatement: 'rehire',
  files: 'attachments',
  payrolls: 'pay-runs',
  approve: 'approval',
  payslips: 'pay-stubs',
  wallets: 'balances',
  calculations: 'estimate',
  locations: 'countries',
  'required-fields': 'mandatory-attributes',
  'external-accounts': 'bank-accounts',
  verification: 'confirmation',
  requirements: 'obligations',
  satisfaction: 'fulfilment',
  rfi: 'information',
  sign: 'signatures',
  transactions: 'movements',
};

const businessWords = {
  payouts: 'transfers',
  filings: 'returns',
  reimbursements: 'expenses',
  remittances: 'remits',
};

/** How the description is written, and the least share of the operations that must be found for sure. */
const styles: readonly (readonly [string, Perturbation, number])[] = [
  ['as it is', {}, 1],
  ['without ids', { withoutIds: true }, 1],
  ['without ids and summaries', { withoutIds: true, withoutSummaries: true }, 0.97],
  ['with fields in snake_case, in OpenAPI 3.0', { fields: snakeCase, openapi: '3.0.3' }, 1],
  ['with schemas in parts', { inParts: true }, 1],
  ['with a server whose address has a path', { server: 'https://example.test/v1' }, 1],
  ['with other nouns', { paths: otherNouns }, 0.9],
  ['with other nouns, without ids', { paths: otherNouns, withoutIds: true }, 0.8],
  [
    'with other nouns and fields, without ids',
    { paths: otherNouns, withoutIds: true, fields: snakeCase },
    0.8,
  ],
  ['with vague nouns', { paths: { ...otherNouns, ...businessWords }, withoutIds: true }, 0.7],
  [
    'with vague nouns and no words beside the paths',
    { paths: { ...otherNouns, ...businessWords }, withoutIds: true, withoutSummaries: true },
    0.5,
  ],
];

const withOurParameters = (found: { method: string; path: string }, names: readonly string[]) => {
  let path = found.path;
  for (const [index, name] of parametersIn(found.path).entries())
    path = path.replace(`{${name}}`, `{${names[index]}}`);
  return `${found.method} ${path}`;
};

describe('a description of another style', () => {
  it.each(styles)('%s: most operations are found, and no sure line is wrong', (_, how, least) => {
    const { document, truth } = perturb(how);
    const { operations } = aligned(foreignOperations(document, 'other.yaml'));
    const open = matchDescription(operations).filter(
      ({ wanted }) => wanted.kind === 'operation' && !wanted.documented,
    );
    const sure = open.flatMap(({ wanted, found, isSure }) =>
      isSure && found !== undefined
        ? [{ name: wanted.name, at: withOurParameters(found, wanted.pathParameters) }]
        : [],
    );
    expect(sure.filter(({ name, at }) => truth.get(name) !== at)).toEqual([]);
    expect(sure.length / open.length).toBeGreaterThanOrEqual(least);
  });

  it.each([0, 1, 2, 3])(
    'that lacks operations: nothing that is sure is wrong (every fourth from %d)',
    (from) => {
      const without = openOperations.flatMap(({ name }, index) => (index % 4 === from ? [name] : []));
      const { document, truth } = perturb({ paths: otherNouns, withoutIds: true, without });
      const { operations } = aligned(foreignOperations(document, 'other.yaml'));
      const wrong = matchDescription(operations).filter(
        ({ wanted, found, isSure }) =>
          isSure &&
          found !== undefined &&
          !wanted.documented &&
          truth.get(wanted.name) !== withOurParameters(found, wanted.pathParameters),
      );
      expect(wrong.map(({ wanted, found }) => [wanted.name, found?.path])).toEqual([]);
    },
  );

  it('is matched without its path prefix', () => {
    const { document } = perturb({});
    const moved = Object.entries(document.paths as object).map(([path, item]) => [`/api/work${path}`, item]);
    const beside = { '/test/clock': { post: { responses: { 200: {} } } } };
    const { operations, prefix } = aligned(
      foreignOperations({ ...document, paths: { ...beside, ...Object.fromEntries(moved) } }, 'other.yaml'),
    );
    expect(prefix).toBe('/api/work');
    const paths = operations.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/v1/persons', '/test/clock']));
  });

  it('has a guess for a control that only the last word of a route for tests is like', () => {
    const { document } = perturb({});
    const wait = { post: { summary: 'Blocks while deliveries are pending', responses: { 200: {} } } };
    const operation = (operationId: string) => ({ operationId, responses: { 200: {} } });
    const others = {
      ...(document.paths as object),
      '/control/webhooks': { post: operation('registerWebhookEndpoint') },
      '/control/webhooks/{endpointId}': { delete: operation('removeWebhookEndpoint') },
    };
    const paths = { ...others, '/control/webhooks/wait': wait };
    const matches = matchDescription(foreignOperations({ ...document, paths }, 'other.yaml'));
    const drain = matches.find(({ wanted }) => wanted.name === 'drain');
    expect(drain).toMatchObject({ isSure: false, found: { path: '/control/webhooks/wait' } });
  });
});
