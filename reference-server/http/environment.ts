import type { Operation } from '../../openapi/description.ts';

/** Whether an environment has an operation (section "Sandbox-only behaviour"). */
export const isPartOf = (environment: 'sandbox' | 'production', { path }: Operation): boolean =>
  environment === 'sandbox' || !path.startsWith('/v1/sandbox/');
