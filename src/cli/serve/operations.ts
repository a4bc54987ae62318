/** Options of `conformance serve` for operators: log, metrics, traces, limits and exposure. */
import { hostname } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { pino } from 'pino';
import { controlKeyVariable } from '../../../conformance/target/remedies.ts';
import { suggestion } from '../../../openapi/nearest.ts';
import type { ReferenceServerOptions } from '../../../reference-server/server.ts';
import { observers } from '../../../reference-server/service/observer.ts';
import type { GrowthLimitName } from '../../../reference-server/service/shared-use.ts';
import { type GrowthLimits, growthLimits } from '../../../reference-server/shared/growth.ts';
import {
  createLog,
  type Log,
  type LogLevel,
  logBuffering,
  logLevels,
  textLine,
} from '../../../reference-server/shared/telemetry/log.ts';
import { createMetrics } from '../../../reference-server/shared/telemetry/metrics.ts';
import type { Tracing } from '../../../reference-server/shared/telemetry/tracing.ts';
import {
  isLoopbackAddress,
  ReceiverEntryError,
  receiverPolicy,
} from '../../../reference-server/webhooks/receiver-policy.ts';
import { refuse } from '../../config/refuse.ts';
import type { Variables } from '../../config/settings.ts';
import { given } from '../../config/values.ts';
import { tool } from '../../tool.ts';
import { readKept, readKeptDays, readRateLimit, repeatable } from '../options.ts';
import { withTracingPackages } from '../tracing-packages.ts';

export const logFormats = ['text', 'json'] as const;

export interface OperationsOptions {
  readonly logFormat: (typeof logFormats)[number];
  readonly logLevel?: LogLevel;
  readonly metrics: boolean;
  readonly fieldWarnings: boolean;
  readonly controlKey?: string;
  readonly deliverTo?: readonly string[];
  readonly rateLimit?: number;
  readonly limit?: Partial<GrowthLimits>;
  readonly keepDeliveries?: number;
  readonly keepRequests?: number;
  readonly keepBusinesses?: number;
}

/** Long enough that it cannot be guessed. */
const shortestControlKey = 16;

function readReceiver(text: string, before: readonly string[] = []): readonly string[] {
  try {
    const entries = text.split(',');
    receiverPolicy(entries);
    return [...before, ...entries];
  } catch (error) {
    if (error instanceof ReceiverEntryError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

const isLimitName = (name: string): name is GrowthLimitName => Object.hasOwn(growthLimits, name);

function readLimit(text: string, before: Partial<GrowthLimits> = {}): Partial<GrowthLimits> {
  const [, name = '', count] = /^(\w+)=(\d{1,9})$/.exec(text) ?? [];
  if (count === undefined)
    throw new InvalidArgumentError('It must be a name and a whole number, such as persons=500.');
  if (isLimitName(name)) return { ...before, [name]: Number(count) };
  const names = Object.keys(growthLimits);
  throw new InvalidArgumentError(
    `There is no limit ${name}.${suggestion(name, names)} The limits are ${names.sort().join(', ')}.`,
  );
}

export function addOperationsOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--control-key <key>',
        'key that protects the control plane and the metrics; required unless the server listens on this machine only',
      ).env(controlKeyVariable),
    )
    .addOption(
      repeatable(
        new Option(
          '--deliver-to <receiver>',
          'allowed webhook receivers: a host, *.host, an address, a network, or the word "public"; repeatable (default: this machine)',
        ).argParser(readReceiver),
      ),
    )
    .option('--rate-limit <n>', 'maximum requests per minute for each key (default: no limit)', readRateLimit)
    .addOption(
      repeatable(
        new Option(
          '--limit <name=n>',
          'maximum number of records of one kind that a tenant can create, such as persons=500; repeatable (kinds: docs/operations.md)',
        ).argParser(readLimit),
      ),
    )
    .option(
      '--keep-deliveries <n>',
      'number of finished deliveries to keep in the log (default: 10000)',
      readKept,
    )
    .option(
      '--keep-businesses <days>',
      'remove a business created by POST /v1/platform/businesses after this many days without a request or an event (default: keep all)',
      readKeptDays,
    )
    .option(
      '--keep-requests <n>',
      'number of requests that the control plane shows (default: 1000)',
      readKept,
    )
    .addOption(
      new Option('--log-format <name>', 'text on standard error, or JSON on standard output')
        .choices(logFormats)
        .default('text'),
    )
    .addOption(
      new Option('--log-level <name>', 'lowest level to log (default: warn; with json: info)').choices(
        logLevels,
      ),
    )
    .option(
      '--no-field-warnings',
      'do not warn, in the log and in the header X-Field-Warnings, about unknown fields, words and names in a query, and fields that were left out',
    )
    .option('--no-metrics', 'turn off the metrics at /_metrics');
}

const isThisMachine = (host: string) => host === 'localhost' || isLoopbackAddress(host);

/** @throws ConformanceError when the control plane would be open to a network, or its key is too short. */
export function checkExposure(host: string, control: boolean, { controlKey }: OperationsOptions): void {
  // Checked here, because the option parser would show the key in its message.
  if (
    controlKey !== undefined &&
    (controlKey.length < shortestControlKey || !/^[\x21-\x7e]+$/.test(controlKey))
  )
    throw refuse(
      `The control key must have at least ${shortestControlKey} printable characters and no space: ` +
        'set CONFORMANCE_CONTROL_KEY to what `openssl rand -hex 24` prints',
    );
  if (isThisMachine(host) || !control || controlKey !== undefined) return;
  throw refuse(
    `On ${host} other machines can reach the control plane, which shows every key and can change everything: ` +
      'set CONFORMANCE_CONTROL_KEY to a key of your own, or turn the control plane off with --no-control',
  );
}

/** Destination of the log. */
interface Lines {
  readonly write: (line: string) => void;
  /** Writes buffered lines. */
  readonly flush: () => Promise<void>;
}

function openLines(format: OperationsOptions['logFormat']): Lines {
  if (format === 'text') {
    return { write: (line) => process.stderr.write(textLine(line)), flush: async () => {} };
  }
  const out = pino.destination({ dest: 1, ...logBuffering });
  // The server keeps running when the reader of the log is gone.
  out.on('error', () => {});
  return {
    write: (line) => out.write(line),
    // Not flushSync, which retries forever when the reader is gone.
    flush: () =>
      new Promise((resolve) => {
        out.once('error', () => resolve());
        out.flush(() => resolve());
      }),
  };
}

/** Loads the tracing packages only if the standard variables turn traces on. */
const openTracing = (environment: string, variables: Variables): Promise<Tracing | undefined> =>
  withTracingPackages(variables, async (settings) => {
    const { createTracing } = await import('../../../reference-server/shared/telemetry/tracing.ts');
    return createTracing({ ...settings, environment, version: tool.version });
  });

/** Log, metrics and traces of the servers of one process. */
export interface ServerOperations {
  /** The options for one server. */
  optionsFor(environment: 'sandbox' | 'production'): Promise<{
    readonly options: Pick<
      ReferenceServerOptions,
      | 'observer'
      | 'metrics'
      | 'controlKey'
      | 'deliverTo'
      | 'requestsPerMinute'
      | 'growthLimits'
      | 'keptDeliveries'
      | 'keptRequests'
      | 'keptBusinessDays'
      | 'fieldWarnings'
    >;
    readonly log: Log;
  }>;
  /** Logs a message for every server. */
  say(message: string): void;
  /** Writes buffered lines. */
  close(): Promise<void>;
}

/**
 * @param variables environment variables
 * @param secrets values that must never be in the log
 */
export function openOperations(
  options: OperationsOptions,
  variables: Variables,
  secrets: readonly string[],
): ServerOperations {
  const { logFormat, controlKey } = options;
  const level = options.logLevel ?? (logFormat === 'json' ? 'info' : 'warn');
  const lines = openLines(logFormat);
  const logs: Log[] = [];
  const tracings: Tracing[] = [];
  return {
    async optionsFor(environment) {
      const tracing = await openTracing(environment, variables);
      if (tracing) tracings.push(tracing);
      const base = { environment, instance: hostname(), version: tool.version };
      const hidden = [...secrets, ...(controlKey === undefined ? [] : [controlKey])];
      const log = createLog({
        level,
        base,
        secrets: hidden,
        write: lines.write,
        ...given({ traceOf: tracing?.traceOf }),
      });
      logs.push(log);
      const metrics = options.metrics ? createMetrics({ environment }) : undefined;
      return {
        log,
        options: {
          observer: observers([...(tracing ? [tracing] : []), log, ...(metrics ? [metrics] : [])]),
          ...given({
            metrics,
            controlKey,
            deliverTo: options.deliverTo,
            growthLimits: options.limit,
            keptDeliveries: options.keepDeliveries,
            keptRequests: options.keepRequests,
            keptBusinessDays: options.keepBusinesses,
            requestsPerMinute: options.rateLimit,
            fieldWarnings: options.fieldWarnings,
          }),
        },
      };
    },
    say(message) {
      for (const log of logs) log.say('info', message);
    },
    async close() {
      await Promise.all(tracings.map((tracing) => tracing.close()));
      await lines.flush();
    },
  };
}
