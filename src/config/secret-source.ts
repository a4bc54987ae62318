/** Where a secret is taken from: the name of an environment variable, never the value. */
import * as z from 'zod';

const variableName = /^[A-Z_][A-Z0-9_]*$/;
const secretRemedy =
  "must name an environment variable, such as { env: 'CONFORMANCE_PLATFORM_TOKEN' }: " +
  'a secret must not be in the file';

export const SecretSource = z.strictObject(
  { env: z.string(secretRemedy).regex(variableName, secretRemedy) },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : secretRemedy) },
);
