import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { agreeing, GuideLeft, type Prompts, promptsIn } from './prompts.ts';

/** Prompts whose user presses these keys, one after the other, each time that a question is shown. */
async function pressing(...keys: readonly string[]): Promise<Prompts> {
  const input = new PassThrough();
  const output = new PassThrough();
  output.resume();
  const prompts = await promptsIn({ input, output });
  const next = [...keys];
  const press = <T>(answer: Promise<T>): Promise<T> => {
    input.write(next.shift() ?? '');
    return answer;
  };
  return {
    text: (question, proposed) => press(prompts.text(question, proposed)),
    confirm: (question) => press(prompts.confirm(question)),
    confirmKey: (variable, baseUrl) => press(prompts.confirmKey(variable, baseUrl)),
  };
}

it('takes what is typed, and what is proposed for an empty line', async () => {
  const prompts = await pressing('http://127.0.0.1:3000\r', '\r', '\r');
  expect(await prompts.text('Address?', '')).toBe('http://127.0.0.1:3000');
  expect(await prompts.text('Variable?', 'CONFORMANCE_ORG_TOKEN')).toBe('CONFORMANCE_ORG_TOKEN');
  expect(await prompts.text('Description?', '')).toBe('');
});

it('takes yes, no, and Ctrl-C', async () => {
  const prompts = await pressing('\r', 'n', '\u0003');
  expect(await prompts.confirm('Write?')).toBe(true);
  expect(await prompts.confirm('Write?')).toBe(false);
  await expect(prompts.confirm('Write?')).rejects.toThrow(GuideLeft);
});

it('agrees with what is proposed where nobody is asked', async () => {
  expect(await agreeing.text('Variable?', 'CONFORMANCE_ORG_TOKEN')).toBe('CONFORMANCE_ORG_TOKEN');
  expect(await agreeing.confirm('Write?')).toBe(true);
});

it('sends only the key of the controls where nobody is asked', async () => {
  const url = 'http://127.0.0.1:3000';
  expect(await agreeing.confirmKey('CONFORMANCE_CONTROL_KEY', url)).toBe(true);
  expect(await agreeing.confirmKey('CONFORMANCE_JWT_SECRET', url)).toBe(false);
  const prompts = await pressing('n');
  expect(await prompts.confirmKey('CONFORMANCE_JWT_SECRET', url)).toBe(false);
});
