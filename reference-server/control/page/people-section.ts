import { type Html, html } from '../../../markup/html.ts';
import type { PersonRecord } from '../../resources/persons/records.ts';
import { shortId } from './format.ts';
import { type Column, section, table } from './layout.ts';
import type { BusinessView } from './view.ts';

const nameOf = ({ firstName = '', lastName = '' }: PersonRecord['person']) =>
  `${firstName} ${lastName}`.trim();

const columns: readonly Column<PersonRecord>[] = [
  { title: 'Person', of: ({ id, person }) => nameOf(person) || html`<code>${shortId(id)}</code>` },
  { title: 'Type', of: ({ person }) => person.type?.toLowerCase() },
  { title: 'Country', of: ({ person }) => person.address?.countryCode },
  { title: 'Email', of: ({ person }) => person.email },
  { title: 'Id', of: ({ id }) => html`<code>${id}</code>` },
];

export function personsSection({ state: { persons } }: BusinessView): Html {
  return section(
    { id: 'persons', title: 'Persons', count: persons.length },
    table(
      'Persons, newest first',
      persons.toReversed(),
      columns,
      'None yet: create one with POST /v1/persons.',
    ),
  );
}
