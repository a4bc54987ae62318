/** Section "Businesses and platform" of the interface document: custom fields. */
import fc from 'fast-check';
import { openTenant, type Tenant } from '../actions/tenant.ts';
import { itemsIn, textIn } from '../actions/users.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Check, property } from '../provider/check.ts';
import { type Scenario, show } from '../provider/scenario.ts';

function pathOf({ businessId }: Tenant): { businessId: string } {
  if (businessId === undefined) throw new CaseEnded('The id of the business of the org token is not known.');
  return { businessId };
}

async function create(scenario: Scenario, tenant: Tenant, name: string): Promise<string> {
  const input = { path: pathOf(tenant), body: { name } };
  const id = textIn(await scenario.succeed('createCustomField', tenant.caller, input), 'id');
  if (id === undefined) throw new CaseEnded('createCustomField did not answer an id.');
  return id;
}

/** The names of the custom fields by their id. */
async function namesOf(scenario: Scenario, tenant: Tenant): Promise<ReadonlyMap<unknown, unknown>> {
  const list = await scenario.succeed('listCustomFields', tenant.caller, { path: pathOf(tenant) });
  return new Map(itemsIn(list).map(({ id, name }) => [id, name]));
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
      scenario.require(
        'FIELD-001',
        [...fields].every(([id, name]) => listed.get(id) === name),
        {
          expected: `the custom fields ${show(created)}`,
          actual: show([...listed.values()]),
        },
      );
      for (const { which, name } of renamed) {
        const id = [...fields.keys()][which % fields.size];
        // Whether two fields may share a name is not shown.
        if (id === undefined || [...fields.values()].includes(name)) continue;
        scenario.step(`rename ${fields.get(id)} to ${name}`);
        const path = { ...pathOf(tenant), customFieldId: id };
        await scenario.succeed('updateCustomField', tenant.caller, { path, body: { name } });
        fields.set(id, name);
        scenario.step('list the custom fields');
        const now = await namesOf(scenario, tenant);
        // A field that the list had not shown at first says nothing of a change.
        const known = [...fields].filter(([field]) => listed.has(field));
        scenario.require(
          'FIELD-002',
          known.every(([field, word]) => now.get(field) === word),
          {
            expected: `the custom fields ${show(known.map(([, word]) => word))}`,
            actual: show(known.map(([field]) => now.get(field))),
          },
        );
      }
    },
  }),
];
