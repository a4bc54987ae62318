import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { type Description, documentedPart } from './documented.ts';
import bundled from './generated/openapi.json' with { type: 'json' };

const assumed = { 'x-provenance': 'assumed' };
const observed = { 'x-provenance': 'observed' };
const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown, value?: unknown) => ({
  'application/json': { schema, ...(value !== undefined && { examples: { one: { value } } }) },
});

const given = (operation: unknown, schemas: unknown = {}): Description => ({
  openapi: '3.1.0',
  paths: { '/v1/things': { get: operation } },
  components: { schemas },
});

interface DocumentedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Checked by hand: the documented operations that take a body. */
const withInvalidBody = [
  ...[
    'createBeneficiary',
    'createBusiness',
    'createBusinessDeposit',
    'createContract',
    'createReimbursement',
  ],
  ...['exchangeJwt', 'inviteUser', 'renewKyc', 'resubmitKyc', 'reviewInvoice', 'reviewKyc'],
  ...['reviewReimbursement', 'savePayroll', 'submitKyc', 'updateCustomField', 'updateJobInfo'],
  ...['updatePersonalInfo', 'updateTaxProfile'],
];

/** The documented part of an operation and of schemas. */
function left(operation: unknown, schemas?: unknown): unknown[] {
  const part = documentedPart(given(operation, schemas)) as Record<
    string,
    Record<string, Record<string, unknown>>
  >;
  return [part.paths?.['/v1/things']?.get, part.components?.schemas];
}

describe('the documented part', () => {
  test.each<[name: string, operation: unknown, schemas: unknown, want: unknown[]]>([
    [
      'leaves out an assumed operation and its path',
      { ...assumed, responses: {} },
      {},
      [undefined, undefined],
    ],
    [
      'keeps an observed operation',
      { ...observed, responses: {} },
      {},
      [{ ...observed, responses: {} }, undefined],
    ],
    [
      'leaves out assumed parameters, but none that the path needs',
      {
        parameters: [
          { name: 'a', in: 'query', ...assumed, schema: text },
          { name: 'b', in: 'query', schema: text },
          { name: 'c', in: 'path', ...assumed, schema: text },
        ],
        responses: {},
      },
      {},
      [
        {
          parameters: [
            { name: 'b', in: 'query', schema: text },
            { name: 'c', in: 'path', ...assumed, schema: text },
          ],
          responses: {},
        },
        undefined,
      ],
    ],
    [
      'leaves out the content of an assumed response, and the schema that only it used',
      { responses: { '2XX': { description: 'Done.', ...assumed, content: json(ref('Thing')) } } },
      { Thing: { type: 'object' } },
      [{ responses: { '2XX': { description: 'Done.', ...assumed } } }, undefined],
    ],
    [
      'leaves out a body whose whole schema is assumed',
      {
        requestBody: { content: json(ref('Thing')) },
        responses: { '2XX': { description: 'Done.', content: json(ref('Thing')) } },
      },
      { Thing: { type: 'object', ...assumed } },
      [{ responses: { '2XX': { description: 'Done.' } } }, undefined],
    ],
    [
      'leaves out assumed fields, in examples too, and does not require them',
      {
        responses: {
          '2XX': { description: 'Done.', content: json(ref('Thing'), { a: 'x', b: 'y', c: [{ d: 'z' }] }) },
        },
      },
      {
        Thing: {
          type: 'object',
          required: ['a', 'b'],
          properties: {
            a: text,
            b: { ...text, ...assumed },
            c: { type: 'array', items: { type: 'object', properties: { d: { ...text, ...assumed } } } },
          },
          examples: [{ a: 'x', b: 'y' }],
        },
      },
      [
        {
          responses: { '2XX': { description: 'Done.', content: json(ref('Thing'), { a: 'x', c: [{}] }) } },
        },
        {
          Thing: {
            type: 'object',
            required: ['a'],
            properties: { a: text, c: { type: 'array', items: { type: 'object', properties: {} } } },
            examples: [{ a: 'x' }],
          },
        },
      ],
    ],
    [
      'leaves out a field that refers to what is assumed, unless the field says otherwise',
      { responses: { '2XX': { description: 'Done.', content: json(ref('Thing')) } } },
      {
        Thing: { type: 'object', properties: { a: ref('Word'), b: { ...ref('Word'), ...observed } } },
        Word: { ...text, ...assumed },
      },
      [
        { responses: { '2XX': { description: 'Done.', content: json(ref('Thing')) } } },
        {
          Thing: { type: 'object', properties: { b: { ...ref('Word'), ...observed } } },
          Word: { ...text, ...assumed },
        },
      ],
    ],
    [
      'leaves assumed members out of a union and of its discriminator',
      { responses: { '2XX': { description: 'Done.', content: json(ref('Any')) } } },
      {
        Any: {
          oneOf: [ref('One'), ref('Two')],
          discriminator: { propertyName: 'k', mapping: { one: ref('One').$ref, two: ref('Two').$ref } },
        },
        One: { type: 'object' },
        Two: { type: 'object', ...assumed },
      },
      [
        { responses: { '2XX': { description: 'Done.', content: json(ref('Any')) } } },
        {
          Any: {
            oneOf: [ref('One')],
            discriminator: { propertyName: 'k', mapping: { one: ref('One').$ref } },
          },
          One: { type: 'object' },
        },
      ],
    ],
    [
      'keeps a required field that refers to what is assumed, as anything, in examples too',
      { responses: { '2XX': { description: 'Done.', content: json(ref('Thing'), { a: { b: 1 } }) } } },
      {
        Thing: { type: 'object', required: ['a'], properties: { a: ref('Part') } },
        Part: { type: 'object', ...assumed, properties: { b: { type: 'integer' } } },
      },
      [
        { responses: { '2XX': { description: 'Done.', content: json(ref('Thing'), { a: { b: 1 } }) } } },
        { Thing: { type: 'object', required: ['a'], properties: { a: {} } } },
      ],
    ],
    [
      'leaves out a response whose status is assumed',
      {
        responses: {
          '2XX': { description: 'Done.' },
          404: { description: 'None.', 'x-assumed-status': true },
        },
      },
      {},
      [{ responses: { '2XX': { description: 'Done.' } } }, undefined],
    ],
    [
      'leaves out keywords that are assumed',
      {
        parameters: [{ name: 'a', in: 'query', schema: text, 'x-assumed': { required: true } }],
        requestBody: { content: json(ref('Thing')) },
        responses: {},
      },
      { Thing: { type: 'object', 'x-assumed': { required: ['a'] }, properties: { a: text } } },
      [
        {
          parameters: [{ name: 'a', in: 'query', schema: text }],
          requestBody: { content: json(ref('Thing')) },
          responses: {},
        },
        { Thing: { type: 'object', properties: { a: text } } },
      ],
    ],
  ])('%s', (_name, operation, schemas, want) => {
    expect(left(operation, schemas)).toEqual(want);
  });

  test('leaves out the fields of events', () => {
    const payload = { type: 'object', properties: { a: text, b: { ...text, ...assumed } } };
    const event = (schema: unknown) => ({
      openapi: '3.1.0',
      webhooks: { happened: { post: { requestBody: { content: json(schema) }, responses: {} } } },
      components: {},
    });
    expect(documentedPart(event(payload))).toEqual(event({ type: 'object', properties: { a: text } }));
  });

  test('is a valid OpenAPI 3.1 document in which only parts of paths are assumed', async () => {
    const part = documentedPart(bundled);
    // The parser dereferences what it is given, so it gets a copy.
    await expect(SwaggerParser.validate(structuredClone(part) as never)).resolves.toBeDefined();
    const fields = JSON.stringify(part.components).match(/"x-provenance":"assumed"/g) ?? [];
    const pathParameters = Object.values(
      (part.components as { parameters?: Record<string, { in: string; 'x-provenance'?: string }> })
        .parameters ?? {},
    ).filter((parameter) => parameter['x-provenance'] === 'assumed');
    expect(pathParameters.filter((parameter) => parameter.in !== 'path')).toEqual([]);
    expect(fields).toHaveLength(pathParameters.length);
  });

  test('has the errors whose status the document shows', () => {
    const { paths } = documentedPart(bundled) as unknown as {
      paths: Record<string, Record<string, DocumentedOperation>>;
    };
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const statuses = (status: string) =>
      operations.filter(({ responses }) => status in responses).map(({ operationId }) => operationId);
    expect(statuses('400').sort()).toEqual(withInvalidBody);
    expect(statuses('404').sort()).toEqual(['renewKyc', 'resubmitKyc', 'submitKyc']);
    for (const status of ['401', '403', '5XX']) expect(statuses(status)).toHaveLength(operations.length);
  });

  test('shows that the verification of a user has an identity, without its content', () => {
    const { KycRecord } = (documentedPart(bundled).components as typeof bundled.components).schemas;
    expect(KycRecord).toMatchObject({
      required: ['identity'],
      properties: { identity: { 'x-requirement': 'KYC-034' } },
    });
    expect(Object.keys(KycRecord.properties)).toEqual(['identity']);
    expect(KycRecord.properties.identity).not.toHaveProperty('$ref');
  });

  test('has examples that match the reduced schemas', () => {
    const part = documentedPart(bundled);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...part, $id: 'part' }, 'part');
    const wrong: string[] = [];
    const visit = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      const { schema, examples } = node as {
        schema?: object;
        examples?: Record<string, { value?: unknown }>;
      };
      if (schema !== undefined && examples !== undefined) {
        const isValid = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"part#/')));
        for (const [name, { value }] of Object.entries(examples)) {
          if (!isValid(value)) wrong.push(`${path} ${name}: ${ajv.errorsText(isValid.errors)}`);
        }
      }
      for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`);
    };
    visit(part.paths, 'paths');
    visit(part.webhooks, 'webhooks');
    expect(wrong).toEqual([]);
  });

  test('does not change the given description', () => {
    const copy = structuredClone(bundled);
    documentedPart(bundled);
    expect(bundled).toEqual(copy);
  });
});
