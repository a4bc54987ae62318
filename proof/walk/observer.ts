/** The invariants of the resources in a walk's responses, for any caller and in any order. */
import type { WalkAnswer } from './exchange.ts';
import type { WalkRequest } from './requests.ts';
import type { WalkTenant, World } from './world.ts';

type Item = Readonly<Record<string, unknown>>;

/** Kind of id by the segment of the path that lists the resources. */
const kinds: Readonly<Record<string, string>> = {
  persons: 'personId',
  users: 'userId',
  contracts: 'contractId',
  'contract-templates': 'templateId',
  files: 'fileId',
  payrolls: 'payrollId',
  wallets: 'walletId',
  beneficiaries: 'beneficiaryId',
  payouts: 'payoutId',
  invoices: 'invoiceId',
  reimbursements: 'reimbursementId',
  'virtual-accounts': 'virtualAccountId',
  'external-accounts': 'externalAccountId',
  filings: 'filingId',
  remittances: 'remittanceId',
  requirements: 'requirementId',
  transactions: 'transactionId',
  customFields: 'customFieldId',
  tokens: 'tokenId',
};

/** States that are the last ones, and those that may follow all the same. */
const lastStates: Readonly<Record<string, Readonly<Record<string, (item: Item) => boolean>>>> = {
  payrollId: { Completed: () => false },
  contractId: { completed: () => false },
  invoiceId: { paid: () => false, cancelled: () => false },
  reimbursementId: { paid: () => false, rejected: () => false },
  transactionId: {
    failed: () => false,
    succeeded: ({ status, isReturned }) => status === 'failed' && isReturned === true,
  },
  payoutId: { failed: () => false, succeeded: ({ status }) => status === 'failed' },
  filingId: { accepted: () => false },
  remittanceId: { completed: () => false, failed: () => false },
  requirementId: { satisfied: () => false },
  virtualAccountId: { created: () => false },
};

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind of resource that an operation returns; undefined if it returns something else. */
function kindOf({ operation }: WalkRequest): string | undefined {
  const segments = operation.path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const last = segments.at(-1) ?? '';
  if (last in kinds) return kinds[last];
  // A change such as `/contracts/{contractId}/sign` returns the changed resource.
  if (operation.method === 'get' || operation.path.includes('/_control/')) return undefined;
  return kinds[segments[1] ?? ''];
}

interface Seen {
  readonly kind: string;
  readonly businessId: string;
  readonly status: unknown;
}

export class Observer {
  readonly #world: World;
  readonly #seen = new Map<string, Seen>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Remembers the resources in a response. @returns the problem of the response. */
  observe(request: WalkRequest, { status, body }: WalkAnswer): string | undefined {
    if (status >= 300 || !isItem(body)) return undefined;
    this.#rememberCursors(body);
    if (request.operation.id === 'issueToken' || request.operation.id === 'regenerateToken')
      this.#rememberToken(body);
    const { tenant } = request;
    if (tenant === undefined) return undefined;
    if (typeof body.now === 'number') tenant.now = body.now;
    if (typeof body.redirectToken === 'string')
      this.#world.remember(tenant, 'redirectToken', body.redirectToken);
    const kind = kindOf(request);
    if (kind === undefined) return undefined;
    const items = Array.isArray(body.data) ? body.data.filter(isItem) : [body];
    for (const item of items) {
      const wrong = this.#see(tenant, kind, item);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  #see(tenant: WalkTenant, kind: string, item: Item): string | undefined {
    const id = item.id ?? item[kind];
    if (typeof id !== 'string') return undefined;
    const before = this.#seen.get(id);
    const { businessId } = tenant;
    if (before !== undefined && before.kind !== kind)
      return `${id} is the id of a ${before.kind} and of a ${kind}`;
    if (before !== undefined && before.businessId !== businessId)
      return `${kind} ${id} of business ${before.businessId} is shown to business ${businessId}`;
    const { status = before?.status } = item;
    const mayFollow = lastStates[kind]?.[String(before?.status)];
    if (mayFollow !== undefined && status !== before?.status && !mayFollow(item))
      return `${kind} ${id} was ${before?.status} and is ${String(status)}`;
    this.#seen.set(id, { kind, businessId, status });
    this.#world.remember(tenant, kind, id, status, lastStates[kind]?.[String(status)] !== undefined);
    // Such as the signatures of a contract.
    for (const [name, children] of Object.entries(item)) {
      if (!Array.isArray(children)) continue;
      for (const child of children.filter(isItem))
        if (typeof child.id === 'string')
          this.#world.remember(tenant, `${name.replace(/s$/, '')}Id`, child.id, child.status);
    }
    return undefined;
  }

  #rememberCursors({ node }: Item): void {
    if (!isItem(node)) return;
    const { cursors } = this.#world;
    for (const cursor of [node.previous, node.next]) if (typeof cursor === 'string') cursors.push(cursor);
    if (cursors.length > 50) cursors.splice(0, 25);
  }

  #rememberToken({ id, token, businessId }: Item): void {
    if (typeof token !== 'string' || typeof businessId !== 'string') return;
    this.#world.tokens.push({ token, businessId });
    const tenant = this.#world.tenantOf(businessId);
    if (tenant && typeof id === 'string') this.#world.remember(tenant, 'tokenId', id);
  }
}
