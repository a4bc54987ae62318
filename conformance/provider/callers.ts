/** The callers of a case: which business each acts for, and which key it sends. */
import type { Key } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';
import { type Caller, callerHeaders } from '../http/message.ts';
import type { Target } from '../target/target.ts';

export class Callers {
  readonly #target: Target;
  /** Ids of the businesses that the case has created, by tenant key. */
  readonly #businessIds = new Map<string, string>();
  /** The latest business that the case created. */
  #business: Required<Caller> | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Remembers a business that the case created. */
  remember({ token }: Caller, json: unknown): void {
    const { businessId, tenantKey } = (json ?? {}) as { businessId?: unknown; tenantKey?: unknown };
    if (token === undefined || typeof businessId !== 'string' || typeof tenantKey !== 'string') return;
    this.#business = { token, tenantKey };
    this.#businessIds.set(tenantKey, businessId);
  }

  /** The business that a caller acts for, if it is known. */
  businessIdOf({ token, tenantKey }: Caller): string | undefined {
    if (tenantKey !== undefined) return this.#businessIds.get(tenantKey);
    const { credentials, orgBusinessId, platformBusinessId } = this.#target;
    if (token === undefined) return undefined;
    if (token === credentials.platformToken) return platformBusinessId;
    return token === credentials.orgToken ? orgBusinessId : undefined;
  }

  /** The business that the case works in. */
  get caseBusinessId(): string | undefined {
    return this.#business === undefined ? this.#target.orgBusinessId : this.businessIdOf(this.#business);
  }

  headersOf(key: Exclude<Key, 'caller'>): Readonly<Record<string, string>> {
    if (typeof key === 'object') return { authorization: `Bearer ${this.secret(key.env)}` };
    const { platformToken, orgToken } = this.#target.credentials;
    const org = orgToken === undefined ? {} : { token: orgToken };
    const callers: Readonly<Record<typeof key, Caller>> = {
      none: {},
      platform: platformToken === undefined ? {} : { token: platformToken },
      org,
      case: this.#business ?? org,
    };
    return callerHeaders(callers[key]);
  }

  /**
   * The value of an environment variable.
   *
   * @throws ConformanceError with code `CONFIGURATION_INVALID` if the adapter does not list the variable
   */
  secret(variable: string): string {
    const value = this.#target.secrets?.[variable];
    if (value !== undefined) return value;
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      `The adapter sends ${variable}, which it does not list: add it to secrets of the adapter.`,
    );
  }
}
