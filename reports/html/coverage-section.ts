/** The operations, statuses and events that the run saw, and the response times. */
import { percentile } from '../../conformance/engine/latencies.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { allOperations, eventSchemas, type Operation } from '../../openapi/description.ts';
import { isOfService } from '../findings.ts';
import { duration, plural } from '../wording.ts';

type Counts = Readonly<Record<string, number>>;

const slowestLimit = 10;

/** Described statuses that were not seen. Any status of a class such as 2XX counts; 5XX is not expected. */
function unseenStatuses({ responses }: Operation, seen: Counts): string[] {
  return Object.keys(responses).filter(
    (status) =>
      !status.startsWith('5') &&
      !Object.keys(seen).some((each) => each === status || `${each[0]}XX` === status),
  );
}

function statuses(seen: Counts, unseen: readonly string[]): Html {
  const entries = Object.entries(seen);
  if (entries.length === 0) return html`<span class="aside">never called</span>`;
  const counted = entries.map(
    ([status, count]) =>
      html`<span class="seen"><span class="code s${status.slice(0, 1)}">${status}</span> ×${count}</span> `,
  );
  const missing = unseen.map(
    (status) => html`<span class="seen unseen-status"><span class="code">${status}</span> not seen</span> `,
  );
  return html`${counted}${missing}`;
}

/** Milliseconds of the upper bound of a class. */
function time(counts: Counts | undefined, share: number): string {
  const millis = percentile(counts ?? {}, share);
  if (millis === undefined) return '–';
  return millis < 10 ? `${millis} ms` : duration(millis);
}

interface Row {
  readonly id: string;
  readonly route: string;
  readonly seen: Counts;
  readonly unseen: readonly string[];
}

function rowsOf(results: Results): Row[] {
  const { operations } = results.coverage;
  // A webhook receiver has no operations of the service.
  const described = isOfService(results) ? allOperations : [];
  const known = new Set<string>(described.map(({ id }) => id));
  const others = Object.keys(operations).filter((id) => !known.has(id));
  return [
    ...described.map((operation) => {
      const { id, method, path } = operation;
      const seen = operations[id] ?? {};
      return { id, route: `${method.toUpperCase()} ${path}`, seen, unseen: unseenStatuses(operation, seen) };
    }),
    ...others.map((id) => ({ id, route: '', seen: operations[id] ?? {}, unseen: [] })),
  ];
}

function operationsTable(results: Results, rows: readonly Row[]): Html {
  const { latencies = {} } = results.coverage;
  const lines = rows.map(
    ({ id, route, seen, unseen }) =>
      html`<tr><th scope="row">${id} <code class="sub">${route}</code></th><td>${statuses(seen, unseen)}</td>
<td class="number">${time(latencies[id], 0.5)}<span class="narrow"> p50</span></td><td class="number">${time(latencies[id], 0.95)}<span class="narrow"> p95</span></td></tr>`,
  );
  return html`<table class="stacking operations">
<thead><tr><th scope="col">Operation</th><th scope="col">Statuses</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th></tr></thead>
<tbody>${lines}</tbody></table>`;
}

/** The operations with the highest p95. */
function slowestTable({ coverage: { latencies = {} } }: Results): Html | undefined {
  const rows = Object.entries(latencies)
    .map(([id, counts]) => ({
      id,
      half: percentile(counts, 0.5) ?? 0,
      most: percentile(counts, 0.95) ?? 0,
      answers: Object.values(counts).reduce((sum, count) => sum + count, 0),
      counts,
    }))
    .toSorted((a, b) => b.most - a.most || b.half - a.half)
    .slice(0, slowestLimit);
  const [slowest] = rows;
  if (slowest === undefined) return undefined;
  const width = (millis: number) => ((millis / slowest.most) * 100).toFixed(1);
  const lines = rows.map(
    ({ id, half, most, answers, counts }) => html`<tr><th scope="row">${id}</th>
<td class="chart"><svg class="spread" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="most" width="${width(most)}" height="10"/><rect class="half" width="${width(half)}" height="10"/></svg></td>
<td class="number">${time(counts, 0.5)}<span class="narrow"> p50</span></td><td class="number">${time(counts, 0.95)}<span class="narrow"> p95</span></td>
<td class="number">${answers}<span class="narrow"> ${answers === 1 ? 'response' : 'responses'}</span></td></tr>`,
  );
  return html`<h3>Slowest operations</h3>
<p class="aside">Half of the responses arrived within the time p50, 95 % of them within p95. Both are accurate to 20 %. A run sends several requests at the same time, and the times include the wait in the server's queue.</p>
<table class="stacking slowest"><thead><tr><th scope="col">Operation</th><th scope="col"><span class="unseen">p50 and p95 as bars</span></th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">Responses</th></tr></thead>
<tbody>${lines}</tbody></table>`;
}

function eventsList({ coverage: { events }, target }: Results): Html {
  const never = target.kind === 'receiver' ? 'not sent' : 'not received';
  const types = [...new Set([...eventSchemas.keys(), ...Object.keys(events)])];
  const items = types.map((type) => {
    const count = events[type] ?? 0;
    return html`<li${count === 0 ? html` class="never"` : undefined}><code>${type}</code> <span class="count">${count === 0 ? never : `×${count}`}</span></li>`;
  });
  return html`<ul class="events">${items}</ul>`;
}

/** Responses of a server with another interface. */
function operationsSection(results: Results): Html {
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage</h2>
${slowestTable(results)}
<h3>Operations</h3>
${operationsTable(results, rowsOf(results))}
</section>`;
}

/** Responses of a webhook receiver, and the events that were sent to it. */
function receiverSection(results: Results): Html {
  const { events } = results.coverage;
  const sent = [...eventSchemas.keys()].filter((type) => (events[type] ?? 0) > 0).length;
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage</h2>
<h3>Responses</h3>
${operationsTable(results, rowsOf(results))}
<h3>Events <span class="count">${sent} of ${eventSchemas.size} sent</span></h3>
${eventsList(results)}
</section>`;
}

/** Operations with their statuses and response times, and events. */
export function coverageSection(results: Results): Html {
  if (results.target.kind === 'receiver') return receiverSection(results);
  if (!isOfService(results)) return operationsSection(results);
  const rows = rowsOf(results);
  const called = rows.filter(({ seen }) => Object.keys(seen).length > 0).length;
  const unseen = rows.reduce((sum, row) => sum + row.unseen.length, 0);
  const received = [...eventSchemas.keys()].filter((type) => (results.coverage.events[type] ?? 0) > 0).length;
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage</h2>
${slowestTable(results)}
<h3>Operations <span class="count">${called} of ${rows.length} called, ${unseen === 0 ? 'every status of the description seen' : `${plural(unseen, 'status', 'statuses')} of the description not seen`}</span></h3>
${operationsTable(results, rows)}
<h3>Events <span class="count">${received} of ${eventSchemas.size} received</span></h3>
${eventsList(results)}
</section>`;
}
