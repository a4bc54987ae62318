import { expect, test } from 'vitest';
import type { ScriptedAnswer } from '../../webhooks/receiver.ts';
import {
  type Acknowledgement,
  acknowledging,
  answerOf,
  lineOf,
  type Refusal,
  type Script,
  showScript,
} from './scripts.ts';

test.each<[said: Refusal | Acknowledgement, want: ScriptedAnswer]>([
  ['204', { status: 204 }],
  ['302', { status: 302, headers: { location: '/there' } }],
  ['304', { status: 304 }],
  ['201 with Location', { status: 201, headers: { location: '/there' } }],
  ['slowly 500', { status: 500, slowly: true, body: 'a while' }],
  ['200 saying failed', { status: 200, body: '{"status":"failed"}' }],
  ['closes', 'close'],
  ['hangs', 'hang'],
])('the receiver: %s', (said, want) => expect(answerOf(said, '/there')).toEqual(want));

test('a script is followed to its end, and its last entry repeats', () => {
  const script: Script = { refusals: ['500', '302'], atLast: '204' };
  expect([0, 1, 2, 3].map((made) => lineOf(script, made))).toEqual(['500', '302', '204', '204']);
});

test.each<[script: Script, want: string]>([
  [acknowledging, '200'],
  [{ refusals: ['500', '500', '302'], atLast: '204' }, '500 (2 times), 302, then 204'],
])('a script in words', (script, want) => expect(showScript(script)).toBe(want));
