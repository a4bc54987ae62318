/** A walk's knowledge of the server: its businesses, and the ids in its responses. */
import type { Draw } from './draw.ts';

export interface WalkTenant {
  readonly businessId: string;
  readonly tenantKey: string;
  /** A token that opens the business. */
  readonly token: string;
  /** Whether the tenant key selects the business; otherwise its token does. */
  readonly isSelected: boolean;
  /** The last known Unix second of its clock. */
  now: number;
}

/** Token that a control issued. */
export interface WalkToken {
  readonly token: string;
  readonly businessId: string;
}

const rememberedIds = 40;

export class World {
  readonly tenants: readonly WalkTenant[];
  readonly tokens: WalkToken[] = [];
  /** Ids by business and kind, such as `personId`, newest last. */
  readonly #ids = new Map<string, string[]>();
  readonly #over = new Set<string>();
  /** The last known state of a resource by its id, if it has one. */
  readonly #states = new Map<string, unknown>();
  /** Cursors that lists answered. */
  readonly cursors: string[] = [];

  constructor(tenants: readonly WalkTenant[]) {
    this.tenants = tenants;
  }

  tenantOf(businessId: string): WalkTenant | undefined {
    return this.tenants.find((tenant) => tenant.businessId === businessId);
  }

  /** @param states of which its last known state must be one; any by default. */
  idsOf(tenant: WalkTenant, kind: string, states?: readonly unknown[]): readonly string[] {
    if (kind === 'businessId') return [tenant.businessId];
    const ids = this.#ids.get(`${tenant.businessId}/${kind}`) ?? [];
    return states === undefined ? ids : ids.filter((id) => states.includes(this.#states.get(id)));
  }

  /** @param isOver whether its state is a last one. */
  remember(tenant: WalkTenant, kind: string, id: string, state?: unknown, isOver = false): void {
    this.#states.set(id, state);
    if (isOver) this.#over.add(id);
    const key = `${tenant.businessId}/${kind}`;
    const ids = this.#ids.get(key);
    if (ids === undefined) this.#ids.set(key, [id]);
    else if (!ids.includes(id)) {
      ids.push(id);
      if (ids.length > rememberedIds) ids.shift();
    }
  }

  /**
   * An id of the business, mostly of something new and unfinished; undefined when there is none.
   *
   * @param states in which it mostly is, where something is in one of them.
   */
  idFor(draw: Draw, tenant: WalkTenant, kind: string, states?: readonly unknown[]): string | undefined {
    const all = this.idsOf(tenant, kind);
    if (all.length === 0) return undefined;
    const fitting = states && this.idsOf(tenant, kind, states);
    if (fitting && fitting.length > 0 && draw.chance(90)) return draw.pick(fitting.slice(-4));
    const unfinished = all.filter((id) => !this.#over.has(id));
    const ids = unfinished.length > 0 && draw.chance(75) ? unfinished : all;
    return draw.pick(draw.chance(60) ? ids.slice(-4) : ids);
  }
}
