/** Sections "Person" and "Persons and users" of the interface document: one person. */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { components } from '../../../openapi/generated/types.ts';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { eventsAt, settle } from '../../provider/event-log.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { type ApiResponse, describe, show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { endpointFor, openTenant } from '../../provider/tenant.ts';
import { personInput } from '../../provider/valid-requests.ts';
import { moneyOf, type TestData, uniqueEmail } from '../../target/test-data.ts';
import { addPerson, findPerson, type Person, readPage } from './actions.ts';

type JobInfoInput = components['schemas']['JobInfoInput'];
type JobDetails = NonNullable<JobInfoInput['jobInfo']>;

const jobDetails = fc.record({
  startDate: fc.oneof(
    fc.integer({ min: -2_000, max: 400 }).map((days) => dateAfter(Date.now() / 1_000, days)),
    fc.constantFrom('2024-02-29', '2028-02-29', '2026-01-31', '2025-12-31'),
  ),
  employeeNumber: fc.constantFrom('E-0042', '0007', '7', 'ÉQ/12 b'),
  title: fc.constantFrom('Operations analyst', 'Diseñadora', '主任', "Head of 'Ops'", 'مهندس'),
  department: fc.constantFrom('Operations', 'R&D', 'Küche', '経理'),
});

const usualUpdate = {
  job: { startDate: '2025-12-31', employeeNumber: '0007', title: 'Operations analyst', department: 'R&D' },
  value: '7',
  salary: 250_000,
};

const leapDay = { ...usualUpdate, job: { ...usualUpdate.job, startDate: '2024-02-29' } };

/** A custom field of the business, if one can be created: the document does not show whether an unknown id is accepted. */
export async function createCustomField(scenario: Scenario, { caller, businessId }: Tenant, what: string) {
  if (!scenario.has('create-custom-field') || businessId === undefined) return undefined;
  const { json } = await scenario.succeed('createCustomField', caller, {
    path: { businessId },
    body: { name: `${what} ${randomUUID()}` },
  });
  const { id, name } = (json ?? {}) as { id?: unknown; name?: unknown };
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

/** The shown job in the form of the given one, so that the two can be compared. A field without a value is an empty one. */
function shownOf(given: JobDetails, shown: Person['jobInfo']): JobDetails {
  const { startDate, employeeNumber, title, department } = shown ?? {};
  const fields = given.customFields?.map(({ id, name, value }) => {
    const field = shown?.customFields?.find((other) => other.id === id);
    const shownValue = value === '' ? (field?.value ?? '') : field?.value;
    return { id, name, value: shownValue } as (typeof given.customFields & object)[number];
  });
  return {
    startDate,
    employeeNumber,
    title,
    department,
    ...(fields && { customFields: fields }),
  } as JobDetails;
}

/** The compensation of an update; a target may require one. */
export const compInfo = (data: TestData, amount: number): NonNullable<JobInfoInput['compInfo']> => ({
  type: 'net',
  salary: moneyOf(data, amount),
  frequency: 'monthly',
});

/** Codes that some formats and libraries take for no value, or for false. */
const countries = ['NA', 'NO'];

const taxNumbers = [
  { taxId: '2034871905', socialSecurityId: 'PEN100482217' },
  { taxId: '2034871906', socialSecurityId: 'PEN100482218' },
] as const;

/** The document does not show the words. */
const maritalStatuses = ['married', 'MARRIED', 'Married', 'single', 'SINGLE'] as const;

/**
 * Evaluates that an update is carried out. A target may reject the values, because the document does not show their form.
 *
 * @returns whether it was carried out
 */
function requireUpdate(
  scenario: Scenario,
  requirement: 'PERSON-017' | 'PERSON-018',
  answer: ApiResponse,
  isStale = false,
): boolean {
  const { status } = answer;
  if (status >= 400 && status < 500) {
    scenario.skip(requirement, `The target refuses the values: ${describe(answer)}.`);
    return false;
  }
  const holds = isSuccess(status) && !isStale;
  return scenario.require(
    requirement,
    holds,
    'a success status, and none of the earlier numbers',
    describe(answer),
    anySuccess,
  );
}

/** A list may leave out the job and the compensation, which a read by id shows. */
export async function readJob(scenario: Scenario, caller: Caller, listed: Person): Promise<Person> {
  const isShown = listed.jobInfo !== undefined || listed.compInfo !== undefined;
  if (isShown || !scenario.offers('readPerson')) return listed;
  const { json } = await scenario.succeed('readPerson', caller, { path: { personId: listed.id } });
  return { ...listed, ...(json as Partial<Person> | undefined) };
}

/** Evaluates that a person shows the job that was set. */
export function requireJob(scenario: Scenario, jobInfo: JobDetails, shown: Person['jobInfo']): void {
  const seen = shownOf(jobInfo, shown);
  const given = shownOf(jobInfo, jobInfo as Person['jobInfo']);
  const differing = (Object.keys(given) as (keyof JobDetails)[]).filter(
    (name) => !isDeepStrictEqual(seen[name], given[name]),
  );
  const actual = differing.map((name) => `${name} ${show(shown?.[name])}`).join(', ');
  scenario.require('PERSON-012', differing.length === 0, show(given), actual);
}

/** Sets the jobs of persons at the same time, each another one. A job that the target rejects is left out. */
export async function setJobs(
  scenario: Scenario,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JobDetails>> {
  const updates = ids.map(async (personId, index) => {
    const { job } = usualUpdate;
    const jobInfo = { ...job, title: `${job.title} ${index + 1}`, employeeNumber: `E-${100 + index}` };
    const body: JobInfoInput = { compInfo: compInfo(scenario.data, 1_000 + index), jobInfo };
    const answer = await scenario.send('updateJobInfo', caller, { path: { personId }, body });
    return succeeded(answer) ? [[personId, jobInfo] as const] : [];
  });
  return new Map((await Promise.all(updates)).flat());
}

export const personRecordChecks: readonly Check[] = [
  property({
    id: 'persons.job-info',
    title: 'A person has the job and the compensation of the last update',
    covers: ['PERSON-001', 'PERSON-010', 'PERSON-011', 'PERSON-012', 'PERSON-013', 'PERSON-014'],
    needs: ['create-person'],
    stateless: ['PERSON-011'],
    // An update that changes nothing is announced like any other.
    examples: [[usualUpdate, usualUpdate, leapDay, { ...leapDay, value: '' }]],
    arbitrary: () =>
      fc.array(
        fc.record({
          job: jobDetails,
          value: fc.constantFrom('7', 'zwölf'),
          salary: fc.integer({ min: 1, max: 9e6 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, updates) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const endpoint = scenario.has('webhooks') ? await endpointFor(scenario, tenant) : undefined;
      const badge = await createCustomField(scenario, tenant, 'Badge');
      const desk = badge && (await createCustomField(scenario, tenant, 'Desk'));
      const person = await addPerson(scenario, caller);
      const countOf = (events: readonly Envelope[]) =>
        new Set(events.flatMap(({ eventType, id }) => (eventType === 'person.jobinfo.updated' ? [id] : [])))
          .size;
      for (const { job, value, salary } of updates) {
        if (endpoint !== undefined) await settle(scenario, tenant, endpoint);
        const before = countOf(eventsAt(endpoint));
        const customFields = [
          badge && { ...badge, value },
          desk && { ...desk, value: value && `${value} B` },
        ].filter((field) => field !== undefined);
        const jobInfo: JobDetails = { ...job, ...(badge && { customFields }) };
        scenario.step(`set the job to ${job.title} from ${job.startDate}`);
        const body: JobInfoInput = { compInfo: compInfo(scenario.data, salary), jobInfo };
        const path = { personId: person.id };
        const update = { path, body };
        const answer = await scenario.send('updateJobInfo', caller, update);
        const isRefused = answer.status >= 400 && answer.status <= 499;
        // The document does not say whether the value of a custom field may be empty.
        if (isRefused && value === '') return;
        if (isRefused) throw scenario.refusal('updateJobInfo', answer);
        const holds = succeeded(answer);
        scenario.require('PERSON-011', holds, 'a success status', () => describe(answer), anySuccess);
        if (!holds) throw new CaseEnded('The job was not set.');
        // A value that was accepted once cannot be the reason of a rejection.
        const again = await scenario.send('updateJobInfo', caller, update);
        const wanted = 'a success status for the same update again';
        scenario.require('PERSON-011', succeeded(again), wanted, () => describe(again), anySuccess);
        if (endpoint !== undefined) {
          const isAnnounced = (arrived: readonly Envelope[]) => countOf(arrived) > before;
          await settle(scenario, tenant, endpoint, isAnnounced);
          const isSent = isAnnounced(eventsAt(endpoint));
          scenario.requireDone('PERSON-013', isSent, 'person.jobinfo.updated', 'no such event');
        }
        scenario.step('list the person');
        const shown = await readJob(scenario, caller, await findPerson(scenario, caller, person));
        requireJob(scenario, jobInfo, shown.jobInfo);
        const { type, frequency } = shown.compInfo ?? {};
        const isKept = type === 'net' && frequency === 'monthly';
        const expected = 'compInfo of type net and frequency monthly';
        scenario.require('PERSON-014', isKept, expected, show(shown.compInfo));
      }
    },
  }),
  example({
    id: 'persons.read',
    title: 'A person can be read by its id',
    covers: ['PERSON-001', 'PERSON-009', 'PERSON-015', 'PERSON-016'],
    needs: ['create-person'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      for (const name of ['a person', 'another person'] as const) {
        scenario.step(`create and read ${name}`);
        const person = await addPerson(scenario, caller);
        const path = { personId: person.id };
        if (scenario.has('update-person')) {
          // Other checks judge whether it works.
          await scenario.send('updatePerson', caller, { path, body: { metadata: { costCentre: 'LAG-7' } } });
        }
        if (name === 'another person') {
          const body = { compInfo: compInfo(scenario.data, 1_000), jobInfo: { title: 'Operations analyst' } };
          await scenario.send('updateJobInfo', caller, { path, body });
        }
        const { status, json, text } = await scenario.readOne('readPerson', caller, { path });
        const { id = person.id } = (json ?? {}) as { id?: unknown };
        const done = scenario.require(
          'PERSON-015',
          isSuccess(status) && id === person.id,
          `a success status and no other person than ${person.id}`,
          describe({ status, text, json }),
          anySuccess,
        );
        if (!done) continue;
        const listed: Record<string, unknown> = await findPerson(scenario, caller, person);
        const read = (json ?? {}) as Record<string, unknown>;
        const differing = Object.keys(listed).filter(
          (field) => !isDeepStrictEqual(read[field], listed[field]),
        );
        const actual = `${show(read)}, which differs in ${differing.join(', ')}`;
        scenario.require('PERSON-016', differing.length === 0, `as in the list: ${show(listed)}`, actual);
      }
    },
  }),
  example({
    id: 'persons.fields',
    title: 'A person is listed with its name and email address',
    covers: ['PERSON-001', 'CONV-007', 'CONV-008'],
    needs: ['create-person'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.step('create and list a person');
      const listed = await findPerson(scenario, caller, await addPerson(scenario, caller));
      for (const field of ['firstName', 'lastName', 'email'] as const) {
        const expected = `a person with ${field}`;
        scenario.require('PERSON-001', typeof listed[field] === 'string', expected, show(listed));
      }
      // A read may leave out the phone number; if it shows one, both parts must be those that were sent.
      const { countryCode, number } = listed.phoneNumber ?? {};
      const hasOne = Boolean(countryCode) || Boolean(number);
      const hasBoth = Boolean(countryCode) && Boolean(number);
      const expected = 'a phone number with countryCode and number, or none';
      scenario.require('CONV-007', !hasOne || hasBoth, expected, show(listed.phoneNumber));
      // A read may leave out the address, and parts of it, but no part for some countries only.
      const isCountryShown = Boolean(listed.address?.countryCode);
      for (const countryCode of countries) {
        scenario.independentStep(`create and list a person with an address in the country ${countryCode}`);
        const email = uniqueEmail(scenario.data, 'adaeze');
        const body = personInput(scenario.data, {
          email,
          address: { ...scenario.data.address, countryCode },
        });
        // A target may serve other countries only.
        if (!succeeded(await scenario.send('createPerson', caller, { body }))) continue;
        const { data } = await readPage(scenario, 'listPersons', caller, { email });
        for (const { address } of isCountryShown ? data : []) {
          const wanted = 'an address with the string countryCode, as another person has it';
          if (address) scenario.require('CONV-008', Boolean(address.countryCode), wanted, show(address));
        }
      }
    },
  }),
  example({
    id: 'persons.changes',
    title: 'A change of a person appears in later reads',
    covers: ['PERSON-008'],
    needs: ['create-person', 'update-person'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const person = await addPerson(scenario, caller);
      const path = { personId: person.id };
      for (const change of [
        { firstName: 'Zoë', lastName: 'Nwosu' },
        {
          phoneNumber: {
            ...scenario.data.phoneNumber,
            number: scenario.data.phoneNumber.number.replace(/.$/, '3'),
          },
        },
        { metadata: { costCentre: 'LAG-9' } },
      ]) {
        scenario.step(`change the person: ${show(change)}`);
        await scenario.succeed('updatePerson', caller, { path, body: change });
        const listed = await findPerson(scenario, caller, person);
        const shown: unknown = Object.fromEntries(
          Object.keys(change).map((name) => [name, listed[name as keyof Person]]),
        );
        scenario.require('PERSON-008', isDeepStrictEqual(shown, change), show(change), show(shown));
      }
    },
  }),
  example({
    id: 'persons.tax',
    title: 'The identifiers and the tax profile of a person can be set',
    covers: ['PERSON-017', 'PERSON-018'],
    needs: ['create-person', 'update-personal-info', 'update-tax-profile'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const { id: personId } = await addPerson(scenario, caller);
      const path = { personId };
      let before: readonly string[] = [];
      for (const usual of taxNumbers) {
        const body = scenario.data.fill('updatePersonalInfo', usual);
        scenario.step(`set ${show(body)}`);
        const answer = await scenario.send('updatePersonalInfo', caller, { path, body });
        // The response is not shown and may mask the numbers, but must not show the previous ones.
        const numbers: readonly string[] = Object.values(body);
        const isStale = before.some((number) => !numbers.includes(number) && answer.text.includes(number));
        requireUpdate(scenario, 'PERSON-017', answer, isStale);
        before = numbers;
      }
      for (const word of maritalStatuses) {
        const usual = { maritalStatus: word as string, numberOfDependents: 2 };
        const body = scenario.data.fill('updateTaxProfile', usual);
        const { maritalStatus, numberOfDependents } = body;
        scenario.step(`set the marital status ${maritalStatus} and ${numberOfDependents} dependents`);
        const answer = await scenario.send('updateTaxProfile', caller, { path, body });
        if (!requireUpdate(scenario, 'PERSON-018', answer)) continue;
        scenario.step(`set the marital status ${maritalStatus} and no dependents`);
        const alone = await scenario.send('updateTaxProfile', caller, {
          path,
          body: { maritalStatus, numberOfDependents: 0 },
        });
        // The word was accepted before, and zero is a valid number of dependents.
        const holds = isSuccess(alone.status);
        scenario.require(
          'PERSON-018',
          holds,
          `a success status, with ${numberOfDependents} dependents and with none`,
          describe(alone),
          anySuccess,
        );
        return;
      }
    },
  }),
];
