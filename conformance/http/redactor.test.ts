import { expect, it } from 'vitest';
import { Redactor } from './redactor.ts';

it.each([
  ['every occurrence', { A: 'sk_1' }, 'sk_1 and sk_1', '$A and $A'],
  ['of two that begin alike, the whole of each', { A: 'sk_1', B: 'sk_12' }, 'sk_12 sk_1', '$B $A'],
  ['one with what a replacement takes for a sign', { A: "$&'" }, "x$&'y", 'x$Ay'],
  ['nothing where there is no secret', { A: '' }, 'plain', 'plain'],
])('replaces %s', (_, secrets, text, shown) => {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(secrets)) redactor.add(value, name);
  expect(redactor.redact(text)).toBe(shown);
});
