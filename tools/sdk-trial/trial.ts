export interface Surroundings {
  /** A reference server, and a business in it. */
  readonly baseUrl: string;
  readonly token: string;
  readonly tenantKey: string;
}

/** Rejects when it fails. */
export type Trial = (surroundings: Surroundings) => Promise<void>;

export function equal(actual: unknown, wanted: unknown): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (left !== right) throw new Error(`${left} instead of ${right}`);
}
