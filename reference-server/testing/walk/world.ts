/** What a walk knows of the server: its businesses, and the ids that its answers showed. */
import type { Draw } from './draw.ts';

export interface Tenant {
  readonly businessId: string;
  readonly tenantKey: string;
  /** A token that opens the business. */
  readonly token: string;
  /** Whether the business is selected by the tenant key; the others are what their token opens anyway. */
  readonly isSelected: boolean;
  /** The last known Unix second of its clock. */
  now: number;
}

/** Token that a lever issued. */
export interface IssuedToken {
  readonly token: string;
  readonly businessId: string;
}

const rememberedIds = 40;

export class World {
  readonly tenants: readonly Tenant[];
  readonly tokens: IssuedToken[] = [];
  /** What exchanges answered. */
  readonly redirectTokens: string[] = [];
  /** Ids by business and kind, such as `personId`, newest last. */
  readonly #ids = new Map<string, string[]>();
  readonly #over = new Set<string>();
  /** Cursors that lists answered. */
  readonly cursors: string[] = [];

  constructor(tenants: readonly Tenant[]) {
    this.tenants = tenants;
  }

  tenantOf(businessId: string): Tenant | undefined {
    return this.tenants.find((tenant) => tenant.businessId === businessId);
  }

  idsOf(tenant: Tenant, kind: string): readonly string[] {
    return kind === 'businessId'
      ? [tenant.businessId]
      : (this.#ids.get(`${tenant.businessId}/${kind}`) ?? []);
  }

  /** @param isOver whether nothing can happen to it any more. */
  remember(tenant: Tenant, kind: string, id: string, isOver = false): void {
    if (isOver) this.#over.add(id);
    const key = `${tenant.businessId}/${kind}`;
    const ids = this.#ids.get(key);
    if (ids === undefined) this.#ids.set(key, [id]);
    else if (!ids.includes(id)) {
      ids.push(id);
      if (ids.length > rememberedIds) ids.shift();
    }
  }

  /** An id of the business, mostly of something new and unfinished; undefined when there is none. */
  idFor(draw: Draw, tenant: Tenant, kind: string): string | undefined {
    const all = this.idsOf(tenant, kind);
    if (all.length === 0) return undefined;
    const unfinished = all.filter((id) => !this.#over.has(id));
    const ids = unfinished.length > 0 && draw.chance(75) ? unfinished : all;
    return draw.pick(draw.chance(60) ? ids.slice(-4) : ids);
  }
}
