/** Section "Persons and users" of the interface document: the list. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createPerson, type PersonPage } from '../actions/payroll.ts';
import { openTenant } from '../actions/tenant.ts';
import { type Check, example, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';

async function readPage(scenario: Scenario, caller: Caller, query: Record<string, string | number>) {
  const { json } = await scenario.succeed('listPersons', caller, { query });
  const page = json as Partial<PersonPage> | undefined;
  if (!Array.isArray(page?.data) || page.meta === undefined)
    throw new CaseEnded('listPersons answered no page.');
  return { data: page.data, meta: page.meta };
}

const names = ['Adaeze', 'José', 'Zoë', '李', 'Nguyễn', "O'Neill", 'محمد', 'Al'];

export const personChecks: readonly Check[] = [
  property({
    id: 'persons.pages',
    title: 'Walking the pages meets every person exactly once',
    covers: ['PERSON-001', 'PERSON-002', 'PERSON-006', 'CONV-007', 'CONV-008', 'CONV-009', 'CONV-010'],
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
      const seen: string[] = [];
      // Beyond the last page there is nothing to see; a target that never ends is cut off here.
      const mostPages = Math.ceil((persons + 200) / limit);
      for (let page = 1; page <= mostPages; page += 1) {
        scenario.step(`read page ${page} with limit ${limit}`);
        const { data, meta } = await readPage(scenario, caller, { page, limit });
        scenario.require('PERSON-005', data.length <= limit, {
          expected: `at most ${limit} persons`,
          actual: `${data.length} persons`,
        });
        const arithmetic =
          meta.skipped === (page - 1) * limit && meta.pages === Math.ceil(meta.itemCount / limit);
        scenario.require('CONV-010', arithmetic && meta.itemCount >= persons, {
          expected: `skipped ${(page - 1) * limit}, and pages that follow from an itemCount of at least ${persons}`,
          actual: show(meta),
        });
        seen.push(...data.flatMap(({ id }) => (id === undefined ? [] : [id])));
        if (data.length === 0 || page >= meta.pages) break;
      }
      for (const id of created) {
        const times = seen.filter((other) => other === id).length;
        scenario.require('PERSON-006', times === 1, {
          expected: `person ${created.indexOf(id) + 1} of ${persons} once in all pages of ${limit}`,
          actual: `${times} times`,
        });
      }
    },
  }),
  example({
    id: 'persons.limits',
    title: 'Page sizes from 1 to 100 are honoured and no others, and there is no page before the first',
    covers: ['PERSON-003', 'PERSON-004', 'PERSON-005', 'CONV-009'],
    needs: [],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      for (const limit of [1, 2, 99, 100]) {
        scenario.probe(`list persons with limit ${limit}`);
        const { status, json } = await scenario.send('listPersons', caller, { query: { page: 1, limit } });
        scenario.require('PERSON-005', status >= 200 && status < 300, {
          expected: `a page with limit ${limit}`,
          actual: `${status} with ${show(json)}`,
        });
        const { data } = json as Partial<PersonPage>;
        scenario.require('PERSON-005', !Array.isArray(data) || data.length <= limit, {
          expected: `at most ${limit} persons`,
          actual: `${data?.length} persons`,
        });
      }
      for (const limit of [0, -1, 101, 1_000]) {
        scenario.probe(`list persons with limit ${limit}`);
        const { status, json } = await scenario.send('listPersons', caller, { query: { page: 1, limit } });
        const meta = (json as Partial<PersonPage> | undefined)?.meta;
        const refused = status >= 400 && status < 500;
        const corrected =
          status >= 200 && status < 300 && Number(meta?.limit) >= 1 && Number(meta?.limit) <= 100;
        scenario.require('PERSON-004', refused || corrected, {
          expected: 'a refusal, or a page with a limit from 1 to 100',
          actual: `${status} with ${show(meta ?? json)}`,
        });
      }
      for (const page of [0, -1]) {
        scenario.probe(`list persons from page ${page}`);
        const { status, json } = await scenario.send('listPersons', caller, { query: { page, limit: 10 } });
        const meta = (json as Partial<PersonPage> | undefined)?.meta;
        const refused = status >= 400 && status < 500;
        const corrected = status >= 200 && status < 300 && Number(meta?.currentPage) >= 1;
        scenario.require('PERSON-003', refused || corrected, {
          expected: 'a refusal, or a page from 1 on',
          actual: `${status} with ${show(meta ?? json)}`,
        });
      }
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
        const { data } = await readPage(scenario, caller, { email });
        scenario.require('PERSON-007', data.length === 1 && data[0]?.email === email, {
          expected: `one person, with the email ${email}`,
          actual: `the emails ${show(data.map((person) => person.email))}`,
        });
      }
      scenario.probe('create another person with an address that is taken, and list both');
      const [email] = emails;
      const second = await scenario.send('createPerson', caller, { body: { firstName: 'Tunde', email } });
      // Whether two persons may share an address is not shown.
      if (second.status >= 300 || email === undefined) return;
      const { data } = await readPage(scenario, caller, { email });
      scenario.require('PERSON-007', data.length === 2 && data.every((person) => person.email === email), {
        expected: `both persons with the email ${email}`,
        actual: `the emails ${show(data.map((person) => person.email))}`,
      });
    },
  }),
];
