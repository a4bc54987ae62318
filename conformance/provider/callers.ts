/** The callers of a case: which business each acts for, and which key it sends. */
import { isRecord } from '../../openapi/is-record.ts';
import type { Fields } from '../adapter/names.ts';
import type { Key } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';
import { type Caller, callerHeaders } from '../http/message.ts';
import type { AboutCall } from '../target/controls.ts';
import type { Target } from '../target/target.ts';
import type { Records } from './records.ts';

export class Callers {
  readonly #target: Target;
  /** Ids of the businesses that the case has created, by tenant key. */
  readonly #businessIds = new Map<string, string>();
  /** The latest business that the case created. */
  #business: Required<Caller> | undefined;
  /** The business of each record that was seen, by its id. */
  readonly #owners = new Map<string, Caller>();
  readonly #records = new Map<string, Fields>();

  constructor(target: Target) {
    this.#target = target;
  }

  /** Remembers a business that the case works in. */
  remember({ token }: Caller, json: unknown): void {
    const { businessId, tenantKey } = (json ?? {}) as { businessId?: unknown; tenantKey?: unknown };
    if (token === undefined || typeof businessId !== 'string' || typeof tenantKey !== 'string') return;
    this.#business = { token, tenantKey };
    this.#businessIds.set(tenantKey, businessId);
    this.#owners.set(businessId, this.#business);
  }

  /**
   * Remembers a record that a caller sent or read. Whoever is shown it first is its owner: a check may try the keys of others
   * later.
   */
  note(caller: Caller, records: Records): void {
    const business = this.#businessOf(caller);
    for (const [id, fields] of records) {
      if (business !== undefined && !this.#owners.has(id)) this.#owners.set(id, business);
      this.#records.set(id, { ...this.#records.get(id), ...fields });
    }
  }

  /** Remembers that what a control returned is of the business that the call was about. */
  own(returned: unknown, business: Caller): void {
    const id = isRecord(returned) ? returned.id : returned;
    if (typeof id === 'string' && !this.#owners.has(id)) this.#owners.set(id, business);
  }

  /** The business that a caller acts for, as the platform or the org key that may do everything in it. */
  #businessOf({ token, tenantKey }: Caller): Caller | undefined {
    const { platformToken, orgToken } = this.#target.credentials;
    if (tenantKey !== undefined)
      return platformToken === undefined || !this.#businessIds.has(tenantKey)
        ? undefined
        : { token: platformToken, tenantKey };
    return token !== undefined && (token === orgToken || token === platformToken) ? { token } : undefined;
  }

  /**
   * The business that a call is about: that of its caller, or of the first record that it names, or else the latest that the
   * case opened.
   */
  businessOf(ids: Iterable<unknown>, caller: Caller = {}): Caller {
    const own = this.#businessOf(caller);
    if (own !== undefined) return own;
    for (const id of ids) {
      const owner = typeof id === 'string' ? this.#ownerOf(id) : undefined;
      if (owner !== undefined) return owner;
    }
    return this.#business ?? this.#keyHolder();
  }

  #ownerOf(id: string): Caller | undefined {
    const { credentials, orgBusinessId, platformBusinessId } = this.#target;
    const { platformToken, orgToken } = credentials;
    if (id === orgBusinessId && orgToken !== undefined) return { token: orgToken };
    if (id === platformBusinessId && platformToken !== undefined) return { token: platformToken };
    return this.#owners.get(id);
  }

  /** The caller with the key of an existing business. */
  #keyHolder(): Caller {
    const { platformToken, orgToken } = this.#target.credentials;
    const token = orgToken ?? platformToken;
    return token === undefined ? {} : { token };
  }

  /** What a call of a control is about. */
  about(ids: Iterable<unknown>): AboutCall {
    const business = this.businessOf(ids);
    return {
      businessId: this.businessIdOf(business),
      tenantKey: business.tenantKey,
      fieldsOf: (id) => this.#records.get(id) ?? {},
    };
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

  /** @param business that the call is about */
  headersOf(key: Exclude<Key, 'caller'>, business: Caller): Readonly<Record<string, string>> {
    if (typeof key === 'object') return { authorization: `Bearer ${this.secret(key.env)}` };
    const { platformToken, orgToken } = this.#target.credentials;
    const callers: Readonly<Record<typeof key, Caller>> = {
      none: {},
      platform: platformToken === undefined ? {} : { token: platformToken },
      org: orgToken === undefined ? {} : { token: orgToken },
      case: business,
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
