/** The configuration file: the options of a run (run-options.ts), and what has no option. Unknown keys are errors. */
import * as z from 'zod';
import { type FixtureKind, fixtureKinds } from '../../conformance/target/target.ts';
import type { Adapter } from './adapter.ts';
import { assumedOperations, BindingsSchema } from './bindings.ts';
import { ControlsSchema, CredentialSource } from './controls.ts';
import { DataSchema } from './data.ts';
import type { Value } from './option-values.ts';
import type { InConfig } from './run-flags.ts';
import { optionNames, optionTable, type ValueOf } from './run-options.ts';
import { mostPatienceSeconds } from './values.ts';

const fixtureRemedy = "must be a list of ids, such as ['7b1e6f0a-3c52-4d8e-9a41-2f6c8d0e1b73']";
const idRemedy = 'must be an id: a text that is not empty';

const Ids = z.array(z.string(idRemedy).min(1, idRemedy), fixtureRemedy).exactOptional();

// Every kind has the same schema.
const shape = Object.fromEntries(fixtureKinds.map((kind) => [kind, Ids])) as Record<FixtureKind, typeof Ids>;

/** Resources that exist at a target already. */
const FixturesSchema = z.strictObject(shape);

const adapterRemedy = 'must be a file, such as ./adapter.ts, or what defineAdapter returns';

/** The content has a schema of its own (adapter.ts). */
const AdapterValue = z.custom<Adapter>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  adapterRemedy,
);

const accesses = ['read-only', 'read-write'] as const;
const patienceRemedy = `must be a number of seconds from 0 to ${mostPatienceSeconds}`;

function schemaOf({ form, must }: Value<unknown>): z.ZodType {
  switch (form.type) {
    case 'number':
      return z.number(must).min(form.least, must).max(form.most, must);
    case 'integer':
      return z.int(must).min(form.least, must).max(form.most, must);
    case 'text':
      return z.string().min(1);
    case 'words':
      return z.array(z.string());
    case 'choice':
      return z.enum(form.choices);
    case 'names':
      return z.array(z.enum(form.choices)).min(1);
    case 'other':
      return z.unknown();
  }
  return form satisfies never;
}

/** The keys that are options of a run. */
const configKeys = Object.fromEntries(
  optionNames.flatMap((name) => {
    const { value, config } = optionTable[name];
    const schema = value === undefined ? z.boolean() : schemaOf(value);
    return config === undefined ? [] : [[name, schema.optional().describe(config)] as const];
  }),
) as unknown as { readonly [Name in InConfig]: z.ZodOptional<z.ZodType<ValueOf<Name>>> };

export const ConfigSchema = z.strictObject({
  ...configKeys,
  /** Whether the suite may write there. In production it only reads unless this says `read-write`. */
  access: z.enum(accesses).optional(),
  /** How long to wait for each asynchronous effect of a target. */
  patience: z
    .strictObject({
      /** 5 unless it is said. */
      seconds: z
        .number(patienceRemedy)
        .min(0, patienceRemedy)
        .max(mostPatienceSeconds, patienceRemedy)
        .exactOptional(),
      /** Between two looks. */
      pauseMillis: z.int().min(10).max(60_000).exactOptional(),
    })
    .optional(),
  /** Ids of resources that exist there already, for reads that need one. */
  fixtures: FixturesSchema.optional(),
  /** The data that fills requests. The suite finds missing data before the checks. */
  data: DataSchema.optional(),
  /** Keys, each by the name of the environment variable that holds it, or by what issues it. */
  credentials: z
    .strictObject({
      /** Creates businesses and acts for each of them. */
      platformToken: CredentialSource.optional(),
      /** Key of one business. */
      orgToken: CredentialSource.optional(),
      /** Key of the other environment, which the target must reject. */
      otherEnvironmentToken: CredentialSource.optional(),
      /** The tenant key of a business that is not of the platform, such as one of another platform. */
      foreignTenantKey: CredentialSource.optional(),
      /** Signs external tokens (HS256), for the exchange of a JWT. */
      jwtSecret: CredentialSource.optional(),
    })
    .optional(),
  /** Assumed operations that the target does not offer. Requirements that need them are not exercised. */
  absentOperations: z.array(z.enum(assumedOperations)).optional(),
  /** Businesses that the keys are for, where they are known; clocks and webhook endpoints need them. */
  businesses: z
    .strictObject({ org: z.string().exactOptional(), platform: z.string().exactOptional() })
    .optional(),
  /** The target's names where the document leaves them open, by operation. */
  bindings: BindingsSchema.optional(),
  /**
   * The target's implementation of the parts that the interface document leaves open: the result of `defineAdapter`, or
   * the file that exports it.
   */
  adapter: z.union([z.string().min(1), AdapterValue], adapterRemedy).optional(),
  /**
   * `reference`: the control plane of our reference server must answer. `none`: it is not used.
   * Otherwise the controls of the target, each one a request, a function, or a function of a module.
   */
  controls: z.union([z.enum(['reference', 'none']), ControlsSchema]).optional(),
});

/** The contents of `conformance.config.ts` (or .js, .json, .yaml). Flags of the command line override it. */
export type ConformanceConfig = z.infer<typeof ConfigSchema>;

/**
 * Gives a configuration file in TypeScript or JavaScript its types.
 *
 * @example
 * ```ts
 * export default defineConfig({
 *   baseUrl: 'https://sandbox.example.com',
 *   environment: 'sandbox',
 *   credentials: { platformToken: { env: 'SANDBOX_PLATFORM_TOKEN' } },
 * });
 * ```
 */
export function defineConfig(config: ConformanceConfig): ConformanceConfig {
  return config;
}
