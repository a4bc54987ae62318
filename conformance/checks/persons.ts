/** Section "Persons and users" of the interface document: the list. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { succeeded } from '../actions/answers.ts';
import { createPerson } from '../actions/payroll.ts';
import { readPage } from '../actions/people.ts';
import { openTenant } from '../actions/tenant.ts';
import type { Caller } from '../http/message.ts';
import { type Check, example, property } from '../provider/check.ts';
import { type Scenario, show } from '../provider/scenario.ts';
import { type PageRules, walkPages } from './page-lists.ts';

const personRules: PageRules = {
  list: 'listPersons',
  items: 'persons',
  limitWithin: 'PERSON-005',
  eachOnce: 'PERSON-006',
};

const names = ['Adaeze', 'José', 'Zoë', '李', 'Nguyễn', "O'Neill", 'محمد', 'Al'];

/** Somebody may work for two businesses; each of them has a person of its own. */
async function findInBoth(scenario: Scenario, first: Caller, email: string): Promise<void> {
  const { caller: second } = await openTenant(scenario);
  scenario.setup('create a person with one of the addresses in another business');
  const added = await scenario.send('createPerson', second, { body: { firstName: 'Tunde', email } });
  // Whether two businesses may know the same address is not shown.
  if (!succeeded(added)) return;
  for (const [which, caller] of [
    ['the other business', second],
    ['the first business', first],
  ] as const) {
    scenario.probe(`list persons of ${which} with the email ${email}`);
    const { data } = await readPage(scenario, 'listPersons', caller, { email });
    scenario.require('PERSON-007', data.length === 1 && data[0]?.email === email, {
      expected: `the person of ${which} with the email ${email}`,
      actual: `the emails ${show(data.map((person) => person.email))}`,
    });
  }
}

export const personChecks: readonly Check[] = [
  property({
    id: 'persons.pages',
    title: 'Walking the pages meets every person exactly once',
    covers: [
      'PERSON-001',
      'PERSON-002',
      'PERSON-005',
      'PERSON-006',
      'CONV-007',
      'CONV-008',
      'CONV-009',
      'CONV-010',
    ],
    needs: ['create-person'],
    arbitrary: () =>
      fc.record({ persons: fc.integer({ min: 1, max: 7 }), limit: fc.integer({ min: 1, max: 8 }) }),
    run: async (scenario, { persons, limit }) => {
      const { caller } = await openTenant(scenario);
      scenario.setup(`create ${persons} persons`);
      const created: string[] = [];
      for (let index = 0; index < persons; index += 1) {
        created.push(
          await createPerson(scenario, caller, { firstName: names[index % names.length] ?? 'Ada' }),
        );
      }
      await walkPages(scenario, caller, personRules, created, limit);
    },
  }),
  example({
    id: 'persons.email-filter',
    title: 'The email filter returns the persons with that address and no others',
    covers: ['PERSON-007'],
    needs: ['create-person'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.setup('create persons with similar addresses');
      const local = randomUUID();
      const emails = [
        `${local}@example.com`,
        `${local}@example.com.ng`,
        `x${local}@example.com`,
        `${local}@example.org`,
      ];
      for (const email of emails) await createPerson(scenario, caller, { email });
      for (const email of emails) {
        scenario.probe(`list persons with the email ${email}`);
        const { data } = await readPage(scenario, 'listPersons', caller, { email });
        scenario.require('PERSON-007', data.length === 1 && data[0]?.email === email, {
          expected: `one person, with the email ${email}`,
          actual: `the emails ${show(data.map((person) => person.email))}`,
        });
      }
      const [email] = emails;
      if (email !== undefined && caller.tenantKey !== undefined) {
        await findInBoth(scenario, caller, email);
      }
      scenario.setup('create another person with an address that is taken');
      const second = await scenario.send('createPerson', caller, { body: { firstName: 'Tunde', email } });
      // Whether two persons may share an address is not shown.
      if (second.status >= 300 || email === undefined) return;
      scenario.probe('list both');
      const { data } = await readPage(scenario, 'listPersons', caller, { email });
      scenario.require('PERSON-007', data.length === 2 && data.every((person) => person.email === email), {
        expected: `both persons with the email ${email}`,
        actual: `the emails ${show(data.map((person) => person.email))}`,
      });
      for (const page of [1, 2]) {
        scenario.probe(`list page ${page} of both, with limit 1`);
        const { data: paged } = await readPage(scenario, 'listPersons', caller, { email, page, limit: 1 });
        scenario.require(
          'PERSON-007',
          paged.every((person) => person.email === email),
          {
            expected: `persons with the email ${email} only`,
            actual: `the emails ${show(paged.map((person) => person.email))}`,
          },
        );
      }
    },
  }),
];
