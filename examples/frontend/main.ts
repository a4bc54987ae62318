/**
 * Shows payrolls and persons with the typed client. `?api=` and `?token=` give the address and the token of the server,
 * `?prefer=` the response that a mock should return.
 */
import { createClient, ServiceError, unwrap } from '@workforce-conformance/sdk/client';
import type { Money, Payroll, Person } from '@workforce-conformance/sdk/types';

const given = new URLSearchParams(location.search);
const prefer = given.get('prefer');

const client = createClient({
  baseUrl: given.get('api') ?? 'http://127.0.0.1:4010',
  // A mock takes any token. Against a real service a page asks its own backend, which keeps the key.
  token: given.get('token') ?? 'any',
  fetch: (request) => {
    if (prefer !== null) request.headers.set('prefer', prefer);
    return fetch(request);
  },
});

/** Text never becomes markup: text from a server is only ever the content of an element. */
function element(name: string, content: string | readonly Node[], className = ''): HTMLElement {
  const made = document.createElement(name);
  made.append(...(typeof content === 'string' ? [content] : content));
  if (className !== '') made.className = className;
  return made;
}

function table(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): Node[] {
  const cells = (kind: 'th' | 'td', row: readonly string[]) =>
    row.map((text, index) => element(kind, text, index === row.length - 1 ? 'amount' : ''));
  const head = element('thead', [element('tr', cells('th', columns))]);
  const body = element(
    'tbody',
    rows.map((row) => element('tr', cells('td', row))),
  );
  return [element('h2', title), element('table', [head, body])];
}

/** Whether the amount is in the major or the minor unit is not shown in the interface document: it is shown as it comes. */
const money = (value: Money | undefined): string =>
  value === undefined ? '' : `${value.amount.toLocaleString('en')} ${value.currency}`;

const payrollRow = ({ payrollDate, status, numPeople, net }: Payroll): string[] => [
  payrollDate ?? '',
  status ?? '',
  String(numPeople ?? ''),
  money(net),
];

const personRow = ({ firstName = '', lastName = '', email = '', type = '' }: Person): string[] => [
  `${firstName} ${lastName}`,
  email,
  type,
];

async function content(): Promise<readonly Node[]> {
  try {
    const [payrolls, persons] = await Promise.all([
      unwrap(client.GET('/v1/payrolls')),
      unwrap(client.GET('/v1/persons')),
    ]);
    return [
      ...table('Payrolls', ['Date', 'Status', 'People', 'Net'], payrolls.data.map(payrollRow)),
      ...table('Persons', ['Name', 'Email', 'Type'], persons.data.map(personRow)),
    ];
  } catch (error) {
    const said =
      error instanceof ServiceError
        ? `The service refused (${error.status} ${error.code ?? ''}): ${error.message}`
        : 'The service does not answer: is `npm run mock` running?';
    const alert = element('p', said);
    alert.setAttribute('role', 'alert');
    return [alert];
  }
}

/** Links that show the page with each response of the mock. */
function navigation(): readonly Node[] {
  const ways = [
    ['as usual', null],
    ['made up', 'dynamic=true'],
    ['key refused', 'code=401'],
  ] as const;
  return ways.flatMap(([label, value]) => {
    const to = new URLSearchParams(given);
    if (value === null) to.delete('prefer');
    else to.set('prefer', value);
    const link = element('a', label);
    link.setAttribute('href', `?${to}`);
    if (value === prefer) link.setAttribute('aria-current', 'page');
    return [link, document.createTextNode('  ')];
  });
}

document.querySelector('nav')?.replaceChildren(...navigation());
const main = document.querySelector('main');
main?.replaceChildren(...(await content()));
main?.setAttribute('aria-busy', 'false');
