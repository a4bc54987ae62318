/** The description as a person who knows the server would give it to a general tool. */
import openapi from '../../openapi/generated/openapi.json' with { type: 'json' };
import { isRecord } from '../../openapi/is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** The list that shows an id of each kind, and the field that holds it. */
const lists: Readonly<Record<string, readonly [path: string, field?: string]>> = {
  personId: ['/v1/persons'],
  userId: ['/v1/users'],
  payrollId: ['/v1/payrolls', 'payrollId'],
  contractId: ['/v1/contracts'],
  templateId: ['/v1/contract-templates'],
  beneficiaryId: ['/v1/beneficiaries'],
  payoutId: ['/v1/payouts'],
  invoiceId: ['/v1/invoices'],
  reimbursementId: ['/v1/reimbursements'],
  transactionId: ['/v1/transactions'],
  filingId: ['/v1/filings'],
  businessId: ['/v1/beneficiaries', 'businessId'],
};

/** Ids that exist on a server with example content, by the name that paths and bodies have for them. */
export async function idsOn(url: string, token: string): Promise<Readonly<Record<string, string>>> {
  const found = Object.entries(lists).map(async ([name, [path, field = 'id']]) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    // The description promises it.
    const { data = [] } = (await response.json()) as { data?: readonly Record<string, string>[] };
    return [name, data[0]?.[field] ?? ''] as const;
  });
  return Object.fromEntries((await Promise.all(found)).filter(([, id]) => id !== ''));
}

/** Parameters that no request needs, and whose examples are of another server. */
const isForeign = (parameter: unknown) =>
  isRecord(parameter) && /\/(MultiTenantKey|Cursor)$/.test(String(parameter.$ref));

/** Some properties are called like an id and are none. */
const isId = (schema: unknown) => isRecord(schema) && /\/Uuid$/.test(String(schema.$ref));

/** Ranges, which most tools pass over, as their statuses. */
function withStatuses({ '2XX': success, '5XX': mistake, ...rest }: Json): Json {
  return {
    ...(success !== undefined && { 200: success, 201: success, 202: success, 204: { description: 'Done' } }),
    ...(mistake !== undefined && { 500: mistake }),
    ...rest,
  };
}

/** @param ids of {@link idsOn}: they take the places of the examples */
export function describe(url: string, ids: Readonly<Record<string, string>>): Json {
  const change = (value: unknown, key?: string): unknown => {
    const id = key === undefined ? undefined : ids[key];
    if (id !== undefined && typeof value === 'string') return id;
    if (id !== undefined && isId(value)) return { type: 'string', format: 'uuid', examples: [id] };
    if (Array.isArray(value)) return value.filter((each) => !isForeign(each)).map((each) => change(each));
    if (!isRecord(value)) return value;
    const own = ids[String(value.name)];
    if (own !== undefined && value.in === 'path')
      return { ...value, example: own, schema: { type: 'string', format: 'uuid', examples: [own] } };
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        change(
          name === 'responses' && isRecord(inner) && 'operationId' in value ? withStatuses(inner) : inner,
          name,
        ),
      ]),
    );
  };
  // No general tool receives webhooks.
  const { webhooks: _, ...rest } = openapi as Json;
  return { ...(change(rest) as Json), servers: [{ url }] };
}
