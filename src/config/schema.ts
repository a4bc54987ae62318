/** The configuration file. Unknown keys are errors. */
import * as z from 'zod';
import { targetKinds } from '../../conformance/engine/events.ts';
import { allOperations, type OperationId } from '../../openapi/description.ts';

/** Operations that the interface document does not describe, which a target may lack. */
export const assumedOperations: readonly OperationId[] = allOperations
  .filter(({ provenance }) => provenance === 'assumed')
  .map(({ id }) => id);

const variableName = /^[A-Z_][A-Z0-9_]*$/;
const secretRemedy =
  "must name an environment variable, such as { env: 'CONFORMANCE_PLATFORM_TOKEN' }: " +
  'a secret must not be in the file';

/** Where a secret is taken from: the name of an environment variable, never the value. */
const SecretSource = z.strictObject(
  { env: z.string(secretRemedy).regex(variableName, secretRemedy) },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : secretRemedy) },
);

export const profileNames = ['smoke', 'standard', 'thorough'] as const;
export const environments = ['sandbox', 'production'] as const;

export const ConfigSchema = z.strictObject({
  /** What the target is, where it is not to be found out: `prism` without a base URL starts one. */
  target: z.enum(targetKinds).optional(),
  /** Address of the target, such as `https://sandbox.example.com`. */
  baseUrl: z.string().optional(),
  environment: z.enum(environments).optional(),
  credentials: z
    .strictObject({
      platformToken: SecretSource.optional(),
      orgToken: SecretSource.optional(),
      otherEnvironmentToken: SecretSource.optional(),
      jwtSecret: SecretSource.optional(),
    })
    .optional(),
  /** Assumed operations that the target does not offer; what needs them is not exercised. */
  absentOperations: z.array(z.enum(assumedOperations)).optional(),
  /** `reference`: the control plane of our reference server must answer. `none`: it is not used. */
  controls: z.enum(['reference', 'none']).optional(),
  profile: z.enum(profileNames).optional(),
  /** 32-bit integer that everything random comes from. */
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  /** Checks that run at a time. */
  concurrency: z.int().min(1).max(64).optional(),
  /** Folder of the report. */
  out: z.string().min(1).optional(),
  /** Percentage of the documented requirements that a partial run must have exercised. */
  minCoverage: z.number().min(0).max(100).optional(),
});

/** What `conformance.config.ts` (or .js, .json, .yaml) may say. Flags of the command line override it. */
export type ConformanceConfig = z.infer<typeof ConfigSchema>;
