/** Section "Businesses and platform" of the interface document. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { anySuccess, shows } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import { idIfAny, itemsOf } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { settle } from '../../provider/event-log.ts';
import { type Envelope, envelopeOf, inspectDelivery } from '../../provider/inspect.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import {
  businessIdOf,
  createBusiness,
  endpointFor,
  openTenant,
  platformCaller,
} from '../../provider/tenant.ts';
import { businessInput } from '../../provider/valid-requests.ts';

/** Counts the different businesses in successful responses; a rejected repetition creates none. */
function requireOneBusiness(
  scenario: Scenario,
  requirement: RequirementId,
  answers: readonly { readonly status: number; readonly json: unknown }[],
): void {
  // What a repetition returns is not shown, so it may have no body.
  const ids = answers.flatMap(({ status, json }) =>
    isSuccess(status) && isRecord(json) ? [json.businessId] : [],
  );
  scenario.require(
    requirement,
    new Set(ids).size === 1,
    'one business for one idempotencyKey',
    ids.length === 0 ? 'no request created a business' : `the businesses ${[...new Set(ids)].join(', ')}`,
  );
}

interface Created {
  readonly businessId?: unknown;
  readonly tenantKey?: unknown;
}

export const businessChecks: readonly Check[] = [
  property({
    id: 'businesses.idempotency',
    title: 'A repeated idempotencyKey creates no second business',
    covers: ['PLATFORM-001', 'PLATFORM-002', 'PLATFORM-004', 'CONV-001'],
    needs: ['platform-token'],
    newBusinesses: 2,
    arbitrary: () => fc.record({ repetitions: fc.integer({ min: 1, max: 3 }) }),
    runs: ({ propertyRuns }) => Math.min(3, Math.ceil(propertyRuns / 3)),
    run: async (scenario, { repetitions }) => {
      const body = businessInput(scenario.data);
      const caller = platformCaller(scenario);
      scenario.step('create a business');
      const answers = [await scenario.succeed('createBusiness', caller, { body })];
      for (let count = 0; count < repetitions; count += 1) {
        scenario.step('send the same request again');
        answers.push(await scenario.send('createBusiness', caller, { body }));
      }
      requireOneBusiness(scenario, 'PLATFORM-002', answers);
      const first = answers[0]?.json as Created;
      const others = [
        { label: 'another idempotencyKey', given: businessInput(scenario.data) },
        {
          label: 'an idempotencyKey that goes on where the first one ends',
          given: { ...businessInput(scenario.data), idempotencyKey: `${body.idempotencyKey}-2` },
        },
        {
          label: 'another idempotencyKey and the same admin',
          given: { ...businessInput(scenario.data), adminEmail: body.adminEmail },
        },
        {
          label: 'another idempotencyKey, and the registrationId of a company in another country',
          given: {
            ...businessInput(scenario.data),
            registrationId: body.registrationId,
            country: body.country === 'GB' ? 'US' : 'GB',
          },
        },
      ];
      const most = scenario.businesses.isLimited ? 1 : others.length;
      for (const { label, given } of others.slice(0, most)) {
        scenario.step(`create another business with ${label}`);
        const { status, json } = await scenario.send('createBusiness', caller, { body: given });
        // A key may have a limit, and each business may need another admin.
        if (status >= 400) continue;
        const other = json as Created;
        scenario.require(
          'PLATFORM-004',
          first.businessId !== other.businessId && first.tenantKey !== other.tenantKey,
          `a business of its own for ${label}`,
          `businessId ${other.businessId} and tenantKey ${other.tenantKey} are those of the first`,
        );
      }
      scenario.step('send the first request once more, after the others');
      answers.push(await scenario.send('createBusiness', caller, { body }));
      requireOneBusiness(scenario, 'PLATFORM-002', answers);
    },
  }),
  example({
    id: 'businesses.idempotency-at-once',
    title: 'Simultaneous requests with the same idempotencyKey create one business',
    covers: ['PLATFORM-003'],
    needs: ['platform-token'],
    newBusinesses: 1,
    run: async (scenario) => {
      const body = businessInput(scenario.data);
      scenario.step('create a business with six simultaneous requests that share an idempotencyKey');
      const requests = Array.from({ length: 6 }, () =>
        scenario.sendUnjudged('createBusiness', platformCaller(scenario), { body }),
      );
      const answers = await Promise.all(requests);
      const [first] = answers;
      const isRefused = answers.every(({ status }) => status >= 400 && status <= 499);
      if (isRefused && first) throw scenario.refusal('createBusiness', first);
      requireOneBusiness(scenario, 'PLATFORM-003', answers);
    },
  }),
  example({
    id: 'businesses.tenant-key',
    title: 'The tenantKey of a new business is accepted at once',
    covers: ['PLATFORM-005'],
    needs: ['platform-token'],
    newBusinesses: 1,
    run: async (scenario) => {
      scenario.step('create a business');
      const { caller } = await createBusiness(scenario);
      for (const id of ['listPersons', 'listPayrolls'] as const) {
        scenario.step(`${id} with its tenantKey`);
        const { status } = await scenario.send(id, caller);
        scenario.require('PLATFORM-005', isSuccess(status), 'a success status', String(status), anySuccess);
      }
    },
  }),
  property({
    id: 'businesses.basic-info',
    title: 'A change of the basic information of a business appears in later reads and sends an event',
    covers: ['PLATFORM-006', 'PLATFORM-010'],
    needs: ['read-business', 'update-business-basic-info'],
    arbitrary: () => {
      const name = fc.constantFrom(
        'Lagoon',
        'Lagoon Freight',
        'Señorial Textiles',
        '港湾物流',
        "O'Neill & Sons",
      );
      return fc.record({ businessName: name, businessShortName: name }, { requiredKeys: [] });
    },
    examples: [{ businessShortName: 'Lagoon' }],
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 5),
    run: async (scenario, change) => {
      const tenant = await openTenant(scenario);
      const { tenantKey } = tenant;
      const path = pathOf(tenant);
      const endpoint = scenario.has('webhooks') ? await endpointFor(scenario, tenant) : undefined;
      const before = await readBusiness(scenario, tenant, path);
      scenario.step(`change ${show(change)}`);
      await scenario.succeed('updateBusinessBasicInfo', tenant.caller, { path, body: change });
      scenario.step('read the business');
      const after = await readBusiness(scenario, tenant, path);
      for (const name of ['businessName', 'businessShortName', 'registrationId', 'country']) {
        const wanted = (change as Readonly<Record<string, unknown>>)[name] ?? before[name];
        const expected = `${name} ${show(wanted)}`;
        scenario.require(
          'PLATFORM-006',
          after[name] === wanted,
          expected,
          show(after[name]),
          shows([name], wanted),
        );
      }
      // A timestamp of the last change does not show what changed.
      const isSame = Object.keys(change).every((name) => isDeepStrictEqual(after[name], before[name]));
      if (endpoint === undefined || isSame) return;
      const isAnnounced = ({ eventType }: Envelope) => eventType === 'business.basicinfo.updated';
      await settle(scenario, tenant, endpoint, (arrived) => arrived.some(isAnnounced));
      const announced = endpoint.channel.deliveries.filter((delivery) => isAnnounced(envelopeOf(delivery)));
      scenario.requireDone(
        'PLATFORM-010',
        announced.length > 0,
        'business.basicinfo.updated',
        'no such event',
      );
      for (const delivery of announced) inspectDelivery(scenario, delivery, endpoint.secret);
      if (tenantKey === undefined) return;
      const holds = announced.every((delivery) => envelopeOf(delivery).data?.tenantKey === tenantKey);
      const actual = show(announced.map((delivery) => envelopeOf(delivery).data?.tenantKey));
      scenario.require('HOOK-007', holds, `the tenantKey ${tenantKey}`, actual);
    },
  }),
];

async function readBusiness(
  scenario: Scenario,
  { caller }: Tenant,
  path: { businessId: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { json } = await scenario.succeed('readBusiness', caller, { path });
  if (typeof json !== 'object' || json === null)
    throw new CaseEnded('readBusiness did not return an object.');
  return json as Readonly<Record<string, unknown>>;
}

const pathOf = (tenant: Tenant) => ({ businessId: businessIdOf(tenant) });

async function create(scenario: Scenario, tenant: Tenant, name: string): Promise<string> {
  const input = { path: pathOf(tenant), body: { name } };
  const id = idIfAny(await scenario.succeed('createCustomField', tenant.caller, input));
  if (id === undefined) throw new CaseEnded('createCustomField did not return an id.');
  return id;
}

/** The names of the custom fields by their id. */
async function namesOf(scenario: Scenario, tenant: Tenant): Promise<ReadonlyMap<unknown, unknown>> {
  const list = await scenario.succeed('listCustomFields', tenant.caller, { path: pathOf(tenant) });
  return new Map(itemsOf(list).map(({ id, name }) => [id, name]));
}

const names = [
  'Badge',
  'Kostenstelle',
  'Número de insignia',
  '社員番号',
  'رقم الموظف',
  "O'Neill & <sons>",
  'a',
];

export const customFieldChecks: readonly Check[] = [
  property({
    id: 'custom-fields.rename',
    title: 'Updating a custom field changes its name, and no other field',
    covers: ['FIELD-001', 'FIELD-002'],
    needs: ['create-custom-field', 'list-custom-fields'],
    examples: [{ created: ['badge', 'desk'], renamed: [{ which: 0, name: 'Año, 入社年' }] }],
    arbitrary: () => {
      const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 1, maxLength: 12 });
      const name = fc.oneof(fc.constantFrom(...names), word);
      return fc.record({
        created: fc.uniqueArray(name, { minLength: 2, maxLength: 4 }),
        renamed: fc.array(fc.record({ which: fc.nat({ max: 3 }), name }), { minLength: 1, maxLength: 3 }),
      });
    },
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, { created, renamed }) => {
      const tenant = await openTenant(scenario);
      const fields = new Map<string, string>();
      for (const name of created) {
        scenario.step(`create the custom field ${name}`);
        fields.set(await create(scenario, tenant, name), name);
      }
      const listed = await namesOf(scenario, tenant);
      const holds = [...fields].every(([id, name]) => listed.get(id) === name);
      scenario.require('FIELD-001', holds, `the custom fields ${show(created)}`, show([...listed.values()]));
      for (const { which, name } of renamed) {
        const id = [...fields.keys()][which % fields.size];
        // The document does not say whether two fields may share a name.
        if (id === undefined || [...fields.values()].includes(name)) continue;
        scenario.step(`rename ${fields.get(id)} to ${name}`);
        const path = { ...pathOf(tenant), customFieldId: id };
        await scenario.succeed('updateCustomField', tenant.caller, { path, body: { name } });
        fields.set(id, name);
        scenario.step('list the custom fields');
        const now = await namesOf(scenario, tenant);
        // A field that was not listed before does not show a change.
        const known = [...fields].filter(([field]) => listed.has(field));
        const holds = known.every(([field, word]) => now.get(field) === word);
        const expected = `the custom fields ${show(known.map(([, word]) => word))}`;
        scenario.require('FIELD-002', holds, expected, show(known.map(([field]) => now.get(field))));
      }
    },
  }),
];
