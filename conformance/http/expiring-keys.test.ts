import { describe, expect, it } from 'vitest';
import { type IssuedKey, withExpiringKeys } from './expiring-keys.ts';
import type { OutgoingRequest } from './transport.ts';

const request = (path: string, token = 'first-key', baseUrl?: string): OutgoingRequest => ({
  method: 'GET',
  path,
  headers: { authorization: `Bearer ${token}` },
  ...(baseUrl !== undefined && { baseUrl }),
});

/** A target that accepts one key at a time, and what issues its keys. */
function setUp(issued: readonly (IssuedKey | string)[], first: IssuedKey = { value: 'first-key' }) {
  const keys = issued.map((key) => (typeof key === 'string' ? { value: key } : key));
  const target = { accepts: 'first-key', forbidden: '/closed', asked: 0 };
  const sent: string[] = [];
  const concealed: string[] = [];
  const source = async () => {
    const key = keys[Math.min(target.asked, keys.length - 1)];
    target.asked += 1;
    return key ?? first;
  };
  const layer = withExpiringKeys([{ variable: 'CONFORMANCE_ORG_TOKEN', first, source }], (value) =>
    concealed.push(value),
  );
  const send = layer(async ({ path, headers }) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    sent.push(`${path} ${token}`);
    const status = token === target.accepts && path !== target.forbidden ? 200 : 401;
    return { status, headers: {}, text: '', durationMillis: 1 };
  });
  return { target, sent, concealed, send };
}

describe('a key that expires', () => {
  it('is replaced at a 401 for what it was accepted for, and the request is sent again', async () => {
    const { target, sent, concealed, send } = setUp(['second-key']);
    await send(request('/works'));
    target.accepts = 'second-key';
    expect((await send(request('/other'))).status).toBe(200);
    expect(sent).toEqual(['/works first-key', '/other first-key', '/works first-key', '/other second-key']);
    expect(concealed).toEqual(['second-key']);
  });

  it('is asked for once by requests that are rejected at the same time', async () => {
    const { target, send } = setUp(['second-key', 'third-key']);
    await send(request('/works'));
    target.accepts = 'second-key';
    const answers = await Promise.all(['/a', '/b', '/c'].map((path) => send(request(path))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(target.asked).toBe(1);
  });

  it.each([
    ['a request that the target rejects although the key is valid', request('/closed')],
    ['another key', request('/a', 'unknown-key')],
    ['an altered key', request('/a', 'first-keyx')],
    ['another server', request('/closed', 'first-key', 'http://127.0.0.1:1')],
  ])('is not asked for at a 401 to %s', async (_, rejected) => {
    const { target, send } = setUp(['second-key']);
    await send(request('/works'));
    expect((await send(rejected)).status).toBe(401);
    expect(target.asked).toBe(0);
  });

  it('is altered as the request alters it after it was renewed', async () => {
    const { target, sent, send } = setUp(['second-key']);
    await send(request('/works'));
    target.accepts = 'second-key';
    await send(request('/works'));
    await send(request('/a', 'first-keyx'));
    expect(sent.at(-1)).toBe('/a second-keyx');
  });

  it('is replaced before it expires', async () => {
    const { target, sent, send } = setUp(['second-key'], {
      value: 'first-key',
      expiresAtMillis: Date.now() + 1,
    });
    target.accepts = 'second-key';
    while (target.asked === 0) await send(request('/a'));
    await send(request('/b'));
    expect(sent.at(-1)).toBe('/b second-key');
  });

  it('is not asked for all the time if it expired before it was issued', async () => {
    const { target, send } = setUp(['second-key'], { value: 'first-key', expiresAtMillis: 0 });
    await send(request('/a'));
    await send(request('/a'));
    expect(target.asked).toBe(0);
  });

  it.each([
    ['the same key', 'first-key'],
    ['a key that is rejected as well', 'wrong-key'],
  ])('is an error if %s is issued, and is not asked for again', async (_, key) => {
    const { target, send } = setUp([key]);
    await send(request('/works'));
    target.accepts = 'none';
    await expect(send(request('/a'))).rejects.toThrow(/CONFORMANCE_ORG_TOKEN with 401/);
    await expect(send(request('/a'))).rejects.toThrow(/CONFORMANCE_ORG_TOKEN with 401/);
    expect(target.asked).toBeLessThan(3);
  });
});
