/** Section "Persons and users" of the interface document: the list. */
import fc from 'fast-check';
import type { Caller } from '../../http/message.ts';
import { matchesFilter } from '../../judgements/page-bounds.ts';
import { succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { nameOf } from '../../provider/fixture.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { openTenant, timeOf } from '../../provider/tenant.ts';
import { addSimilar, createPerson, type KnownPerson, readPage } from './actions.ts';
import { type ExpectedPerson, type PersonContext, type PersonState, showPersons } from './model.ts';
import { personMoves, personTours } from './moves.ts';
import { look } from './observe.ts';
import { type PageRules, walkPages } from './page-lists.ts';
import { readJob, requireJob, setJobs } from './records.ts';

const personRules: PageRules<'listPersons'> = {
  list: 'listPersons',
  items: 'persons',
  limitWithin: 'PERSON-005',
  eachOnce: 'PERSON-006',
};

const names = ['Adaeze', 'José', 'Zoë', '李', 'Nguyễn', "O'Neill", 'محمد', 'Al'];

/** Whether a list that is filtered by an email has all persons with it, and no others. */
const isFiltered = (data: readonly { readonly email?: string }[], email: string, count: number): boolean =>
  data.filter((person) => person.email === email).length === count &&
  data.every((person) => matchesFilter(person.email, email));

/** Somebody may work for two businesses; each of them has its own person. */
async function findInBoth(scenario: Scenario, first: Caller, email: string): Promise<void> {
  const { caller: second } = await openTenant(scenario);
  scenario.setup('create a person with one of the addresses in another business');
  const added = await scenario.send('createPerson', second, { body: { firstName: 'Tunde', email } });
  // The document does not say whether two businesses may have persons with the same email.
  if (!succeeded(added)) return;
  for (const [which, caller] of [
    ['the other business', second],
    ['the first business', first],
  ] as const) {
    scenario.independentStep(`list persons of ${which} with the email ${email}`);
    const { data } = await readPage(scenario, 'listPersons', caller, { email });
    const holds = isFiltered(data, email, 1);
    const expected = `the person of ${which} with the email ${email}`;
    scenario.require('PERSON-007', holds, expected, `the emails ${show(data.map((person) => person.email))}`);
  }
}

/** A person whose exit is only scheduled is still active. */
async function findLeaving(scenario: Scenario, tenant: Tenant, { id, email }: KnownPerson): Promise<void> {
  const { caller } = tenant;
  const body = { exitDate: dateAfter(timeOf(scenario, tenant), 30), reason: 'Resignation' };
  scenario.independentStep(`schedule the exit of a person, and list persons with the email ${email}`);
  const scheduled = await scenario.send('scheduleOffboarding', caller, { path: { personId: id }, body });
  if (!succeeded(scheduled)) return;
  const { data } = await readPage(scenario, 'listPersons', caller, { email });
  const expected = `the person with the email ${email}, who has not left yet`;
  const actual = `the emails ${show(data.map((person) => person.email))}`;
  scenario.require('PERSON-007', isFiltered(data, email, 1), expected, actual);
}

export const personChecks: readonly Check[] = [
  property({
    id: 'persons.pages',
    title: 'Reading all pages returns every person exactly once, with the job of the person',
    covers: [
      'PERSON-001',
      'PERSON-002',
      'PERSON-005',
      'PERSON-006',
      'PERSON-012',
      'CONV-007',
      'CONV-008',
      'CONV-009',
      'CONV-010',
      'CONV-016',
    ],
    needs: ['create-person'],
    arbitrary: () =>
      fc.record({ persons: fc.integer({ min: 1, max: 7 }), limit: fc.integer({ min: 1, max: 8 }) }),
    examples: [
      // Three pages, of which the last is not full.
      { persons: 5, limit: 2 },
      // The whole list on one page, also in a business that others have used.
      { persons: 1, limit: 100 },
    ],
    run: async (scenario, { persons, limit }) => {
      const { caller } = await openTenant(scenario);
      scenario.setup(`create ${persons} ${persons === 1 ? 'person' : 'persons'}`);
      const created: string[] = [];
      for (let index = 0; index < persons; index += 1) {
        created.push(
          await createPerson(scenario, caller, { firstName: names[index % names.length] ?? 'Ada' }),
        );
      }
      scenario.setup('set their jobs at the same time');
      const jobs = await setJobs(scenario, caller, created);
      await walkPages(scenario, caller, personRules, created, limit, async (listed) => {
        const job = jobs.get(listed.id);
        if (job !== undefined) requireJob(scenario, job, (await readJob(scenario, caller, listed)).jobInfo);
      });
    },
  }),
  example({
    id: 'persons.email-filter',
    title: 'The email filter returns only the persons with that email address',
    covers: ['PERSON-007'],
    needs: ['create-person'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      scenario.setup('create persons with similar addresses');
      const persons = await addSimilar(scenario, caller);
      const emails = persons.map(({ email }) => email);
      for (const email of emails) {
        scenario.independentStep(`list persons with the email ${email}`);
        const { data } = await readPage(scenario, 'listPersons', caller, { email });
        const expected = `one person with the email ${email}, and no other without it`;
        const actual = `the emails ${show(data.map((person) => person.email))}`;
        scenario.require('PERSON-007', isFiltered(data, email, 1), expected, actual);
      }
      const [email] = emails;
      if (email !== undefined && caller.tenantKey !== undefined) {
        await findInBoth(scenario, caller, email);
      }
      const leaving = persons.at(-1);
      if (leaving !== undefined && scenario.has('schedule-offboarding'))
        await findLeaving(scenario, tenant, leaving);
      scenario.setup('create another person with the same email address');
      const second = await scenario.send('createPerson', caller, { body: { firstName: 'Tunde', email } });
      // The document does not say whether two persons may share an email.
      if (second.status >= 300 || email === undefined) return;
      scenario.independentStep('list both');
      const { data } = await readPage(scenario, 'listPersons', caller, { email });
      const holds = isFiltered(data, email, 2);
      const actual = `the emails ${show(data.map((person) => person.email))}`;
      scenario.require('PERSON-007', holds, `both persons with the email ${email}`, actual);
      for (const page of [1, 2]) {
        scenario.independentStep(`list page ${page} of the two persons, with limit 1`);
        const { data: paged } = await readPage(scenario, 'listPersons', caller, { email, page, limit: 1 });
        const expected = `persons with the email ${email} only`;
        const actual = `the emails ${show(paged.map((person) => person.email))}`;
        scenario.require(
          'PERSON-007',
          paged.every((person) => matchesFilter(person.email, email)),
          expected,
          actual,
        );
      }
    },
  }),
];

const twoNames = [0, 1].map((index) => `person ${nameOf(index)}`);

export const personPart: Part<PersonContext, PersonState> = {
  open: async (scenario, { fixture, common }) => {
    const ids = new Map<string, string>();
    scenario.setup(`create ${twoNames.join(' and ')}`);
    for (const name of twoNames) ids.set(name, await createPerson(scenario, fixture.tenant.caller));
    const persons = twoNames.map((name): ExpectedPerson => ({ name, phase: 'active', pastExits: [] }));
    return {
      context: { fixture, ids, understood: new Set() },
      state: {
        common,
        persons,
        refusesRepeats: false,
        seenAt: common.now,
        events: emptyLedger(),
      },
    };
  },
  moves: personMoves,
  tours: personTours,
  look,
  show: showPersons,
};

export const personModel: Check = modelCheck(personPart, {
  id: 'person.model',
  title: 'In random sequences of scheduling, cancelling and completing exits, each change sends one event',
  covers: [
    ...requirementsOf('person'),
    'LIFECYCLE-009',
    'EVENT-010',
    'EVENT-011',
    'EVENT-012',
    'EVENT-013',
    'HOOK-013',
  ],
  needs: ['create-person', 'schedule-offboarding', 'webhooks'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 2),
});
