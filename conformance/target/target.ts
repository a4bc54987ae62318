/** A target: a base address, an environment, credentials and controls. */
import { type Capability, capabilities } from '../../openapi/catalogue.ts';
import { allOperations, type Operation, type OperationId, operation } from '../../openapi/description.ts';
import type {
  AfterWrite,
  EventNames,
  FurtherHeaders,
  JwtClaims,
  Operations,
  Words,
} from '../adapter/adapter.ts';
import type { Key } from '../adapter/send.ts';
import type { Access, Environment, TargetKind, TargetSummary } from '../engine/events.ts';
import type { Patience } from '../engine/scenario.ts';
import type { SurveyedClock, WrittenFacts } from '../engine/survey.ts';
import type { ExpiringKey } from '../http/expiring-keys.ts';
import { byHand, type ControlName, type Controls, controlOf } from './controls.ts';
import type { Sentinels } from './sentinels.ts';
import type { GivenData } from './test-data.ts';
import type { WebhookAddress } from './webhook-address.ts';

/** Keys that the suite may use. Their values never reach an event or a report. */
export interface Credentials {
  /** Creates businesses and acts for each of them. */
  readonly platformToken?: string;
  /** Acts for one business, which does not belong to the platform. */
  readonly orgToken?: string;
  /** A key of the other environment, which this one must reject. */
  readonly otherEnvironmentToken?: string;
  /** The tenant key of a business that does not belong to the platform, such as one of another platform. */
  readonly foreignTenantKey?: string;
  /** Key with which external tokens of the custom authentication are signed (HS256). */
  readonly jwtSecret?: string;
}

export interface Target {
  /** Base address without a trailing slash, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  readonly kind: TargetKind;
  readonly environment: Environment;
  readonly credentials: Credentials;
  /** Those of them that may be issued again. */
  readonly expiringKeys?: readonly ExpiringKey[];
  readonly controls: Controls;
  /** Assumed operations that the target does not offer. */
  readonly absentOperations: readonly OperationId[];
  /** Operations that differ from the description, where the interface document leaves them open. */
  readonly operations?: Operations;
  /** Its words for values that the interface document does not name. */
  readonly words?: Words;
  /** Its names of the fields of `data` in events, by the type of the event. */
  readonly events?: EventNames;
  /** The field that holds the whole of each response that the interface document leaves open. */
  readonly unwrap?: string;
  /** What its paths have instead of `/v1`; empty for nothing. */
  readonly pathPrefix?: string;
  /** Headers that every request of an operation carries. */
  readonly headers?: FurtherHeaders;
  /** How its external tokens differ from the usual ones. */
  readonly jwt?: JwtClaims;
  /** Waits until the effect of a write can be read, for a target that processes writes asynchronously. */
  readonly afterWrite?: AfterWrite;
  /** The default key of controls. @defaultValue `none` */
  readonly controlKey?: Exclude<Key, 'caller'>;
  /** Base address of controls. @defaultValue that of the target */
  readonly controlBaseUrl?: string;
  /** Business of the org token, if known; clocks and endpoints need it. */
  readonly orgBusinessId?: string;
  /** Default business of the platform token, if known. */
  readonly platformBusinessId?: string;
  /** @defaultValue a survey finds out */
  readonly clock?: SurveyedClock;
  /** What a survey need not find out, because whoever opened the target knows it. */
  readonly known?: Pick<WrittenFacts, 'accepts' | 'lag'>;
  /** @defaultValue `read-only` in production, where writes move money, else `read-write` */
  readonly access?: Access;
  /** @defaultValue `defaultPatience` */
  readonly patience?: Patience;
  /** Where its webhooks arrive. @defaultValue at a free port of this machine */
  readonly webhooks?: WebhookAddress;
  /** Ids of existing resources. */
  readonly fixtures?: Fixtures;
  /** Test data for requests; a survey finds the values that are left out. */
  readonly data?: GivenData;
  /** Why lines of its configuration cannot be used, such as `controls.drain`: the results of their trials. */
  readonly unusable?: Readonly<Record<string, string>>;
  /** Documented lists that it rejects with 403 for every key, which may lack the permission. */
  readonly forbidden?: readonly OperationId[];
  /** Whether the secrets that a control returns do not verify its webhooks: the control or the target may be at fault. */
  readonly signsOtherwise?: boolean;
  /** Assumed operations whose route requires no key of the caller, as far as known. */
  readonly keyless?: readonly OperationId[];
  /** Further secrets, each by the name that is shown in its place. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Id of the deliberate fault of an embedded server. */
  readonly fault?: string;
}

export function accessOf({ access, environment }: Target): Access {
  return access ?? (environment === 'production' ? 'read-only' : 'read-write');
}

/** Whether an operation only reads, also in the target's own form. Requests of a function are checked when they are sent. */
export function isRead({ operations }: Target, id: OperationId): boolean {
  const own = operations?.[id];
  const method = own === undefined || typeof own === 'function' ? 'GET' : (own.method ?? 'GET');
  return operation(id).method === 'get' && method === 'GET';
}

/** Whether the configuration gives the route of the operation, which may not be meant for callers of the service. */
export function isRebound({ operations }: Target, id: OperationId): boolean {
  const own = operations?.[id];
  return typeof own === 'function' || own?.path !== undefined || own?.method !== undefined;
}

/** Whether the target has no place for a field of a request. */
export function isOmitted({ operations }: Target, id: OperationId, field: string): boolean {
  const own = operations?.[id];
  return typeof own === 'object' && (own.omit?.includes(field) ?? false);
}

/** Whether the route of an operation requires no key of the caller, so that it shows nothing about access. */
export function isKeyless({ operations, keyless = [] }: Target, id: OperationId): boolean {
  const own = operations?.[id];
  const hasOwnKey = own !== undefined && 'key' in own && own.key !== undefined && own.key !== 'caller';
  return hasOwnKey || keyless.includes(id);
}

/** Whether the suite may send an operation to a target. */
export const isPermitted = (target: Target, id: OperationId): boolean =>
  accessOf(target) === 'read-write' || isRead(target, id);

/** Capabilities that depend on undocumented parameter names of a documented operation. */
const parametersOf = {
  'cursor-parameters': 'listBeneficiaries',
  'payout-parameters': 'listPayouts',
  'user-status-toggle': 'listUsers',
} as const satisfies Partial<Record<Capability, OperationId>>;

/** The credential that gives each capability. */
const credentialOf = {
  'platform-token': 'platformToken',
  'org-token': 'orgToken',
  'other-environment-token': 'otherEnvironmentToken',
  'external-jwt': 'jwtSecret',
} as const satisfies Partial<Record<Capability, keyof Credentials>>;

/** Resources whose ids no documented list shows: an assumed list may, or the configuration. */
const knownBy = {
  'known-invoice': { kind: 'invoices', listedBy: 'listInvoices' },
  // Listed users need not have requested a verification, which the ids are needed for.
  'known-user': { kind: 'users' },
} as const satisfies Partial<Record<Capability, { kind: FixtureKind; listedBy?: OperationId }>>;

/** Sandbox values that the document mentions without showing them: only the configuration knows them. */
const sentinelsOf = {
  'payout-sentinels': 'payouts',
  'address-sentinels': 'address',
  'principal-sentinels': 'principals',
} as const satisfies Partial<Record<Capability, keyof Sentinels>>;

/** The part of a configuration that provides a capability. */
export type CapabilitySource =
  | { readonly type: 'credential'; readonly name: keyof Credentials }
  | { readonly type: 'environment'; readonly name: Environment }
  | { readonly type: 'control'; readonly name: ControlName }
  | { readonly type: 'fixture'; readonly kind: FixtureKind; readonly listedBy?: OperationId }
  | { readonly type: 'sentinels'; readonly name: keyof Sentinels }
  /** `inOwnWords`: the operation is documented, but not its request. */
  | { readonly type: 'operation'; readonly id: OperationId; readonly inOwnWords: boolean };

const isIn = <Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(record, key);

/** The operation with the name of a capability: a target with `createPerson` has `create-person`. */
function operationNamed(capability: string): Operation | undefined {
  const id = capability.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return allOperations.find((each) => each.id === id);
}

/** @returns undefined for a capability of another suite */
export function sourceOf(capability: string): CapabilitySource | undefined {
  if (capability === 'sandbox' || capability === 'production')
    return { type: 'environment', name: capability };
  if (isIn(credentialOf, capability)) return { type: 'credential', name: credentialOf[capability] };
  if (isIn(knownBy, capability)) return { type: 'fixture', ...knownBy[capability] };
  if (isIn(sentinelsOf, capability)) return { type: 'sentinels', name: sentinelsOf[capability] };
  if (isIn(parametersOf, capability))
    return { type: 'operation', id: parametersOf[capability], inOwnWords: true };
  const control = controlOf.get(capability);
  if (control !== undefined) return { type: 'control', name: control };
  const named = operationNamed(capability);
  return named && { type: 'operation', id: named.id, inOwnWords: named.provenance !== 'assumed' };
}

const sources = capabilities.flatMap((capability): [Capability, CapabilitySource][] => {
  const source = sourceOf(capability);
  return source === undefined ? [] : [[capability, source]];
});

/** Operations whose undocumented names a target may choose. */
export const operationsInOwnWords: readonly OperationId[] = sources.flatMap(([, source]) =>
  source.type === 'operation' && source.inOwnWords ? [source.id] : [],
);

function isOffered(target: Target, source: CapabilitySource): boolean {
  switch (source.type) {
    case 'credential':
      return target.credentials[source.name] !== undefined;
    case 'environment':
      return target.environment === source.name;
    case 'control': {
      const { name } = source;
      const isByHand = name === 'registerWebhookEndpoint' && target.webhooks?.secret !== undefined;
      const isThere = isByHand || target.controls[name] !== undefined;
      const line = isByHand ? byHand : `controls.${name}`;
      return isThere && accessOf(target) === 'read-write' && target.unusable?.[line] === undefined;
    }
    case 'fixture': {
      const { kind, listedBy } = source;
      const isNamed = (target.fixtures?.[kind] ?? []).length > 0;
      return isNamed || (listedBy !== undefined && !target.absentOperations.includes(listedBy));
    }
    case 'sentinels':
      return Object.keys(target.data?.sentinels?.[source.name] ?? {}).length > 0;
    case 'operation': {
      const { id, inOwnWords } = source;
      const understood = !inOwnWords || target.kind !== 'live' || target.operations?.[id] !== undefined;
      const isUsable = target.unusable?.[`operations.${id}`] === undefined;
      return understood && isUsable && !target.absentOperations.includes(id) && isPermitted(target, id);
    }
  }
  return source satisfies never;
}

/** Why a target does not offer a capability although its configuration declares it. */
export function whyUnusable({ unusable = {} }: Target, capability: Capability): string | undefined {
  const source = sourceOf(capability);
  if (source?.type === 'control')
    return (
      lineWith(unusable, `controls.${source.name}`) ??
      (source.name === 'registerWebhookEndpoint' ? lineWith(unusable, byHand) : undefined)
    );
  return source?.type === 'operation' ? lineWith(unusable, `operations.${source.id}`) : undefined;
}

const lineWith = (unusable: Readonly<Record<string, string>>, line: string) =>
  unusable[line] === undefined ? undefined : `${line}: ${unusable[line]}.`;

/** The capabilities of a target, named as in `needs` of the requirement catalogue. */
export function capabilitiesOf(target: Target): readonly Capability[] {
  return sources.flatMap(([capability, source]) => (isOffered(target, source) ? [capability] : []));
}

export function summarise(target: Target): TargetSummary {
  return {
    baseUrl: target.baseUrl,
    kind: target.kind,
    environment: target.environment,
    access: accessOf(target),
    capabilities: capabilitiesOf(target),
    ...(target.fault !== undefined && { fault: target.fault }),
  };
}

/** The resources that a configuration can name, each with its path parameter. */
const parameterOf = {
  persons: 'personId',
  users: 'userId',
  contracts: 'contractId',
  payrolls: 'payrollId',
  payouts: 'payoutId',
  invoices: 'invoiceId',
} as const;

export type FixtureKind = keyof typeof parameterOf;
export type FixtureParameter = (typeof parameterOf)[FixtureKind];
export type Fixtures = Readonly<Partial<Record<FixtureKind, readonly string[]>>>;

/** The resources that a configuration can name, in display order. */
export const fixtureKinds = Object.keys(parameterOf) as readonly FixtureKind[];

export const fixtureParameter = (kind: FixtureKind): FixtureParameter => parameterOf[kind];

/** A target that is ready, and how to let go of it. */
export interface OpenTarget {
  readonly target: Target;
  close(): Promise<void>;
}

/** How a target is opened: a server is started, or one elsewhere is asked what it is. */
export interface Opening {
  /** The target as far as it is known before it is open. */
  readonly summary: TargetSummary;
  /** Keys and secrets that no report may show, even if the target cannot be opened. */
  readonly credentials: Credentials;
  readonly secrets?: Readonly<Record<string, string>>;
  /** @throws ConformanceError if the target cannot be opened */
  open(signal: AbortSignal): Promise<OpenTarget>;
}
