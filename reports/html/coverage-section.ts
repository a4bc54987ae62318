/** Which operations, statuses and events the run has seen. */
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import { allOperations, eventSchemas } from '../../openapi/description.ts';
import { plural } from '../wording.ts';

function statuses(seen: Readonly<Record<string, number>> | undefined): Html {
  const entries = Object.entries(seen ?? {});
  if (entries.length === 0) return html`<span class="aside">never called</span>`;
  return html`${entries.map(
    ([status, count]) =>
      html`<span class="seen"><span class="code s${status.slice(0, 1)}">${status}</span> ×${count}</span> `,
  )}`;
}

function operationsTable({ coverage: { operations } }: Results): Html {
  const known = new Set<string>(allOperations.map(({ id }) => id));
  const others = Object.keys(operations).filter((id) => !known.has(id));
  const rows = [
    ...allOperations.map(({ id, method, path }) => ({ id, route: `${method.toUpperCase()} ${path}` })),
    ...others.map((id) => ({ id, route: '' })),
  ].map(
    ({ id, route }) =>
      html`<tr><th scope="row">${id}</th><td><code>${route}</code></td><td>${statuses(operations[id])}</td></tr>`,
  );
  return html`<table class="stacking">
<thead><tr><th scope="col">Operation</th><th scope="col">Route</th><th scope="col">Statuses seen</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function eventsTable({ coverage: { events } }: Results): Html {
  const types = [...new Set([...eventSchemas.keys(), ...Object.keys(events)])];
  const rows = types.map((type) => {
    const count = events[type] ?? 0;
    return html`<tr><th scope="row">${type}</th><td>${count === 0 ? html`<span class="aside">never received</span>` : plural(count, 'time')}</td></tr>`;
  });
  return html`<table class="stacking"><thead><tr><th scope="col">Event</th><th scope="col">Received</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** Operations with the statuses they answered, and events. */
export function coverageSection(results: Results): Html {
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage</h2>
<h3>Operations</h3>
${operationsTable(results)}
<h3>Events</h3>
${eventsTable(results)}
</section>`;
}
