import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

const form = (...parts: [name: string, value: string | File][]) => {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return body;
};

const uploaded = (file: File) => scenario.client.ok('uploadFile', { body: form(['file', file]) });

describe('an uploaded file', () => {
  test('is described and gets an id of its own', async () => {
    const now = await scenario.now();
    const file = new File([new Uint8Array([0, 255, 13, 10, 45, 45])], 'passport front.jpg', {
      type: 'image/jpeg',
    });
    const [one, other] = [await uploaded(file), await uploaded(file)];
    expect(one).toEqual({
      id: one.id,
      name: 'passport front.jpg',
      contentType: 'image/jpeg',
      size: 6,
      createdTimestamp: now,
    });
    expect(other.id).not.toBe(one.id);
  });

  test.each([
    ['nothing in it', new File([], 'empty.pdf', { type: 'application/pdf' }), { size: 0 }],
    ['no type', new File(['a'], 'unknown'), { contentType: 'application/octet-stream' }],
    [
      'a name in other letters',
      new File(['a'], 'Führerschein – 免許.png'),
      { name: 'Führerschein – 免許.png' },
    ],
    ['a name with a path', new File(['a'], '../../etc/passwd'), { name: '../../etc/passwd' }],
    ['five megabytes', new File([new Uint8Array(5_000_000)], 'scan.png'), { size: 5_000_000 }],
  ])('may have %s', async (_name, file, want) => {
    expect(await uploaded(file)).toMatchObject(want);
  });

  test('may stand among other fields', async () => {
    const body = form(['purpose', 'identity'], ['file', new File(['a'], 'a.png')]);
    expect(await scenario.client.ok('uploadFile', { body })).toMatchObject({ name: 'a.png' });
  });
});

describe('the upload rejects', () => {
  test.each<[name: string, body: FormData]>([
    ['no field', form()],
    ['another field', form(['document', new File(['a'], 'a.png')])],
    ['a field without a file', form(['file', 'passport.jpg'])],
    ['two files', form(['file', new File(['a'], 'a.png')], ['file', new File(['b'], 'b.png')])],
  ])('%s', async (_name, body) => {
    const { status, body: answer } = await scenario.client.send('uploadFile', { body });
    expect([status, answer]).toEqual([
      400,
      expect.objectContaining({ params: { file: expect.any(String) } }),
    ]);
  });

  const part = (boundary: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n`;
  test.each<[name: string, text: string, contentType: string | undefined, field: string]>([
    ['nothing', '', 'multipart/form-data; boundary=b', 'body'],
    ['JSON', '{"file":"a"}', 'application/json', 'content-type'],
    ['no type', `${part('b')}--b--`, undefined, 'content-type'],
    ['a form of another kind', 'file=a', 'application/x-www-form-urlencoded', 'content-type'],
    ['a form without a boundary', `${part('b')}--b--`, 'multipart/form-data', 'body'],
    ['another boundary', `${part('b')}--b--`, 'multipart/form-data; boundary=c', 'body'],
    ['a form that is cut off', part('b'), 'multipart/form-data; boundary=b', 'body'],
    ['a part without a name', '--b\r\n\r\na\r\n--b--', 'multipart/form-data; boundary=b', 'body'],
    ['noise', '\u0000\u0001--b\r\n--b--b--', 'multipart/form-data; boundary=b', 'body'],
  ])('%s', async (_name, text, contentType, field) => {
    const { status, body } = await scenario.client.send('uploadFile', {
      raw: { text, ...(contentType && { contentType }) },
    });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ params: { [field]: expect.any(String) } }),
    ]);
  });

  test('a file of more than ten megabytes', async () => {
    const body = form(['file', new File([new Uint8Array(10 * 1024 * 1024)], 'scan.png')]);
    expect(await scenario.client.send('uploadFile', { body })).toEqual({
      status: 413,
      body: expect.objectContaining({ code: 'request_too_large' }),
    });
  });
});

test('a form of very many small parts is read like any other', async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
  const text = `${part.repeat(100_000)}--b--\r\n`;
  const raw = { text, contentType: 'multipart/form-data; boundary=b' };
  expect((await scenario.client.send('uploadFile', { raw })).status).toBe(400);
});
