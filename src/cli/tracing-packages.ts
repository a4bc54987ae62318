/** The packages of OpenTelemetry, which are optional. */
import {
  readTracingSettings,
  type TracingSettings,
  TracingSettingsError,
} from '../../reference-server/shared/telemetry/tracing-settings.ts';
import { refuse } from '../config/refuse.ts';
import type { Variables } from '../config/settings.ts';

/**
 * Loads the packages only if the standard variables turn traces on.
 *
 * @param load imports a module that needs them
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when a variable has an unknown value or a package is missing
 */
export async function withTracingPackages<T>(
  variables: Variables,
  load: (settings: TracingSettings) => Promise<T>,
): Promise<T | undefined> {
  let settings: TracingSettings | undefined;
  try {
    settings = readTracingSettings(variables);
  } catch (error) {
    throw error instanceof TracingSettingsError ? refuse(error.message) : error;
  }
  if (settings === undefined) return undefined;
  try {
    return await load(settings);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw refuse(
      'Traces need packages that are not installed: run npm install @opentelemetry/api @opentelemetry/sdk-trace ' +
        '@opentelemetry/resources @opentelemetry/exporter-trace-otlp-http, or set OTEL_SDK_DISABLED=true',
    );
  }
}
