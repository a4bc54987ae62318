/**
 * Traces over OTLP, with the standard variables of OpenTelemetry. This file is loaded only when the variables ask for
 * traces: its packages are optional. A span is created when the request or attempt is over, so that no context has to
 * be passed through the code.
 */
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { AnsweredRequest, MadeAttempt, Observer } from '../../service/observer.ts';
import { Refusal } from '../../state/refusal.ts';
import { createMask, factsOf } from './masking.ts';
import type { SamplerName } from './tracing-settings.ts';

export interface TracingOptions {
  readonly sampler: SamplerName;
  /** Share of the traces that a sampler by ratio keeps. */
  readonly ratio: number;
  readonly environment: string;
  readonly version: string;
}

export interface Tracing extends Observer {
  /** The trace of something that was observed. */
  traceOf(subject: AnsweredRequest | MadeAttempt): string | undefined;
  /** Sends the spans that are still held back. */
  close(): Promise<void>;
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
  return name satisfies never;
}

/** The trace that a caller continues, as the W3C writes it. */
function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags = '0'] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, context);
}

export function createTracing({ sampler, ratio, environment, version }: TracingOptions): Tracing {
  const own = { 'service.name': 'workforce-conformance', 'service.version': version };
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, ratio),
    // The variables override the service's own values.
    resource: defaultResource()
      .merge(resourceFromAttributes({ ...own, 'deployment.environment.name': environment }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('workforce-conformance', version);
  const mask = createMask();
  const traces = new WeakMap<AnsweredRequest | MadeAttempt, string>();

  function span(
    subject: AnsweredRequest | MadeAttempt,
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent: Context,
  ): Span {
    const startTime = performance.timeOrigin + subject.beganAt;
    const made = tracer.startSpan(name, { kind, startTime, attributes }, parent);
    traces.set(subject, made.spanContext().traceId);
    return made;
  }

  const endOf = ({ beganAt, durationMillis }: AnsweredRequest | MadeAttempt) =>
    performance.timeOrigin + beganAt + durationMillis;

  return {
    requestAnswered(request) {
      const { method, operation, status, businessId, caller, error, requestId, path } = request;
      // Health probes and metric scrapes are not traced.
      if (path.startsWith('/_health') || path === '/_metrics') return;
      const attributes: Attributes = {
        'http.request.method': method,
        'http.response.status_code': status,
        'conformance.request.id': mask(requestId),
        ...(operation !== undefined && { 'conformance.operation': operation }),
        ...(businessId !== undefined && { 'conformance.business.id': businessId }),
        ...(caller !== undefined && { 'conformance.caller': caller }),
      };
      const name = operation ?? method;
      const made = span(request, name, SpanKind.SERVER, attributes, parentOf(request.traceparent));
      if (status >= 500) made.setStatus({ code: SpanStatusCode.ERROR });
      if (error !== undefined && !(error instanceof Refusal)) {
        const { name: type, message } = factsOf(error, mask);
        made.addEvent('exception', { 'exception.type': type, 'exception.message': message });
      }
      made.end(endOf(request));
    },
    attemptMade(attempt) {
      const { eventType, eventId, businessId, outcome, status } = attempt;
      const attributes: Attributes = {
        'conformance.event.type': eventType,
        'conformance.event.id': eventId,
        'conformance.business.id': businessId,
        'conformance.attempt': attempt.attempt,
        'conformance.outcome': outcome,
        ...(status !== undefined && { 'http.response.status_code': status }),
      };
      const made = span(attempt, `deliver ${eventType}`, SpanKind.CLIENT, attributes, ROOT_CONTEXT);
      if (outcome !== 'acknowledged') made.setStatus({ code: SpanStatusCode.ERROR });
      made.end(endOf(attempt));
    },
    traceOf: (subject) => traces.get(subject),
    close: () => provider.shutdown(),
  };
}
