/** Resolves options, configuration file and environment once into the settings of a command. */

import type { AfterWrite } from '../../conformance/adapter/adapter.ts';
import type { Access, Environment, TargetKind } from '../../conformance/engine/events.ts';
import { defaultPatience } from '../../conformance/engine/scenario.ts';
import { isLoopback } from '../../conformance/http/addresses.ts';
import { controlNames } from '../../conformance/target/controls.ts';
import {
  controlKeyVariable,
  secretVariables,
  webhookSecretVariable,
} from '../../conformance/target/remedies.ts';
import type { Credentials, Target } from '../../conformance/target/target.ts';
import type { Adapter, AfterWriteRequest } from './adapter.ts';
import { normaliseBaseUrl } from './base-url.ts';
import type { ControlsConfig } from './controls.ts';
import { refuse } from './refuse.ts';
import { type RunFlags, type RunValues, runValues, type TargetFlags } from './run-flags.ts';
import type { ConformanceConfig } from './schema.ts';
import { given } from './values.ts';
import { webhookAddressOf } from './webhook-address.ts';

/** A function or a command of the configuration that issues a credential. */
export type KeyIssuer = Exclude<
  NonNullable<ConformanceConfig['credentials']>['orgToken'],
  undefined | { env: string }
>;

type KeyIssuers = Readonly<Partial<Record<keyof Credentials, KeyIssuer>>>;

const secretNames = Object.keys(secretVariables) as (keyof Credentials)[];

/** A target as far as the settings give it; opening it makes a `Target` of it. */
export interface TargetSettings
  extends Omit<Target, 'kind' | 'baseUrl' | 'environment' | 'controls' | 'afterWrite'> {
  /** Absent: found out by asking. */
  readonly kind?: TargetKind;
  /** Absent: a server of our own, which is a reference server unless `kind` says Prism. */
  readonly baseUrl?: string;
  /** Absent: the environment that the target reports, otherwise sandbox. */
  readonly environment?: Environment;
  /** `auto`: the control plane of a reference server is used where it answers. */
  readonly controls: 'auto' | 'reference' | 'none' | ControlsConfig;
  readonly afterWrite?: AfterWrite | AfterWriteRequest;
  /** What issues the credentials that are not in `credentials`. */
  readonly issuers?: KeyIssuers;
  /** Key of the control plane of a reference server, for one that asks for it. */
  readonly planeKey?: string;
}

/** All that a run depends on. Without a shard it is the whole run. */
export interface RunSettings extends RunValues {
  readonly target: TargetSettings;
  readonly seed: number;
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a header cannot carry
const unsendable = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;

/** A shorter text occurs by chance in every report, and would be replaced there. */
const shortestSecret = 6;

/** @throws ConformanceError with code `CONFIGURATION_INVALID`, which does not show the value */
export function checkSecretLength(name: string, value: string): void {
  if (value.length >= shortestSecret) return;
  throw refuse(
    `${name} is shorter than ${shortestSecret} characters, so it could not be removed from reports: use a longer key`,
  );
}

export function checkHeaderValue(variable: string, value: string): void {
  if (!unsendable.test(value)) return;
  throw refuse(
    `${variable} contains a line break or another character that is invalid in a header: set it to the key only`,
  );
}

type CredentialConfig = NonNullable<ConformanceConfig['credentials']>[keyof Credentials];

const isIssuer = (source: CredentialConfig): source is KeyIssuer =>
  source !== undefined && !('env' in source);

function issuersIn({ credentials = {} }: ConformanceConfig): KeyIssuers {
  return Object.fromEntries(
    secretNames.flatMap((name) => {
      const source = credentials[name];
      return isIssuer(source) ? [[name, source] as const] : [];
    }),
  );
}

/**
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when the configuration names a variable that is not set,
 * or one whose value cannot be sent
 */
export function resolveCredentials(config: ConformanceConfig, variables: Variables): Credentials {
  const entries = secretNames.flatMap((name) => {
    const source = config.credentials?.[name];
    if (isIssuer(source)) return [];
    const named = source?.env;
    const variable = named ?? secretVariables[name];
    const value = variables[variable];
    if (value !== undefined && value !== '') {
      checkSecretLength(variable, value);
      // The signing secret is never sent.
      if (name !== 'jwtSecret') checkHeaderValue(variable, value);
      return [[name, value] as const];
    }
    if (named === undefined) return [];
    throw refuse(`The configuration takes credentials.${name} from ${named}, which is not set: set ${named}`);
  });
  return Object.fromEntries(entries);
}

/** The environment variables that requests of controls take secrets from. */
function sourcesIn(controls: ControlsConfig): readonly { line: string; env: string }[] {
  return controlNames.flatMap((name) => {
    const control = controls[name];
    if (control === undefined || !('path' in control)) return [];
    const { headers = {}, key = 'none' } = control;
    const sources = [
      ...Object.values(headers).map((value) => ['a header', value] as const),
      ['the key', key] as const,
    ];
    return sources.flatMap(([what, value]) =>
      typeof value === 'string' ? [] : { line: `controls.${name} takes ${what}`, env: value.env },
    );
  });
}

function secretsOf(
  controls: TargetSettings['controls'],
  { secrets = [], controlKey = 'none', operations = {}, headers = {} }: Adapter,
  variables: Variables,
): Readonly<Record<string, string>> {
  const keys = [
    controlKey,
    ...Object.values(operations).flatMap((own) => ('key' in own ? own.key : [])),
    ...(typeof headers === 'object' ? Object.values(headers) : []),
  ];
  const listed = [
    ...secrets.map((env) => ({ line: 'adapter.secrets takes a key', env })),
    ...keys.flatMap((key) =>
      typeof key === 'object' ? { line: 'the adapter takes a key', env: key.env } : [],
    ),
  ];
  return Object.fromEntries(
    [...listed, ...(typeof controls === 'object' ? sourcesIn(controls) : [])].map(({ line, env }) => {
      const value = variables[env];
      if (value !== undefined && value !== '') {
        checkSecretLength(env, value);
        checkHeaderValue(env, value);
        return [env, value];
      }
      throw refuse(`${line} from ${env}, which is not set: set ${env}`);
    }),
  );
}

/** Read by then: a configuration that names a file has it loaded. */
const adapterOf = ({ adapter }: ConformanceConfig): Adapter => (typeof adapter === 'object' ? adapter : {});

/** @throws ConformanceError with code `CONFIGURATION_INVALID` when an adapter and its configuration contradict each other */
function checkAdapter(
  adapter: Adapter,
  { bindings = {}, controls, absentOperations = [], data = {} }: ConformanceConfig,
): void {
  const { operations = {}, absentOperations: absent = [] } = adapter;
  const twice = Object.keys(operations).find((id) => id in bindings);
  if (twice !== undefined)
    throw refuse(`operations.${twice} is in both the adapter and bindings: keep one of them`);
  const gone = Object.keys(operations).find((id) =>
    [...absent, ...absentOperations].some((each) => each === id),
  );
  if (gone !== undefined)
    throw refuse(`operations.${gone} is in both the adapter and absentOperations: keep one of them`);
  const own = Object.keys(adapter.controls ?? {}).find(
    (name) => typeof controls === 'object' && name in controls,
  );
  if (own !== undefined)
    throw refuse(`controls.${own} is in both the adapter and the configuration: keep one of them`);
  const both = Object.keys(adapter.data ?? {}).find((key) => key in data);
  if (both !== undefined)
    throw refuse(`data.${both} is in both the adapter and the configuration: keep one of them`);
}

/** Controls of a configuration are of the server that it is about. */
function controlsFor(
  { control }: TargetFlags,
  config: ConformanceConfig,
  baseUrl: string | undefined,
): TargetSettings['controls'] {
  if (!control) return 'none';
  const controls = config.controls ?? 'auto';
  const own = adapterOf(config).controls;
  if (own !== undefined && controls !== 'none' && baseUrl !== undefined) {
    const both = typeof controls === 'object' ? controls : {};
    // The author of a function is responsible for its parameters and result.
    return { ...(own as ControlsConfig), ...both };
  }
  return typeof controls === 'object' && baseUrl === undefined ? 'auto' : controls;
}

/** Leave to write is given to the target that the configuration is about, and to no other. */
function accessFor(
  { readOnly = false, allowWrites = false, baseUrl, environment }: TargetFlags,
  config: ConformanceConfig,
): Access | undefined {
  if (readOnly) return 'read-only';
  if (allowWrites) return 'read-write';
  const isElsewhere =
    (baseUrl !== undefined && baseUrl !== config.baseUrl) ||
    (environment !== undefined && environment !== config.environment);
  return config.access === 'read-write' && isElsewhere ? undefined : config.access;
}

/** What kind of target it is, and where. */
interface Place {
  readonly kind: TargetKind | undefined;
  readonly baseUrl: string | undefined;
  readonly environment: Environment | undefined;
  readonly fault: string | undefined;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` when flags and configuration contradict each other */
function placeOf({ fault, target, ...flags }: TargetFlags, config: ConformanceConfig): Place {
  // Only the embedded server has faults, so --fault selects it.
  const about: Pick<ConformanceConfig, 'baseUrl' | 'target'> = fault === undefined ? config : {};
  const { baseUrl: address = about.baseUrl, environment = config.environment } = flags;
  const kind = target ?? about.target;
  const baseUrl = address === undefined ? undefined : normaliseBaseUrl(address);
  if (kind === 'live' && baseUrl === undefined) {
    throw refuse(
      'A live target has an address: add --base-url, or leave out --target to try the embedded server',
    );
  }
  if (kind !== undefined && kind !== 'reference' && fault !== undefined) {
    throw refuse('--fault works only with the embedded server: leave out --target');
  }
  if (baseUrl !== undefined && fault !== undefined) {
    throw refuse('--fault works only with the embedded server: leave out --base-url, or use serve --fault');
  }
  if (baseUrl !== undefined && !isLoopback(baseUrl) && environment === undefined) {
    throw refuse(`${baseUrl} is not on this machine: name its environment, such as --environment sandbox`);
  }
  return { kind, baseUrl, environment, fault };
}

/** The settings that are only of a server at an address: the embedded one has keys of its own, and the names of the description. */
function settingsAt(
  controls: TargetSettings['controls'],
  flags: TargetFlags,
  config: ConformanceConfig,
  variables: Variables,
): Pick<TargetSettings, 'credentials'> & Partial<TargetSettings> {
  const adapter = adapterOf(config);
  const { controlBaseUrl: controlsAt, values: words, events, unwrap, jwt, afterWrite, controlKey } = adapter;
  const { pathPrefix, headers } = adapter;
  const { fixtures, bindings, businesses = {} } = config;
  const planeKey = variables[controlKeyVariable] || undefined;
  if (planeKey !== undefined) checkSecretLength(controlKeyVariable, planeKey);
  const secret = variables[webhookSecretVariable] || undefined;
  const webhooks = webhookAddressOf(flags, config, secret);
  if (webhooks?.secret !== undefined) checkSecretLength(webhookSecretVariable, webhooks.secret);
  const secrets = {
    ...secretsOf(controls, adapter, variables),
    ...(webhooks?.secret !== undefined && { [webhookSecretVariable]: webhooks.secret }),
  };
  return {
    ...given({
      webhooks,
      planeKey,
      words,
      events,
      unwrap,
      pathPrefix,
      headers,
      jwt,
      afterWrite,
      controlKey,
      controlBaseUrl:
        controlsAt === undefined ? undefined : normaliseBaseUrl(controlsAt, 'controlBaseUrl of the adapter'),
      orgBusinessId: businesses.org,
      platformBusinessId: businesses.platform,
      fixtures,
    }),
    operations: { ...adapter.operations, ...bindings },
    data: { ...adapter.data, ...config.data },
    ...(Object.keys(secrets).length > 0 && { secrets }),
    credentials: resolveCredentials(config, variables),
    issuers: issuersIn(config),
  };
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` */
export function resolveTarget(
  flags: TargetFlags,
  config: ConformanceConfig,
  variables: Variables,
): TargetSettings {
  const place = placeOf(flags, config);
  const isElsewhere = place.baseUrl !== undefined;
  const controls = controlsFor(flags, config, place.baseUrl);
  checkAdapter(adapterOf(config), config);
  const { patience: ours } = config;
  const seconds = flags.patience ?? ours?.seconds;
  const patience = { ...defaultPatience, ...ours, ...given({ seconds }) };
  const absent = isElsewhere ? (adapterOf(config).absentOperations ?? []) : [];
  return {
    ...given({ ...place, access: accessFor(flags, config) }),
    ...((ours ?? flags.patience) !== undefined && { patience }),
    ...(isElsewhere ? settingsAt(controls, flags, config, variables) : { credentials: {} }),
    controls,
    absentOperations: [...new Set([...(config.absentOperations ?? []), ...absent])],
  };
}

/**
 * @param randomSeed the seed when none is given
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function resolveRun(
  flags: RunFlags,
  config: ConformanceConfig,
  variables: Variables,
  randomSeed: () => number,
): RunSettings {
  const values = runValues(flags, config);
  const { seed } = values;
  // The only part of one is an ordinary run.
  const shard = values.shard?.count === 1 ? undefined : values.shard;
  if (shard !== undefined && seed === undefined) {
    throw refuse('All shards of a run need the same seed: add --seed with the same number to each');
  }
  const target = resolveTarget(flags, config, variables);
  return { ...values, target, shard, seed: seed ?? randomSeed() };
}
