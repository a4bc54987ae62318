/** What several clients did at the same time, as lanes of time, with a table that says the same. */
import type { TimelineEntry } from '../../conformance/engine/finding.ts';
import { type Html, html } from '../../markup/html.ts';
import { shorten } from '../../markup/visible-text.ts';
import { isRequest, laneName, lengthOfTime, outcomeOf, simultaneousWith } from '../timeline.ts';

const textLimit = 300;
/** In pixels: of a lane, of the names before the lanes, and between a start or end and the next. */
const lane = 34;
const names = 92;
const tick = 34;
const height = 22;

/** The times at which more than one request is under way. */
function overlaps(timeline: readonly TimelineEntry[], length: number): readonly number[] {
  const requests = timeline.filter(isRequest);
  return Array.from({ length }, (_, time) => time).filter(
    (time) => requests.filter(({ start, end = length }) => start <= time && end > time).length > 1,
  );
}

function box(entry: TimelineEntry, number: number, row: number, length: number): Html {
  const { start, end, isUnexplained, label } = entry;
  const kind = isUnexplained ? 'operation unexplained' : end === undefined ? 'operation lost' : 'operation';
  const x = names + start * tick;
  const width = Math.max(tick / 2, ((end ?? length + 1) - start) * tick);
  const y = row * lane + (lane - height) / 2;
  return html`<g class="${kind}"><title>${shorten(label, textLimit)}: ${shorten(outcomeOf(entry), textLimit)}</title><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/><text x="${x + 7}" y="${y + 15}">${number}${isUnexplained ? ' ✕' : ''}</text></g>`;
}

function row(timeline: readonly TimelineEntry[], entry: TimelineEntry, index: number): Html {
  const others = simultaneousWith(timeline, entry).map((other) => other + 1);
  return html`<tr><th scope="row">${index + 1}</th><td>${laneName(entry)}</td><td>${shorten(entry.label, textLimit)}</td>
<td>${entry.isUnexplained ? html`<mark>${shorten(outcomeOf(entry), textLimit)}</mark> ✕` : shorten(outcomeOf(entry), textLimit)}</td><td>${others.length === 0 ? '–' : others.join(', ')}</td></tr>`;
}

/** Lanes of time, one for each client and one for webhooks; the shade marks where operations overlap. */
export function timelineView(timeline: readonly TimelineEntry[]): Html {
  const length = lengthOfTime(timeline);
  const clients = [...new Set(timeline.map(({ client }) => client))].toSorted(
    (a, b) => Number(a <= 0) - Number(b <= 0) || a - b,
  );
  const [width, bottom] = [names + (length + 1) * tick + 8, clients.length * lane];
  return html`<h4>Timeline</h4>
<p class="aside">No order of these requests explains what the marked one (✕) returned. Time goes from left to right; the shade marks where requests overlap; a request whose answer was lost may take effect at any time after its start, or never; a webhook shows something that took effect at some time before it arrived.</p>
<figure><svg class="timeline" role="img" aria-label="The requests of each client as lanes of time; the table below has the same information" viewBox="0 0 ${width} ${bottom}" width="${width}" height="${bottom}">
${overlaps(timeline, length).map((time) => html`<rect class="overlap" x="${names + time * tick}" y="0" width="${tick}" height="${bottom}"/>`)}
${clients.map((client, at) => html`<text class="lane" x="0" y="${at * lane + 21}">${laneName({ client })}</text><line x1="${names}" x2="${width}" y1="${(at + 1) * lane}" y2="${(at + 1) * lane}"/>`)}
${timeline.map((entry, index) => box(entry, index + 1, clients.indexOf(entry.client), length))}
</svg></figure>
<table><thead><tr><th scope="col">No.</th><th scope="col">Who</th><th scope="col">Request</th><th scope="col">Outcome</th><th scope="col">Overlaps</th></tr></thead>
<tbody>${timeline.map((entry, index) => row(timeline, entry, index))}</tbody></table>`;
}
