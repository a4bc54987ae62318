import { type Content, type Html, html } from '../../../markup/html.ts';
import type { KycComponentName, KycRecord, PersonRecord, UserRecord } from '../../state/records/people.ts';
import { shortId } from './format.ts';
import { badge, button, type Column, form, section, table } from './layout.ts';
import type { BusinessView } from './view.ts';

interface Named {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

const nameOf = ({ firstName = '', lastName = '' }: Named, id: string): Content =>
  `${firstName} ${lastName}`.trim() || html`<code>${shortId(id)}</code>`;

function exitOf({ exit }: PersonRecord): Content {
  if (exit === undefined) return badge('active');
  return exit.status === 'completed'
    ? [badge('former', 'quiet'), html` <span class="small">since ${exit.exitDate}</span>`]
    : [badge('active'), html` <span class="small">leaves on ${exit.exitDate}</span>`];
}

function personsTable(view: BusinessView): Html {
  const columns: readonly Column<PersonRecord>[] = [
    { title: 'Person', of: ({ id, person }) => nameOf(person, id) },
    { title: 'Status', of: exitOf },
    { title: 'Type', of: ({ person }) => person.type?.toLowerCase() },
    { title: 'Country', of: ({ person }) => person.address?.countryCode },
    { title: 'Email', of: ({ person }) => person.email },
    { title: 'Id', of: ({ id }) => html`<code title="${id}">${shortId(id)}</code>` },
    {
      title: '',
      of: ({ id, exit }) =>
        exit?.status === 'pending' && view.can('complete-offboarding')
          ? button(
              view.id,
              'complete-offboarding',
              { personId: id },
              { text: 'Complete exit', about: shortId(id) },
            )
          : undefined,
    },
  ];
  const none = 'None yet: create one with POST /v1/persons.';
  return table('Persons, newest first', view.state.persons.toReversed(), columns, none);
}

/** Buttons to decide one component: the reviewer of the sandbox decides any, elsewhere only one that is processing. */
function decisions(
  view: BusinessView,
  userId: string,
  type: KycComponentName,
  status: string | undefined,
): Content {
  const choice = (name: string, value: string, text: string) =>
    html`<button name="${name}" value="${value}">${text}<span class="unseen"> ${type} of user ${shortId(userId)}</span></button>`;
  if (view.can('review-kyc'))
    return form(view.id, 'review-kyc', { userId, type }, [
      status === 'approved' ? undefined : choice('action', 'approve', 'Approve'),
      status === 'rejected' ? undefined : choice('action', 'reject', 'Reject'),
    ]);
  if (status !== 'processing' || !view.can('conclude-kyc')) return undefined;
  return form(view.id, 'conclude-kyc', { userId, type }, [
    choice('result', 'approved', 'Approve'),
    choice('result', 'rejected', 'Reject'),
  ]);
}

function usersTable(view: BusinessView): Html {
  const records = new Map(view.state.kycRecords.map((record): [string, KycRecord] => [record.id, record]));
  const component = (type: KycComponentName): Column<UserRecord> => ({
    title: type === 'identity' ? 'Identity' : 'Address',
    of: ({ id }) => {
      const status = records.get(id)?.[type]?.status;
      return html`<div class="actions">${badge(status ?? 'none', status === undefined ? 'quiet' : undefined)}${decisions(view, id, type, status)}</div>`;
    },
  });
  const columns: readonly Column<UserRecord>[] = [
    { title: 'User', of: ({ id, user }) => nameOf(user, id) },
    component('identity'),
    component('address'),
    { title: 'Email', of: ({ user }) => user.email },
    { title: 'Id', of: ({ id }) => html`<code title="${id}">${shortId(id)}</code>` },
  ];
  const none = 'None yet: invite one with POST /v1/users/invite.';
  return table('Users with their verification, newest first', view.state.users.toReversed(), columns, none);
}

export function peopleSection(view: BusinessView): Html {
  return section({ id: 'people', title: 'People', count: view.state.persons.length }, [
    personsTable(view),
    html`<h3>Users and their verification</h3>`,
    usersTable(view),
  ]);
}
