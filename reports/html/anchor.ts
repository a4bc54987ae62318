/** Ids that links point at. */
import type { Finding } from '../../conformance/engine/finding.ts';
import { type Html, html } from '../../markup/html.ts';

/** Finding ids hold slashes, which are awkward in a fragment. */
export function findingAnchor({ id }: Finding): string {
  return `finding-${id.replaceAll(/[^\w.-]+/g, '-')}`;
}

/** Of a heading of the interface document. */
export function sectionAnchor(section: string): string {
  return `section-${section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** Requirements are anchored by their id. */
export function requirementLink(id: string): Html {
  return html`<a class="id" href="#${id}">${id}</a>`;
}
