import { expect, test } from 'vitest';
import { eventSchemas, type OperationId, operation } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import type { OperationInput } from '../http/message.ts';
import type { IncomingResponse, OutgoingRequest } from '../http/transport.ts';
import type { Operations, OperationTools, Words } from './adapter.ts';
import { base64, fileInJson, idFromLocation, renamed, textAt } from './helpers.ts';
import { performOperation } from './perform.ts';
import type { OwnHeaders } from './send.ts';
import { translate } from './words.ts';

type Answer = Partial<IncomingResponse> & { readonly json?: unknown };

const contract = { id: 'c', status: 'awaiting business signature', signatures: [] };
const body = { templateId: 't', personId: 'p', sender: { email: 'a@example.com', name: 'A' } };

/** Performs one operation against responses that are given in turn; the last one is repeated. */
async function perform<Id extends OperationId>(
  id: Id,
  own: Operations[Id],
  input: OperationInput,
  answers: readonly Answer[],
  words: Words = {},
  more: Partial<Parameters<typeof performOperation>[3]> = {},
) {
  const requests: OutgoingRequest[] = [];
  const performed = await performOperation(id, { token: 'key', tenantKey: 'tk' }, input, {
    operations: own === undefined ? {} : ({ [id]: own } as unknown as Operations),
    words,
    openRequests: ['reviewInvoice'],
    controlKey: 'none',
    controlBaseUrl: 'http://ops.example',
    exchange: async (request) => {
      const { json, ...answer } = answers[Math.min(requests.length, answers.length - 1)] ?? {};
      requests.push(request);
      const text = json === undefined ? '' : JSON.stringify(json);
      return { status: 200, headers: {}, text, durationMillis: 1, ...answer } as IncomingResponse;
    },
    headersOf: (key) => (key === 'none' ? {} : { authorization: 'Bearer other' }),
    secret: () => 'secret',
    businessIdOf: () => 'b',
    redact: (text) => text.replaceAll('secret-key', 'OUR_KEY'),
    ...more,
  });
  const asked = requests.map(({ method, path }) => `${method} ${path}`);
  return { ...performed, asked, requests };
}

test('an error of a function that a rejected request explains names the request, the answer and its key', async () => {
  const performed = perform(
    'createPerson',
    async (_, { control }) => {
      const { json } = await control({ path: '/ops/people', key: { env: 'OUR_KEY' }, mayFail: true });
      return { id: (json as { ref: { id: string } }).ref.id };
    },
    { body: { firstName: 'A' } },
    [{ status: 401, json: { code: 'unauthorized', message: 'secret-key' } }],
  );
  await expect(performed).rejects.toThrow(
    /^operations\.createPerson: Cannot read .*'id'\), after GET \/ops\/people was rejected: 401 with \{"code":"unauthorized","message":"OUR_KEY"\}: check that OUR_KEY is valid and belongs to this environment$/,
  );
});

test('a binding sends one request under other names', async () => {
  const { requests, json } = await perform(
    'scheduleOffboarding',
    {
      method: 'PUT',
      path: '/v1/people/{personId}/exit?now=no',
      query: { page: 'p' },
      body: { exitDate: 'lastDay' },
      constants: { channel: 'api' },
      answer: { exitDate: 'exit.on' },
    },
    { path: { personId: 'p 1' }, query: { page: 2 }, body: { exitDate: '2026-01-01' } },
    [{ json: { exit: { on: '2026-01-01' } } }],
  );
  expect(requests).toMatchObject([
    {
      method: 'PUT',
      path: '/v1/people/p%201/exit?now=no&p=2',
      body: '{"channel":"api","lastDay":"2026-01-01"}',
    },
  ]);
  expect(json).toMatchObject({ exitDate: '2026-01-01' });
});

test.each([
  ['a binding', { answer: { id: 'ref' } }, { result: { ref: 'p-1' } }, { id: 'p-1' }],
  ['a binding without names', {}, { result: { id: 'p-1' } }, { id: 'p-1' }],
  [
    'a place of its own',
    { answer: { $: 'data.person' } },
    { data: { person: { id: 'p-1' } } },
    { id: 'p-1' },
  ],
  ['a response that is not wrapped', {}, { id: 'p-1' }, { id: 'p-1' }],
  [
    'a function that leaves the response to the target',
    async (_: unknown, { send }: OperationTools) => {
      await send({ path: '/v1/joiners', body: {} });
    },
    { result: { id: 'p-1' } },
    { id: 'p-1' },
  ],
])('a response that the document leaves open is unwrapped: %s', async (_, own, json, expected) => {
  const given = own as Operations['createPerson'];
  const performed = await perform('createPerson', given, { body: {} }, [{ json }], {}, { unwrap: 'result' });
  expect(performed.json).toEqual(expected);
});

test('what a function gets is unwrapped, if it is wrapped', async () => {
  const seen: unknown[] = [];
  const own: Operations['createPerson'] = async (_, { send }) => {
    for (const path of ['/people', '/people/1']) seen.push((await send({ method: 'POST', path })).json);
    return { id: 'p' };
  };
  const answers = [{ json: { result: { id: 'p' } } }, { json: { id: 'p' } }];
  await perform('createPerson', own, { body: {} }, answers, {}, { unwrap: 'result' });
  expect(seen).toEqual([{ id: 'p' }, { id: 'p' }]);
});

test('neither a documented response nor a rejection is unwrapped', async () => {
  const json = { result: { data: [] } };
  const unwrap = { unwrap: 'result' };
  expect((await perform('listPersons', undefined, {}, [{ json }], {}, unwrap)).json).toEqual(json);
  const refused = await perform('createPerson', {}, { body: {} }, [{ status: 400, json }], {}, unwrap);
  expect(refused.json).toEqual(json);
});

test('no token of the caller goes to another server unless it is named', async () => {
  const path = '/v1/drafts';
  const { requests } = await perform(
    'createPayout',
    async (_, { send, control }) => {
      await send({ path });
      await send({ path, baseUrl: 'http://other.example' });
      await send({ path, baseUrl: 'http://other.example', key: 'platform' });
      await control({ path });
      return { id: 'p' };
    },
    { body: {} },
    [{}],
  );
  expect(requests.map(({ baseUrl, headers }) => [baseUrl, headers.authorization])).toEqual([
    [undefined, 'Bearer key'],
    ['http://other.example', undefined],
    ['http://other.example', 'Bearer other'],
    ['http://ops.example', undefined],
  ]);
});

test('an operation may take two requests, and its id may be in a header', async () => {
  const { asked, requests, json, status } = await perform(
    'createPayout',
    async ({ body: { amount, beneficiaryId } }, { send }) => {
      const draft = await send({
        method: 'POST',
        path: '/v1/drafts',
        body: { to: beneficiaryId, ...amount },
      });
      const id = idFromLocation(draft);
      await send({ method: 'POST', path: `/v1/drafts/${id}/confirm` });
      return { id };
    },
    { body: { beneficiaryId: 'x', amount: { amount: 5, currency: 'USD' } } },
    [{ status: 201, headers: { location: '/v1/drafts/d-1' } }, { status: 202 }],
  );
  expect(asked).toEqual(['POST /v1/drafts', 'POST /v1/drafts/d-1/confirm']);
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer key', 'x-multitenantkey': 'tk' });
  expect({ json, status }).toEqual({ json: { id: 'd-1' }, status: 202 });
});

const file = { name: 'a.png', contentType: 'image/png', content: Buffer.from('hi') };

test.each<[string, Parameters<typeof fileInJson>[1], Answer]>([
  ['in the response', { content: 'data' }, { json: { id: 'f' } }],
  [
    'at a place of the response',
    { content: 'data', id: 'data.file_id' },
    { json: { data: { file_id: 'f' } } },
  ],
  ['in the Location header', { content: 'data' }, { headers: { location: '/v1/files/f' } }],
])('the id of a file that is sent as JSON may be %s', async (_, names, answer) => {
  const uploaded = perform('uploadFile', fileInJson('/v1/files', names), { form: { file } }, [answer]);
  expect(await uploaded).toMatchObject({ json: { id: 'f' }, requests: [{ body: '{"data":"aGk="}' }] });
});

test('the id of a file that is nowhere is a mistake in the line, with its remedy', async () => {
  const answer = { status: 201, json: { data: { file_id: 'f' } } };
  const upload = fileInJson('/v1/files', { content: 'data' });
  await expect(perform('uploadFile', upload, { form: { file } }, [answer])).rejects.toThrow(
    "operations.uploadFile: the answer (201, an object of data) holds no text at id and has no Location header that ends in an id: name the field of the id, such as 'data.id', or return the id from a function",
  );
});

test.each(['/', 'http://['])('a Location header without an id, %s, brings none', async (location) => {
  const own = { answer: { id: '@location' } };
  const { json } = await perform('createPerson', own, { body: {} }, [{ json: {}, headers: { location } }]);
  expect(json).toEqual({ id: undefined });
});

test('a function may send a file as JSON, filter one list from another, and accept another success status', async () => {
  const uploaded = await perform(
    'uploadFile',
    async ({ form: { file } }, { send }) => {
      const made = await send({
        method: 'POST',
        path: '/v1/blobs',
        body: { data: base64(file) },
        success: [303],
      });
      return { id: textAt(made, 'blob.key') };
    },
    { form: { file } },
    [{ status: 303, json: { blob: { key: 'f' } } }],
  );
  expect(uploaded).toMatchObject({ status: 200, json: { id: 'f' }, requests: [{ body: '{"data":"aGk="}' }] });
  const listed = await perform(
    'listPayslips',
    async ({ path: { payrollId } }, { send, businessId }) => {
      const { json } = await send({ method: 'GET', path: `/v1/${businessId}/slips`, query: { all: true } });
      const { data } = renamed<'listPayslips'>(json, { data: '$', 'data.payrollId': 'run' });
      return { data: data.filter((slip) => slip.payrollId === payrollId) };
    },
    { path: { payrollId: 'r1' } },
    [{ json: [{ run: 'r1' }, { run: 'r2' }] }],
  );
  expect(listed).toMatchObject({
    asked: ['GET /v1/b/slips?all=true'],
    json: { data: [{ payrollId: 'r1' }] },
  });
});

test('a rejection is the response of the operation, even if the function goes on', async () => {
  const refused = { status: 409, json: { code: 'not_now', message: 'no' } };
  const own: Operations['createPayout'] = async (_, { send }) => {
    await send({ method: 'POST', path: '/v1/orders' }).catch(() => {});
    await send({ method: 'GET', path: '/v1/orders' });
    return { id: 'made-up' };
  };
  const seen = await perform('createPayout', own, { body: {} }, [refused, { json: {} }]);
  expect(seen).toMatchObject({ status: 409, json: { code: 'not_now' } });
});

test('a request with mayFail is ignored if the document shows no response to it', async () => {
  const own: Operations['createPayout'] = async (_, { send }) => {
    const { status } = await send({ method: 'POST', path: '/v1/quotes', mayFail: true });
    await send({ method: 'POST', path: '/v1/orders' });
    return { id: String(status) };
  };
  const seen = await perform('createPayout', own, { body: {} }, [{ status: 409 }, { status: 200 }]);
  expect(seen).toMatchObject({ status: 200, json: { id: '409' } });
});

/** Sends a contract unchanged, and returns a response as the document wants it. */
const polite: Operations['createContract'] = async ({ body: given }, { send }) => {
  try {
    await send({ method: 'POST', path: '/v1/contracts', body: given, success: [500] });
  } catch {
    await send({ method: 'POST', path: '/v1/contracts', body: given });
  }
  return { ...contract, signatures: [{ id: 's', order: 0, status: 'unsigned' }] };
};

test.each<[string, Answer[], object]>([
  ['a status that is no success', [{ status: 500, json: contract }], { status: 500, json: contract }],
  ['a refusal before a second try', [{ status: 500 }, { json: contract }], { status: 500, json: undefined }],
  ['a documented field that is missing', [{ json: { id: 'c' } }], { json: { id: 'c' } }],
  ['a documented field that is wrong', [{ json: { ...contract, status: 7 } }], { json: { status: 7 } }],
  ['a list that is no list', [{ json: { ...contract, signatures: null } }], { json: { signatures: null } }],
  ['an answer that is no JSON', [{ text: '<html>' }], { json: undefined, text: '<html>' }],
  [
    'an error code',
    [{ status: 400, json: { code: 'bad', message: 'no' } }],
    { status: 400, json: { code: 'bad' } },
  ],
  ['a header that is missing', [{ json: contract, headers: { a: 'b' } }], { headers: { a: 'b' } }],
])('an adapter cannot hide %s', async (_, answers, want) => {
  const { text, headers, status, json } = await perform('createContract', polite, { body }, answers);
  expect({ text, headers, status, json }).toMatchObject(want);
  if ('json' in want && typeof json === 'object') expect(json).toEqual({ ...(answers[0]?.json as object) });
});

test('an adapter fills what the document leaves open, and nothing beside it', async () => {
  const own: Operations['readPayroll'] = async ({ path }, { send }) => {
    await send({ method: 'GET', path: `/v1/payrolls/${path.payrollId}` });
    return { payrollId: path.payrollId, status: 'Completed' };
  };
  const { json } = await perform('readPayroll', own, { path: { payrollId: 'r' } }, [
    { json: { status: 'Saved', more: 1 } },
  ]);
  expect(json).toEqual({ status: 'Saved', more: 1, payrollId: 'r' });
});

test.each<[string, Operations['createContract'], RegExp]>([
  [
    'changes a documented field',
    async ({ body: given }, { send }) => {
      await send({ method: 'POST', path: '/v1/contracts', body: { ...given, personId: 'other' } });
      return contract;
    },
    /operations\.createContract changes personId/,
  ],
  [
    'sends the documented operation elsewhere',
    async ({ body: given }, { send }) => {
      await send({ method: 'POST', path: '/v1/agreements', body: given });
      return contract;
    },
    /operations\.createContract never sends POST \/v1\/contracts/,
  ],
  [
    'sends it with another key',
    async ({ body: given }, { send }) => {
      await send({ method: 'POST', path: '/v1/contracts', body: given, key: 'platform' });
      return contract;
    },
    /operations\.createContract sends another key/,
  ],
  [
    'makes a mistake of its own',
    async (_, { send }) => {
      const sent = await send({ method: 'POST', path: '/v1/contracts', body });
      return { ...contract, id: textAt(sent, 'ref') };
    },
    /operations\.createContract: the answer \(200, an object of id\) holds no text at ref/,
  ],
])('the case ends, with the line to change, when an adapter %s', async (_, own, why) => {
  await expect(perform('createContract', own, { body }, [{ json: { id: 'c' } }])).rejects.toThrow(why);
});

test('a documented operation with a malformed body is sent unchanged', async () => {
  const own: Operations['createContract'] = async ({ body: given }, { send }) => {
    await send({
      method: 'POST',
      path: '/v1/contracts',
      body: { ...given, sender: { ...given.sender, name: given.sender?.name?.trim() } },
    });
    return contract;
  };
  const misfit = { ...body, sender: { email: 'a@example.com', name: 7 } };
  expect(validate(operation('createContract').requestBody ?? {}, misfit)).not.toEqual([]);
  const [broken, odd] = await Promise.all([
    perform('createContract', own, { rawBody: '{' }, [{ status: 400 }]),
    perform('createContract', own, { body: misfit }, [{ status: 400 }]),
  ]);
  expect([broken.requests[0]?.body, odd.requests[0]?.body]).toEqual(['{', JSON.stringify(misfit)]);
});

test('a malformed body is sent by the function of an adapter, with the headers that it adds', async () => {
  const own: Operations['createContract'] = async ({ body: given }, { send }) => {
    await send({
      method: 'POST',
      path: '/v1/contracts',
      body: { ...given, title: given.sender?.name?.trim() },
      headers: { 'idempotency-key': 'k' },
    });
    return contract;
  };
  const { requests } = await perform('createContract', own, { body, rawBody: '{' }, [{ status: 400 }]);
  expect(requests).toMatchObject([{ body: '{', headers: { 'idempotency-key': 'k' } }]);
  // Nothing is sent without these headers.
  for (const input of [{ body: 'a text' }, { body: { ...body, sender: { name: 7 } } }])
    await expect(perform('createContract', own, input, [{ status: 400 }])).rejects.toThrow(
      'operations.createContract takes no body that is not an object.',
    );
});

test('every request of an operation carries the headers of the adapter', async () => {
  const headersOfAll = async ({ method }: OutgoingRequest): Promise<OwnHeaders> => ({
    'X-Method': method,
    'x-key': { env: 'OUR_KEY' },
    authorization: 'not ours',
  });
  const own: Operations['createContract'] = async ({ body: given }, { send }) => {
    await send({ path: '/v1/templates' });
    await send({ method: 'POST', path: '/v1/contracts', body: given, headers: { 'x-method': 'own' } });
    return contract;
  };
  const input = { body };
  const bound = await perform('createContract', undefined, input, [{ json: contract }], {}, { headersOfAll });
  const done = await perform('createContract', own, input, [{ json: contract }], {}, { headersOfAll });
  const sent = [...bound.requests, ...done.requests].map(({ headers }) => headers);
  expect(sent.map((headers) => headers['x-method'])).toEqual(['POST', 'GET', 'own']);
  for (const headers of sent)
    expect(headers).toMatchObject({ 'x-key': 'secret', authorization: 'Bearer key' });
});

test('values are translated if the document names none', async () => {
  const words = {
    maritalStatus: { married: ['M', 'CIVIL'], single: 'S' },
    'readPerson.compInfo.type': { gross: 'brutto', net: 'netto' },
  };
  const path = { personId: 'p' };
  const profile = await perform(
    'updateTaxProfile',
    {},
    { path, body: { maritalStatus: 'married' } },
    [{ json: { maritalStatus: 'M' } }],
    words,
  );
  expect(profile).toMatchObject({
    requests: [{ body: '{"maritalStatus":"M"}' }],
    json: { maritalStatus: 'married' },
  });
  const other = await perform(
    'updateTaxProfile',
    {},
    { path },
    [{ json: { maritalStatus: 'CIVIL' } }],
    words,
  );
  expect(other.json).toEqual({ maritalStatus: 'married' });
  const read = await perform('readPerson', {}, { path }, [{ json: { compInfo: { type: 'brutto' } } }], words);
  expect(read.json).toEqual({ compInfo: { type: 'gross' } });
});

test('a documented value is not translated, in either direction', async () => {
  const words = { status: { succeeded: 'DONE', paused: 'failed' } };
  const { json } = await perform(
    'listPayouts',
    {},
    {},
    [{ json: { data: [{ status: 'DONE' }, { status: 'failed' }] } }],
    words,
  );
  expect(json).toEqual({ data: [{ status: 'DONE' }, { status: 'failed' }] });
});

test('a function that sends no request is a mistake, whatever it returns', async () => {
  const own: Operations['createUserToken'] = async ({ body }) => ({ token: String(body.redirectToken) });
  await expect(perform('createUserToken', own, { body: { redirectToken: 'r' } }, [])).rejects.toThrow(
    'operations.createUserToken sends no request, so there is nothing to judge: send one, or call notOffered() with the reason.',
  );
});

test('values in events are translated by their fields', () => {
  const words = { 'compInfo.type': { gross: 'brutto', net: 'netto' } };
  const schema = eventSchemas.get('person.jobinfo.updated');
  const event = (type: string) => ({ eventType: 'person.jobinfo.updated', data: { compInfo: { type } } });
  const read = (type: string) =>
    translate(words, 'person.jobinfo.updated', 'to ours', schema, event(type), false);
  expect([read('brutto'), read('netto')]).toEqual([event('gross'), event('netto')]);
});

test('a binding puts a parameter of the path into the query or the body, and renames the part of a form', async () => {
  const path = { transactionId: 't 1' };
  const read = await perform(
    'readTransaction',
    { path: '/v1/transaction.get?id={transactionId}' },
    { path },
    [{ json: {} }],
  );
  expect(read.asked).toEqual(['GET /v1/transaction.get?id=t%201']);
  const own = { path: '/v1/transaction.respond', constants: { about: { id: '{transactionId}' }, by: '{x}' } };
  const answered = await perform('answerRfi', own, { path, body: { message: 'm' } }, [{ json: {} }]);
  expect(JSON.parse(String(answered.requests[0]?.body))).toEqual({
    about: { id: 't 1' },
    by: '{x}',
    message: 'm',
  });
  const sent = await perform('uploadFile', { form: { file: 'content' } }, { form: { file } }, [{ json: {} }]);
  expect(String(sent.requests[0]?.body)).toContain('name="content"; filename="a.png"');
});
