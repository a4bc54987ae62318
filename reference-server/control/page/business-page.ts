import { type Html, html } from '../../../markup/html.ts';
import { accountsSection } from './accounts-section.ts';
import { dateOf, moment } from './format.ts';
import { facts, form, framed, section } from './layout.ts';
import { balancesSection, transactionsSection } from './money-section.ts';
import type { Notice } from './notices.ts';
import { businessName } from './overview-page.ts';
import { payrollsSection } from './payrolls-section.ts';
import { peopleSection } from './people-section.ts';
import { deliveriesSection, requestsSection } from './traffic-sections.ts';
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

const hour = 3600;
const day = 24 * hour;
/** The longest step that control.yaml allows. */
const longestAdvance = 3_200_000_000;

function clockSection({ id, now, state: { business } }: BusinessView): Html {
  const stands = business.stoppedAt !== undefined;
  const nextDay = dateOf((Math.floor(now / day) + 1) * day);
  const fixed = (seconds: number, text: string, kind?: 'main') =>
    html`<button name="seconds" value="${seconds}" class="${kind}">${text}</button>`;
  return section(
    { id: 'clock', title: 'Clock' },
    html`<div class="panel"><p class="time">${moment(now)}</p>
<p class="soft">${
      stands
        ? 'The clock is stopped. Only these buttons or a request to the control plane advance it.'
        : 'The clock runs with the time of this machine. Any of these buttons stops it.'
    } What falls due on the way happens before the page is back.</p>
<div class="controls">
${form(id, 'advance-clock', {}, html`${fixed(hour, 'Advance 1 hour', 'main')} ${fixed(day, 'Advance 1 day', 'main')} ${fixed(0, 'Deliver what is due')}`)}
${form(id, 'advance-clock', {}, html`<label>Until<input type="date" name="date" min="${dateOf(now)}" max="${dateOf(now + longestAdvance)}" value="${nextDay}" required></label><button>Advance to this day</button>`)}
${form(id, 'advance-clock', {}, html`<label>Seconds<input type="number" name="seconds" min="0" max="${longestAdvance}" value="60" required></label><button>Advance</button>`)}
</div></div>`,
  );
}
