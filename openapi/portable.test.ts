import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { documentedPart } from './documented.ts';
import bundled from './generated/openapi.json' with { type: 'json' };
import { portableForm } from './portable.ts';

interface Portable {
  readonly paths: Readonly<Record<string, object>>;
  readonly webhooks: Readonly<Record<string, { readonly $ref: string }>>;
  readonly components: {
    readonly parameters: object;
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly pathItems: Readonly<
      Record<string, { readonly post: { readonly parameters: readonly { readonly name: string }[] } }>
    >;
  };
}

const whole = portableForm(bundled, { keepsWebhooks: true }) as unknown as Portable;
const { schemas, pathItems, parameters } = whole.components;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...whole, $id: 'form' }, 'form');
const isValid = (name: string, value: unknown) =>
  ajv.compile({ $ref: `form#/components/schemas/${name}` })(value);

describe('the portable form', () => {
  test.each([
    ['whole', bundled, true],
    ['without webhooks', bundled, false],
    ['the documented part', documentedPart(bundled), true],
  ])('is a valid OpenAPI 3.1 document: %s', async (_, description, keepsWebhooks) => {
    const form = portableForm(structuredClone(description), { keepsWebhooks });
    await expect(SwaggerParser.validate(form as never)).resolves.toBeDefined();
  });

  test('has every webhook as a reference, with its headers written out', () => {
    expect(Object.keys(whole.webhooks)).toEqual(Object.keys(bundled.webhooks));
    expect(whole.webhooks['external-account.restriction_lifted']).toEqual({
      $ref: '#/components/pathItems/ExternalAccountRestrictionLifted',
    });
    for (const { post } of Object.values(pathItems))
      expect(post.parameters.map(({ name }) => name)).toEqual([
        'hook-id',
        'hook-timestamp',
        'hook-signature',
      ]);
    expect(Object.keys(parameters).filter((name) => name.startsWith('Hook'))).toEqual([]);
  });

  test('keeps the schemas of the events without the webhooks', () => {
    const form = portableForm(bundled, { keepsWebhooks: false }) as unknown as Portable;
    expect(form.webhooks).toBeUndefined();
    expect(form.components).not.toHaveProperty('pathItems');
    expect(form.components.schemas).toEqual(schemas);
  });

  test('distinguishes the events, and accepts unknown ones', () => {
    const { value } =
      bundled.webhooks['payroll.created'].post.requestBody.content['application/json'].examples['one-off'];
    const other = { ...value, eventType: 'payroll.renamed', data: { tenantKey: 'tk' } };
    const matches = (event: unknown) =>
      ['PayrollCreatedEvent', 'AnyOtherEvent', 'WebhookEvent'].map((name) => isValid(name, event));
    expect(matches(value)).toEqual([true, false, true]);
    expect(matches(other)).toEqual([false, true, true]);
    expect(matches({ ...value, data: {} })).toEqual([false, false, false]);
    // Generators that search for a member by name find this one first.
    expect(
      Object.keys(schemas)
        .filter((name) => name.endsWith('Event'))
        .sort()[0],
    ).toBe('AnyOtherEvent');
  });

  test('keeps the rule about the owner of a virtual account', () => {
    const account = { tenantKey: 'tk' };
    const owner = '5e2c9a47-8f13-4b6d-9e80-1c7a3d5f2b64';
    const valid = (owners: object) => isValid('VirtualAccountCreatedData', { ...account, ...owners });
    expect(
      [{ userId: owner }, { businessId: owner }, {}, { userId: owner, businessId: owner }].map(valid),
    ).toEqual([true, true, false, false]);
  });

  test('has a name for every enumeration and object that is a field', () => {
    const nameless = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Record<string, { enum?: unknown; properties?: unknown }>).flatMap(
        ([field, schema]) => ((schema.enum ?? schema.properties) ? [`${name}.${field}`] : []),
      ),
    );
    expect(nameless).toEqual([]);
  });

  test('includes the assumed keywords, beside their mark', () => {
    expect(schemas.KycReview).toMatchObject({
      required: ['action', 'type'],
      'x-assumed': { required: ['action', 'type'] },
    });
    const marks = (node: object) => JSON.stringify(node).match(/"x-assumed":/g)?.length;
    expect(marks(whole)).toBe(marks(bundled));
  });

  test('has examples with all fields that are assumed to be required', () => {
    const wrong: string[] = [];
    const visit = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      const { schema, examples } = node as {
        schema?: object;
        examples?: Record<string, { value?: unknown }>;
      };
      if (schema !== undefined && examples !== undefined && !Array.isArray(examples)) {
        const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"form#/')));
        for (const [name, { value }] of Object.entries(examples))
          if (!validate(value)) wrong.push(`${path} ${name}: ${ajv.errorsText(validate.errors)}`);
      }
      for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`);
    };
    visit(whole.paths, 'paths');
    visit(pathItems, 'pathItems');
    expect(wrong).toEqual([]);
  });

  test('does not change the given description', () => {
    const copy = structuredClone(bundled);
    portableForm(bundled, { keepsWebhooks: true });
    expect(bundled).toEqual(copy);
  });
});
