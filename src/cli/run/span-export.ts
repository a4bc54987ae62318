/**
 * Exports the spans of a run over OTLP. This file is loaded only when the variables of OpenTelemetry ask for traces: its
 * packages are optional. The run and its checks are one trace. Each case is a trace of its own, which a finding names, and
 * links to its check.
 */
import {
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
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
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import { newTraceId, type RunSpan, type WriteSpan } from '../../../conformance/provider/case-trace.ts';
import { tool } from '../../tool.ts';

export interface RunTraces extends AsyncDisposable {
  readonly write: WriteSpan;
  /** Passes the events on, and makes the spans of the run and its checks of them. */
  follow(events: AsyncIterable<RunEvent>): AsyncIterable<RunEvent>;
}

/** As many spans as a run makes while an export is under way; more are dropped. */
const maxQueueSize = 50_000;

/** Ids that were given away before the span is made. */
interface Ids {
  readonly traceId: string;
  readonly spanId: string;
}

interface Finished extends Ids {
  readonly name: string;
  readonly parentId?: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: RunSpan['attributes'];
  readonly isFailed?: boolean;
  readonly isRequest?: boolean;
  readonly links?: readonly Link[];
}

const contextOf = ({ traceId, spanId }: Ids): SpanContext => ({ traceId, spanId, traceFlags: 1 });

export function exportSpans(): RunTraces {
  let next: Ids = { traceId: '', spanId: '' };
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': tool.name, 'service.version': tool.version }))
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), maxQueueSize })],
  });
  const tracer = provider.getTracer(tool.name, tool.version);
  const ofRun: Ids = { traceId: newTraceId(16), spanId: newTraceId(8) };
  const checks = new Map<string, Ids>();

  /** A case may end before the event that its check has started is read. */
  function idsOfCheck(check: string): Ids {
    const ids = checks.get(check) ?? { traceId: ofRun.traceId, spanId: newTraceId(8) };
    checks.set(check, ids);
    return ids;
  }

  function send(finished: Finished): void {
    const { name, traceId, spanId, parentId, startedAt, endedAt, attributes, links = [] } = finished;
    next = { traceId, spanId };
    const parent =
      parentId === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, contextOf({ traceId, spanId: parentId }));
    const kind = finished.isRequest ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(
      name,
      { kind, startTime: startedAt, attributes, links: [...links] },
      parent,
    );
    if (finished.isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endedAt);
  }

  const startedAt = Date.now();

  function note(event: RunEvent): void {
    if (event.type === 'check-finished') {
      const { check, status, requests, durationMillis } = event;
      const endedAt = Date.now();
      send({
        ...idsOfCheck(check),
        ...{ name: `check ${check}`, parentId: ofRun.spanId, startedAt: endedAt - durationMillis, endedAt },
        attributes: { 'conformance.status': status, 'conformance.requests': requests },
        isFailed: status === 'failed' || status === 'errored',
      });
    }
    if (event.type === 'run-finished') {
      const attributes = { 'conformance.verdict': event.verdict };
      send({ ...ofRun, name: 'conformance run', startedAt, endedAt: Date.now(), attributes });
    }
  }

  return {
    write({ kind, check, attributes, ...span }) {
      send({
        ...span,
        attributes: { ...attributes, 'conformance.check': check },
        isRequest: kind === 'request',
        ...(kind === 'case' && { links: [{ context: contextOf(idsOfCheck(check)) }] }),
      });
    },
    async *follow(events) {
      for await (const event of events) {
        note(event);
        yield event;
      }
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown();
    },
  };
}
