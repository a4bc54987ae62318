import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { reserialisations } from './reserialised.ts';

const value = { b: { z: 1, a: 'Zoë/<李>&\'"' }, a: [true, null, 1.5] };
const body = Buffer.from(JSON.stringify(value));
const textOf = (name: string) =>
  reserialisations(body)
    .find((each) => each.name === name)
    ?.body.toString();

test.each([
  ['json.dumps of Python', String.raw`{"b": {"z": 1, "a": "Zo\u00eb/<\u674e>&'\""}, "a": [true, null, 1.5]}`],
  ['json.Marshal of Go', String.raw`{"a":[true,null,1.5],"b":{"a":"Zoë/\u003c李\u003e\u0026'\"","z":1}}`],
  ['json_encode of PHP', String.raw`{"b":{"z":1,"a":"Zo\u00eb\/<\u674e>&'\""},"a":[true,null,1.5]}`],
  [
    'System.Text.Json of C#',
    String.raw`{"b":{"z":1,"a":"Zo\u00EB/\u003C\u674E\u003E\u0026\u0027\u0022"},"a":[true,null,1.5]}`,
  ],
])('writes as %s does', (name, want) => {
  expect(textOf(name)).toBe(want);
});

test('forms with the same bytes are left out', () => {
  const plain = Buffer.from('{"a":1,"b":"x"}');
  expect(reserialisations(plain).map(({ body: written }) => written.toString())).toEqual([
    '{"a": 1, "b": "x"}',
  ]);
});

test('writes JSON as Python does', ({ skip }) => {
  const script =
    'import json,sys; v=json.load(sys.stdin); print(json.dumps(v)); print(json.dumps(v, sort_keys=True))';
  let said: string;
  try {
    said = execFileSync('python3', ['-c', script], { input: body, encoding: 'utf8' });
  } catch (error) {
    return skip(`python3 does not run: ${error}`);
  }
  expect(said.trim().split('\n')).toEqual(
    ['json.dumps of Python', 'json.dumps of Python with sorted keys'].map(textOf),
  );
});
