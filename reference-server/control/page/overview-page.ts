import { type Html, html } from '../../../markup/html.ts';
import type { BusinessRecord } from '../../state/records/businesses.ts';
import { controlVersion } from '../operations.ts';
import type { PageParts } from './actions.ts';
import { moment } from './format.ts';
import { badge, type Column, facts, framed, secret, section, table } from './layout.ts';
import type { Notice } from './notices.ts';
import { requestsSection } from './traffic-sections.ts';

/** The name of a business, or a description if it has none. */
export function businessName({ kind, details }: BusinessRecord): string {
  if (details?.businessName) return details.businessName;
  switch (kind) {
    case 'primary':
      return 'Default business of the platform';
    case 'independent':
      return 'Business of the org token';
    case 'created':
      return 'Business created by the platform';
  }
  return kind satisfies never;
}

function keysSection({ access }: PageParts['service']): Html {
  const { platformToken, orgToken, otherEnvironmentToken, jwtSecret } = access.keys;
  return section(
    { id: 'keys', title: 'Keys' },
    facts([
      ['Platform token', secret(platformToken)],
      ['Org token', secret(orgToken)],
      ['Token of the other environment', secret(otherEnvironmentToken)],
      ['Secret for external JWTs', secret(jwtSecret)],
    ]),
  );
}

/** @param address of the server, as the browser sees it */
export function overviewPage(
  { service, log, about }: PageParts,
  businesses: readonly BusinessRecord[],
  address: string,
  notice: Notice | undefined,
): string {
  const { environment, mode, clock } = service;
  const columns: readonly Column<BusinessRecord>[] = [
    {
      title: 'Business',
      of: (business) => html`<a href="/_control/businesses/${business.id}">${businessName(business)}</a>`,
    },
    { title: 'Tenant key', of: ({ tenantKey }) => html`<code>${tenantKey}</code>` },
    { title: 'Time', kind: 'when', of: (business) => moment(clock.now(business)) },
    {
      title: 'Clock',
      of: ({ stoppedAt }) => badge(stoppedAt === undefined ? 'running' : 'stopped', 'quiet'),
    },
  ];
  const content = html`<h1>Reference server</h1>
<p class="soft">The state of the server. Click the name of a business below: its page moves its clock, and acts as the bank, the reviewer or the worker.</p>
${facts([
  ['Address', html`<code>${address}</code>`],
  ['Environment', environment],
  ['Mode', mode === 'automatic' ? 'automatic: new clocks run' : 'manual: new clocks are stopped'],
  ['Version', controlVersion],
  ...(about.fault === undefined ? [] : [['Deliberate fault', badge(about.fault, 'bad')] as const]),
])}
${section({ id: 'businesses', title: 'Businesses', count: businesses.length }, table('Businesses', businesses, columns, 'None.'))}
${keysSection(service)}
${requestsSection(log.latest())}
<div class="foot"><details><summary>Reset</summary>
<p>Deletes everything except the keys.</p>
<form method="post" action="/_control/page/reset"><button class="danger">Reset the server</button></form></details></div>`;
  return framed({ title: 'Overview', environment, address: '/_control', notice }, content);
}
