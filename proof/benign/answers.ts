/** Answers of another form, of any operation. */
import {
  allOperations,
  type Operation,
  type OperationId,
  operation,
  resolveSchema,
  responseFor,
  type Schema,
} from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Answer } from '../../reference-server/http/exchange.ts';
import { onStatus } from '../faults/tools.ts';
import { asRecord, type BenignGroup, withMore } from './variant.ts';

/** Answers 204 by the document. */
const withoutBody: readonly OperationId[] = ['reviewKyc', 'deleteSandboxUser'];

const otherSuccess = (answer: Answer, { id, method }: Operation): Answer => {
  if (answer.status >= 300 || withoutBody.includes(id)) return answer;
  switch (method) {
    case 'post':
      return { ...answer, status: answer.status === 200 ? 201 : 202 };
    case 'put':
    case 'patch':
      return { ...answer, status: 202 };
    case 'delete':
      return { status: 200, body: { deleted: true } };
    default:
      return answer;
  }
};

/** Operations of which no answer is shown. */
const unshown: readonly OperationId[] = [
  ...(['updateCustomField', 'updateJobInfo', 'updatePersonalInfo', 'updateTaxProfile'] as const),
  ...(['savePayroll', 'approvePayroll', 'submitKyc', 'resubmitKyc', 'renewKyc'] as const),
  ...(['createBusinessDeposit', 'reviewInvoice', 'reviewReimbursement', 'inviteUser'] as const),
];

/** A value with null for each field of its schema that is missing and may be. */
function withNulls(source: Schema, value: unknown): unknown {
  const { properties = {}, required = [], items } = resolveSchema(source);
  if (Array.isArray(value))
    return typeof items === 'object' ? value.map((item) => withNulls(items, item)) : value;
  if (!isRecord(value)) return value;
  const filled = Object.entries(properties).flatMap(([name, property]) => {
    if (name in value) return [[name, withNulls(property, value[name])]];
    return required.includes(name) ? [] : [[name, null]];
  });
  return { ...value, ...Object.fromEntries(filled) };
}

/** JSON in which every letter beyond ASCII is written as an escape. */
const escaped = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isJson = (body: string) => body.startsWith('{') || body.startsWith('[');

/** Rejections with other messages, which the models check no closer than the single requests. */
export const refusalVariants: BenignGroup = {
  checks: /^(bodies|authentication|access|kyc)\.(?!model$)|^operations\.(unknown-ids|parameters)$/,
  variants: {
    'another message for a body that is not valid': {
      overrides: onStatus(400, (answer) => {
        const body = asRecord(answer.body);
        // The message of a rejected resubmission is documented.
        if (String(body.message).includes('resubmitted')) return answer;
        return { ...answer, body: { ...body, message: 'Check your input' } };
      }),
    },
    'fields in params under the name of the body': {
      interpretations: [14],
      overrides: onStatus(400, (answer) => {
        const { params, ...body } = asRecord(answer.body);
        const renamed = Object.entries(asRecord(params ?? {})).map(([name, message]) => [
          `body.${name}`,
          message,
        ]);
        return { ...answer, body: { ...body, params: Object.fromEntries(renamed) } };
      }),
    },
    'no params in any error': {
      interpretations: [14, 217],
      overrides: onStatus(400, (answer) => {
        const { params: _, ...body } = asRecord(answer.body);
        return { ...answer, body };
      }),
    },
    'params without an entry in any error': {
      interpretations: [14, 217],
      overrides: onStatus(400, (answer) => ({ ...answer, body: { ...asRecord(answer.body), params: {} } })),
    },
    'only the outermost field in params': {
      interpretations: [14],
      overrides: onStatus(400, (answer) => {
        const { params, ...body } = asRecord(answer.body);
        const outer = Object.entries(asRecord(params ?? {})).map(([name, message]) => [
          name.split('.')[0],
          message,
        ]);
        return { ...answer, body: { ...body, params: Object.fromEntries(outer) } };
      }),
    },
    'other codes for 401 and 403': {
      overrides: {
        answer: (answer) =>
          answer.status === 401 || answer.status === 403
            ? { ...answer, body: { code: `E${answer.status}`, message: 'No.' } }
            : answer,
      },
    },
    'another code and message for what is not found': {
      overrides: onStatus(404, (answer) => ({
        ...answer,
        body: { code: 'E404', message: 'Nothing here', params: {} },
      })),
    },
  },
};

export const answerVariants: BenignGroup = {
  checks: /^(?!bodies\.)/,
  variants: {
    'resources of others that are forbidden instead of not found': {
      interpretations: [19, 63, 119],
      overrides: onStatus(
        404,
        (answer) => ({ ...answer, status: 403 }),
        // The 404 for an unknown file is documented.
        allOperations.map(({ id }) => id).filter((id) => id !== 'submitKyc' && id !== 'resubmitKyc'),
      ),
    },
    'a field more in every object of an answer': {
      overrides: {
        answer: (answer) => ({
          ...answer,
          ...(answer.body !== undefined && {
            body: withMore(answer.body),
          }),
        }),
      },
    },
    'other success codes wherever none is shown': {
      interpretations: [153],
      overrides: { answer: otherSuccess },
    },
    'null for each field that is not there': {
      interpretations: [304],
      overrides: {
        answer: (answer, { id }) => {
          const shown = responseFor(operation(id), answer.status)?.schema;
          return shown === undefined ? answer : { ...answer, body: withNulls(shown, answer.body) };
        },
      },
    },
    'no body in answers of which none is shown': {
      overrides: {
        answer: (answer, { id }) => (answer.status < 300 && unshown.includes(id) ? { status: 204 } : answer),
      },
    },
  },
};

/** Another way to speak HTTP, which a request to each operation shows; a connection for each of more would take long. */
export const transportVariants: BenignGroup = {
  checks: /^(operations|authentication|answers|payrolls|persons)\./,
  variants: {
    'answers in chunks with more headers, on connections that are closed': {
      front: {
        answer: (answer) => ({
          ...answer,
          inChunks: true,
          headers: {
            ...answer.headers,
            ...{ connection: 'close', 'x-request-id': 'r-1', 'set-cookie': 'route=a; Path=/' },
            ...{ 'cache-control': 'no-store', 'x-ratelimit-remaining': '17', server: 'vendor' },
          },
        }),
      },
    },
    'answers indented and escaped, compressed where that is asked for': {
      front: {
        answer: (answer) =>
          isJson(answer.body)
            ? {
                ...answer,
                compressed: true,
                headers: { ...answer.headers, 'content-type': 'Application/JSON' },
                body: escaped(`\n${JSON.stringify(JSON.parse(answer.body), undefined, 2)}\n`),
              }
            : answer,
      },
    },
  },
};
