import type { BlindAnswer, BlindAttempt, Call, Hands } from '../../fault.ts';

export type Memory = Map<string, any>;
export type Next = (call: Call) => Promise<BlindAnswer>;

export const PAYROLLS = /(?:^|\/)v1\/payrolls\/?$/;
export const PAYROLL = /(?:^|\/)v1\/payrolls\/([^/]+)\/?$/;
const PAYROLL_ACTION = /(?:^|\/)v1\/payrolls\/([^/]+)(?:\/(?:save|approve))?\/?$/;
export const PAYROLL_SAVE = /(?:^|\/)v1\/payrolls\/([^/]+)\/save\/?$/;
export const PAYROLL_APPROVE = /(?:^|\/)v1\/payrolls\/([^/]+)\/approve\/?$/;
export const PAYSLIPS = /(?:^|\/)v1\/payrolls\/([^/]+)\/payslips\/?$/;
export const DEPOSITS = /(?:^|\/)v1\/sandbox\/business-deposits\/?$/;
export const WALLETS = /(?:^|\/)v1\/wallets\/?$/;
export const USER_TOKENS = /(?:^|\/)v1\/auth\/token\/?$/;

export const isObject = (x: any): boolean => typeof x === 'object' && x !== null && !Array.isArray(x);
export const is = (call: Call, method: string, path: RegExp): boolean =>
  call.method.toUpperCase() === method && path.test(call.path);
export const ok = (answer: BlindAnswer): boolean => answer.status >= 200 && answer.status < 300;
export const clone = (x: any): any => (x === undefined ? undefined : JSON.parse(JSON.stringify(x)));
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** The id that the first group of the pattern finds in the path. */
export const idIn = (call: Call, path: RegExp): string => path.exec(call.path)?.[1] ?? '';

/** A value in the memory of the fault, made on first use. */
export const slot = <T>(memory: Memory, name: string, make: () => T): T => {
  if (!memory.has(name)) memory.set(name, make());
  return memory.get(name) as T;
};
export const mapIn = (memory: Memory, name: string): Map<string, any> =>
  slot(memory, name, () => new Map<string, any>());
export const setIn = (memory: Memory, name: string): Set<string> =>
  slot(memory, name, () => new Set<string>());

const header = (call: Call, name: string): string => call.headers?.[name] ?? '';
export const tenant = (call: Call): string => header(call, 'x-multitenantkey');
export const authorization = (call: Call): string => header(call, 'authorization');
/** The business that a call acts for. */
export const who = (call: Call): string => `${authorization(call)}|${tenant(call)}`;

type Headers = Readonly<Record<string, string>>;
export const without = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !names.includes(name)));
export const OF_BODY = ['content-length', 'content-type', 'transfer-encoding'];

/** A GET in the name of the same caller. */
export const read = (call: Call, path: string, query: Record<string, string> = {}): Call => ({
  method: 'GET',
  path,
  query,
  headers: without(call.headers, OF_BODY),
});
export const withBody = (call: Call, body: any): Call => ({
  ...call,
  body,
  headers: without(call.headers, ['content-length']),
});
/** The same call for the default business of the platform. */
export const forPlatform = (call: Call): Call => ({
  ...call,
  headers: without(call.headers, ['x-multitenantkey']),
});
export const withQuery = (call: Call, change: Record<string, string>, drop: readonly string[] = []): Call => {
  const query: Record<string, string | readonly string[]> = { ...(call.query ?? {}), ...change };
  for (const name of drop) delete query[name];
  return { ...call, query };
};
export const param = (call: Call, name: string): string | undefined => {
  const value: any = (call.query ?? {})[name];
  if (typeof value === 'string') return value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
};
export const wantsCsv = (call: Call): boolean =>
  Object.keys(call.query ?? {}).some((name) => param(call, name)?.toLowerCase() === 'csv');

export const hasData = (answer: BlindAnswer): boolean =>
  ok(answer) && isObject(answer.body) && Array.isArray(answer.body.data);
export const items = (answer: BlindAnswer): any[] =>
  hasData(answer) ? answer.body.data.filter(isObject) : [];
export const changed = (answer: BlindAnswer, change: (body: any) => void): BlindAnswer => {
  const body = clone(answer.body);
  change(body);
  return { ...answer, body };
};
/** Changes each object of a list, or the single object of an answer. */
export const each = (answer: BlindAnswer, change: (item: any, index: number) => void): BlindAnswer => {
  if (!ok(answer) || !isObject(answer.body)) return answer;
  return changed(answer, (body) => {
    if (!Array.isArray(body.data)) change(body, 0);
    else
      body.data.forEach((item: any, index: number) => {
        if (isObject(item)) change(item, index);
      });
  });
};
/** A fault that changes each object of the answers to a GET of a path. */
export const inAnswersOf =
  (path: RegExp, change: (item: any, index: number) => void) =>
  async (call: Call, { next }: Hands): Promise<BlindAnswer> => {
    const answer = await next(call);
    return is(call, 'GET', path) ? each(answer, change) : answer;
  };
/** Changes each payroll of an answer; the id of a single payroll may stand in the path alone. */
export const eachPayroll = (
  call: Call,
  answer: BlindAnswer,
  change: (payroll: any, id: string) => void,
): BlindAnswer => {
  if (!is(call, 'GET', PAYROLLS) && !PAYROLL_ACTION.test(call.path)) return answer;
  return each(answer, (payroll) => change(payroll, payroll.payrollId ?? idIn(call, PAYROLL_ACTION)));
};
export const isWaiting = (payroll: any): boolean => /^awaiting/i.test(String(payroll?.status ?? ''));

export const refused = (field: string, message: string): BlindAnswer => ({
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: {
    code: 'invalid_request_body',
    message: 'the request body provided is not valid',
    params: { [field]: message },
  },
});

/** Remembers the headers of the first caller who saw a resource. */
export const noteOwner = (memory: Memory, call: Call, answer: BlindAnswer): void => {
  if (!ok(answer)) return;
  const owners = mapIn(memory, 'owners');
  for (const item of [answer.body, ...items(answer)]) {
    const id = isObject(item) ? item.id : undefined;
    if (typeof id === 'string' && !owners.has(id)) owners.set(id, { ...call.headers });
  }
};
/** Repeats a call with the headers of another caller. */
export const inTheNameOf = (call: Call, headers: Record<string, string>): Call => ({
  ...call,
  headers: without(headers, OF_BODY),
});
/** Remembers the tokens of users. @returns whether the call carries one */
export const byUser = (memory: Memory, call: Call, answer: BlindAnswer): boolean => {
  const tokens = setIn(memory, 'user tokens');
  const token = is(call, 'POST', USER_TOKENS) && ok(answer) ? answer.body?.token : undefined;
  if (typeof token === 'string') tokens.add(`Bearer ${token}`);
  return tokens.has(authorization(call));
};

/** The attempt with another payload. */
export const told = (attempt: BlindAttempt, change: (data: any, event: any) => void): BlindAttempt => {
  if (!isObject(attempt.event?.data)) return attempt;
  const event = clone(attempt.event);
  change(event.data, event);
  return { ...attempt, event };
};
/** A further event, of which the sound server knows nothing. */
export const further = (attempt: BlindAttempt, eventType: string, data: any): BlindAttempt => ({
  ...attempt,
  number: 1,
  event: { ...clone(attempt.event), id: crypto.randomUUID(), eventType, data },
});
export const isEvent = (attempt: BlindAttempt, eventType: string): boolean =>
  attempt.event?.eventType === eventType && isObject(attempt.event?.data);
export const isEventOf = (attempt: BlindAttempt, prefix: string): boolean =>
  String(attempt.event?.eventType ?? '').startsWith(prefix) && isObject(attempt.event?.data);
