import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test.each([
  ['nothing', '', []],
  ['a header alone', 'id,status\n', [['id', 'status']]],
  [
    'no line end at the end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CRLF and a byte order mark',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['empty fields', 'a,,\n', [['a', '', '']]],
  ['quoted commas, quotes and line ends', '"a,""b""","c\nd"\n', [['a,"b"', 'c\nd']]],
  [
    'an empty line',
    'a,b\n\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
])('%s', (_, text, records) => {
  expect(parseCsv(text)).toEqual(records);
});
