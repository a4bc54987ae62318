/** Reads comma-separated values (RFC 4180), because the columns of an export are not shown. */
import { isSuccess } from '../http/is-success.ts';
import { type ApiResponse, show } from '../provider/response.ts';
import type { Judging } from './judging.ts';

/** The records of a text, each as its fields; quoted fields may hold commas, quotes and line ends. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    record.push(field);
    field = '';
  };
  const endRecord = () => {
    endField();
    records.push(record);
    record = [];
  };
  const body = text.replace(/^\uFEFF/, '');
  for (let index = 0; index < body.length; index += 1) {
    const char = body[index] ?? '';
    if (quoted) {
      if (char !== '"') field += char;
      else if (body[index + 1] === '"') {
        field += '"';
        index += 1;
      } else quoted = false;
    } else if (char === '"' && field === '') quoted = true;
    else if (char === ',') endField();
    else if (char === '\n') endRecord();
    else if (char !== '\r') field += char;
  }
  if (field !== '' || record.length > 0) endRecord();
  return records.filter((fields) => fields.length > 1 || fields[0] !== '');
}

/** Judges that an answer is CSV. @returns its records */
export function judgeCsv(
  judging: Judging,
  { status, headers, text }: ApiResponse,
): readonly (readonly string[])[] {
  const records = parseCsv(text);
  const widths = [...new Set(records.map((fields) => fields.length))];
  const type = headers['content-type'];
  judging.require(
    'PAYOUT-015',
    isSuccess(status) && isCsv(type) && widths.length <= 1,
    'CSV, with as many fields in every record',
    `${status} with the content type ${type}, and records of ${show(widths)} fields`,
  );
  return records;
}

export const isCsv = (contentType: string | undefined) => /csv/i.test(contentType ?? '');
