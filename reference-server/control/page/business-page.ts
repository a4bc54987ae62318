import { html } from '../../../markup/html.ts';
import { accountsSection } from './accounts-section.ts';
import { clockSection } from './clock-section.ts';
import { deliveriesSection } from './deliveries-section.ts';
import { facts, framed } from './layout.ts';
import { balancesSection, transactionsSection } from './money-section.ts';
import type { Notice } from './notices.ts';
import { businessName } from './overview-page.ts';
import { payrollsSection } from './payrolls-section.ts';
import { peopleSection } from './people-section.ts';
import { requestsSection } from './requests-section.ts';
import type { BusinessView } from './view.ts';

const sections = [
  ['clock', 'Clock'],
  ['balances', 'Balances'],
  ['payrolls', 'Payrolls'],
  ['transactions', 'Transactions'],
  ['people', 'People'],
  ['accounts', 'Accounts'],
  ['deliveries', 'Deliveries'],
  ['requests', 'Requests'],
] as const;

export function businessPage(view: BusinessView, notice: Notice | undefined): string {
  const { business } = view.state;
  const title = businessName(business);
  const address = `/_control/businesses/${business.id}`;
  return framed(
    { title, environment: view.environment, address, notice },
    html`<h1>${title}</h1>
${facts([
  ['Business', html`<code>${business.id}</code>`],
  ['Tenant key', html`<code>${business.tenantKey}</code>`],
])}
<nav aria-label="Sections"><ul class="jump">${sections.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>
${clockSection(view)}
${balancesSection(view)}
${payrollsSection(view)}
${transactionsSection(view)}
${peopleSection(view)}
${accountsSection(view)}
${deliveriesSection(view)}
${requestsSection(view.requests)}`,
  );
}
