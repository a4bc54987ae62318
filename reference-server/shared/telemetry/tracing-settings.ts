/** Reads the standard variables of OpenTelemetry, without loading OpenTelemetry. */

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

export interface TracingSettings {
  readonly sampler: SamplerName;
  readonly ratio: number;
}

/** A variable with a value that is not supported. The message names it and the remedy. */
export class TracingSettingsError extends Error {
  override readonly name = 'TracingSettingsError';
}

type Variables = Readonly<Record<string, string | undefined>>;

const isSampler = (name: string): name is SamplerName => samplers.some((known) => known === name);

/**
 * @returns undefined when there are to be no traces.
 * @throws TracingSettingsError
 */
export function readTracingSettings(variables: Variables): TracingSettings | undefined {
  const given = (name: string) => variables[name] || undefined;
  const exporter = given('OTEL_TRACES_EXPORTER');
  const endpoint = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? given('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (given('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || exporter === 'none') return undefined;
  if (exporter === undefined && endpoint === undefined) return undefined;
  if (exporter !== undefined && exporter !== 'otlp')
    throw new TracingSettingsError(`OTEL_TRACES_EXPORTER is ${exporter}: set it to otlp or none`);
  const protocol = given('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? given('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== undefined && protocol !== 'http/json')
    throw new TracingSettingsError(
      `The traces are to be sent by ${protocol}: set OTEL_EXPORTER_OTLP_PROTOCOL to http/json, which every collector takes on port 4318`,
    );
  if (endpoint !== undefined && !/^https?:\/\//.test(endpoint))
    throw new TracingSettingsError(
      'The endpoint for traces is no HTTP address: set OTEL_EXPORTER_OTLP_ENDPOINT to one such as http://localhost:4318',
    );
  const sampler = given('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  if (!isSampler(sampler))
    throw new TracingSettingsError(
      `OTEL_TRACES_SAMPLER is ${sampler}: set it to one of ${samplers.join(', ')}`,
    );
  const ratio = Number(given('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1))
    throw new TracingSettingsError('OTEL_TRACES_SAMPLER_ARG is no share: set it to a number from 0 to 1');
  return { sampler, ratio };
}
