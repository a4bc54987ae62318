import type { ConformanceConfig } from './schema.ts';

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
