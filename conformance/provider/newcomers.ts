/** The businesses that the run has opened and that have carried out no write yet: a target may take a while to prepare one. */

export class Newcomers {
  readonly #tenantKeys = new Set<string>();

  /** To be called with the tenant key of each new business. */
  note(tenantKey: string | undefined): void {
    if (tenantKey !== undefined) this.#tenantKeys.add(tenantKey);
  }

  isNew(tenantKey: string | undefined): boolean {
    return tenantKey !== undefined && this.#tenantKeys.has(tenantKey);
  }

  /** To be called when a business has carried out a write. */
  works(tenantKey: string | undefined): void {
    if (tenantKey !== undefined) this.#tenantKeys.delete(tenantKey);
  }
}
