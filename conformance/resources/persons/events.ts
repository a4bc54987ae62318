/** Section "Event list and payloads" of the interface document: persons and their users. */

import type { Capability, RequirementId } from '../../../openapi/catalogue.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { idOf, itemsOf, part, within } from '../../provider/answers.ts';
import { type Check, example } from '../../provider/check.ts';
import { type EventData, EventLog } from '../../provider/event-log.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant } from '../../provider/tenant.ts';
import { personInput } from '../../provider/valid-requests.ts';
import { moneyOf, uniqueEmail } from '../../target/test-data.ts';

/** The resources that the actions of a table use. */
export interface EventSubject {
  readonly log: EventLog;
}

export interface Row<S extends EventSubject> {
  /** The action in words. */
  readonly label: string;
  /** Capabilities beyond those of the check. */
  readonly needs: readonly Capability[];
  readonly act: (scenario: Scenario, subject: S) => Promise<void>;
  readonly type: string;
  /** Fields that identify the subject of the event. */
  readonly about?: (subject: S) => EventData;
  /** Other fields that it must show. */
  readonly shows?: (subject: S) => EventData;
  /** Violated if the event does not arrive; without it, another check reports that. */
  readonly sent?: RequirementId;
  /** Violated if the event has another subject, or shows other values. */
  readonly payload?: RequirementId;
  /** Inspects the event further. */
  readonly inspect?: (scenario: Scenario, subject: S, data: EventData) => Promise<void>;
}

const idsOf = <S extends EventSubject>({ sent, payload }: Row<S>) =>
  [sent, payload].filter((id) => id !== undefined);

/** The requirements that a table evaluates. */
const coveredBy = <S extends EventSubject>(rows: readonly Row<S>[]): readonly RequirementId[] => [
  ...new Set(rows.flatMap((row) => idsOf(row))),
];

/** Carries out the rows whose capabilities the target offers. */
async function followTable<S extends EventSubject>(
  scenario: Scenario,
  subject: S,
  rows: readonly Row<S>[],
): Promise<void> {
  for (const row of rows) {
    const { sent, payload } = row;
    const missing = row.needs.filter((capability) => !scenario.has(capability));
    if (missing.length > 0) {
      for (const id of idsOf(row)) scenario.skip(id, `The target does not offer ${missing.join(', ')}.`);
      continue;
    }
    await part(scenario, idsOf(row), async () => {
      scenario.step(row.label);
      await subject.log.look();
      await row.act(scenario, subject);
      await subject.log.look(row.type);
      const data = subject.log.expect({
        type: row.type,
        about: row.about?.(subject) ?? {},
        shows: row.shows?.(subject) ?? {},
        ...(sent !== undefined && { sent }),
        ...(payload !== undefined && { payload }),
      });
      if (data !== undefined) await row.inspect?.(scenario, subject, data);
    });
  }
}

interface Worker extends EventSubject {
  readonly caller: Caller;
  readonly email: string;
  /** The values that it was created with. */
  created: { readonly firstName: string; readonly lastName: string; readonly contractorType: string };
  personId: string;
  userId: string;
}

async function hire(scenario: Scenario): Promise<Worker> {
  const tenant = await openTenant(scenario);
  return {
    log: await EventLog.open(scenario, tenant),
    caller: tenant.caller,
    email: uniqueEmail(scenario.data, 'adaeze'),
    created: { firstName: '', lastName: '', contractorType: '' },
    personId: '',
    userId: '',
  };
}

const aboutPerson = ({ personId }: Worker) => ({ id: personId });

const createNamed = (given: string): Row<Worker> => ({
  label: `create the person ${given}`,
  needs: [],
  type: 'person.created',
  sent: 'EVENT-005',
  payload: 'EVENT-004',
  act: async (scenario, worker) => {
    const { email } = worker;
    const body = personInput(scenario.data, { email, firstName: given });
    const { firstName = '', lastName = '', contractorType = '' } = body;
    worker.created = { firstName, lastName, contractorType };
    worker.personId = idOf(await scenario.succeed('createPerson', worker.caller, { body }), 'createPerson');
  },
  about: aboutPerson,
  shows: ({ email, created }) => ({ ...created, email, personType: 'CONTRACTOR' }),
});

const create = createNamed('Adaeze');

const personRows: readonly Row<Worker>[] = [
  createNamed('Zoë'),
  {
    label: 'change the last name of the person',
    needs: ['update-person'],
    type: 'person.updated',
    sent: 'EVENT-007',
    payload: 'EVENT-006',
    act: async (scenario, { caller, personId }) => {
      await scenario.succeed('updatePerson', caller, { path: { personId }, body: { lastName: 'Núñez' } });
    },
    about: aboutPerson,
    shows: ({ email, created }) => ({ firstName: created.firstName, lastName: 'Núñez', email }),
  },
];

/** The list entry of a person's user; other fields of a user may be missing. */
async function listedUser(scenario: Scenario, { caller, personId }: Worker) {
  const user = itemsOf(await scenario.succeed('listUsers', caller, { query: { personId } })).find(
    (item) => item.personId === personId,
  );
  if (user === undefined) throw new CaseEnded('The user of the person is not listed.');
  return user;
}

const userRows: readonly Row<Worker>[] = [
  create,
  {
    label: 'invite the person',
    needs: ['invite-user'],
    type: 'user.created',
    sent: 'EVENT-015',
    payload: 'EVENT-014',
    act: async (scenario, { caller, personId }) => {
      await scenario.succeed('inviteUser', caller, { body: { personId } });
    },
    about: ({ personId }) => ({ personId }),
    inspect: async (scenario, worker, data) => {
      const user = await listedUser(scenario, worker);
      worker.userId = String(user.id);
      const shown = ['id', 'firstName', 'lastName', 'email'].filter((name) => name in user);
      scenario.require(
        'EVENT-014',
        shown.every((name) => data[name] === user[name]),
        () => `user.created with ${show(shown.map((name) => user[name]))}, as the user is listed`,
        () => show(shown.map((name) => data[name])),
      );
    },
  },
  {
    label: 'change the first name of the user',
    needs: ['invite-user', 'update-user'],
    type: 'user.updated',
    payload: 'EVENT-016',
    act: async (scenario, worker) => {
      if (worker.userId === '') throw new CaseEnded('The id of the user is not known.');
      const path = { userId: worker.userId };
      await scenario.succeed('updateUser', worker.caller, { path, body: { firstName: 'Zainab' } });
    },
    about: ({ userId }) => ({ id: userId }),
    shows: () => ({ type: 'basic_info', firstName: 'Zainab' }),
  },
];

const job = {
  startDate: '2026-02-02',
  employeeNumber: 'E-0042',
  title: 'Operations analyst',
  department: 'Operations',
};

/** Evaluates that the event contains the job information that a read of the person shows, whatever its fields are called. */
async function requireStored(scenario: Scenario, { caller, personId, log }: Worker): Promise<void> {
  const { json } = await scenario.succeed('readPerson', caller, { path: { personId } });
  await log.look('person.jobinfo.updated');
  const parts = [...within(log.of('person.jobinfo.updated').at(-1))];
  if (parts.length === 1) throw new CaseEnded('No person.jobinfo.updated arrived.');
  const stored = isRecord(json) ? json : {};
  const jobInfo = isRecord(stored.jobInfo) ? stored.jobInfo : {};
  for (const name of Object.keys(job).filter((field) => typeof jobInfo[field] === 'string')) {
    scenario.require(
      'EVENT-008',
      parts.includes(jobInfo[name]),
      () => `person.jobinfo.updated with the ${name} ${show(jobInfo[name])} that is stored`,
      () => show(parts[0]),
    );
  }
  const { compInfo } = stored;
  if (!isRecord(compInfo)) return;
  const shape = ['type', 'frequency', 'employmentModel'].filter((name) => typeof compInfo[name] === 'string');
  const alike = parts.some(
    (value) => isRecord(value) && shape.every((name) => value[name] === compInfo[name]),
  );
  if (shape.length === 0) return;
  scenario.require(
    'EVENT-009',
    alike,
    () => `person.jobinfo.updated with a compensation like ${show(compInfo)}, as the person shows it`,
    () => show(parts[0]),
  );
}

export const personEventChecks: readonly Check[] = [
  example({
    id: 'events.persons',
    title: 'Creating or changing a person sends an event with the given values',
    covers: coveredBy(personRows),
    needs: ['create-person', 'webhooks'],
    run: async (scenario) => followTable(scenario, await hire(scenario), personRows),
  }),
  example({
    id: 'events.users',
    title: 'Each event of a user has the documented payload',
    covers: coveredBy(userRows.slice(1)),
    needs: ['create-person', 'webhooks'],
    run: async (scenario) => followTable(scenario, await hire(scenario), userRows),
  }),
  example({
    id: 'events.job-info',
    title: 'person.jobinfo.updated shows the job information as it is stored',
    covers: ['EVENT-008', 'EVENT-009'],
    needs: ['create-person', 'webhooks'],
    run: async (scenario) => {
      const worker = await hire(scenario);
      scenario.setup('create a person');
      await create.act(scenario, worker);
      const path = { personId: worker.personId };
      const compInfo = { type: 'net', salary: moneyOf(scenario.data, 250_000), frequency: 'monthly' };
      scenario.step('set the job information');
      await scenario.succeed('updateJobInfo', worker.caller, { path, body: { compInfo, jobInfo: job } });
      await requireStored(scenario, worker);
      scenario.step('set another title and department, and leave the compensation out');
      const jobInfo = { ...job, title: 'Head of operations', department: 'Management' };
      await scenario.succeed('updateJobInfo', worker.caller, { path, body: { jobInfo } });
      await requireStored(scenario, worker);
      scenario.step('set another frequency');
      const weekly = { ...compInfo, frequency: 'weekly' };
      const { status } = await scenario.send('updateJobInfo', worker.caller, {
        path,
        body: { compInfo: weekly, jobInfo },
      });
      // The document does not show the values.
      if (isSuccess(status)) await requireStored(scenario, worker);
    },
  }),
];
