/** Values for the bodies and parameters of a walk's requests: some valid by the description, some not. */
import fc from 'fast-check';
import { resolveSchema, type Schema } from '../../openapi/description.ts';
import type { Draw } from './draw.ts';
import type { WalkTenant, World } from './world.ts';

export interface IdPlace {
  readonly draw: Draw;
  readonly world: World;
  readonly tenant: WalkTenant;
}

const uuid = fc.uuid();
const word = fc.string({ maxLength: 12 });
const anyJson = fc.jsonValue({ maxDepth: 3 });

/** Values without which some moves are not possible, by the name of their field. */
const hints: Readonly<Record<string, readonly unknown[]>> = {
  type: ['CONTRACTOR', 'EMPLOYEE'],
  workerType: ['EMPLOYEE', 'CONTRACTOR'],
  country: ['NG', 'CO', 'GB', 'US', 'KE', 'XK'],
  countryCode: ['NG', 'CO', 'GB', 'US', 'XK'],
  number: ['auto-approve', 'auto-reject', 'A00123456', '99999900'],
  format: ['json', 'csv'],
  currency: ['USD', 'USD', 'USD', 'NGN'],
  // The account number endings of the reference server that need verification, and the values that verify.
  accountNumber: ['0123459920', '0123459921', '0123456789'],
  descriptorCode: ['SM7A4C'],
  addresses: [[], ['127.0.0.1'], ['10.0.0.1', '::1']],
};

/** Mostly the same currency, because resources that belong together must share it. */
const rareCurrencies = ['NGN', 'EUR', 'COP', 'XXX'];
const amounts = [1, 60, 1000, 93_000];
const deposits = [1, 5000, 1_000_000];
/** Days from today, by the name of the field where one date must not be before another. */
const dayOffsets = [-400, -1, 0, 0, 1, 2, 10, 30, 400];
const dayOffsetsOf: Readonly<Record<string, readonly number[]>> = {
  date: [-30, -1, 0],
  fromDate: [-30, -1, 0],
  toDate: [0, 1, 30],
  dueDate: [0, 1, 30],
  payrollDate: [-2, 0, 1, 2, 30],
  startDate: [-400, -30, 0],
  endDate: [0, 1, 400],
  exitDate: [0, 2, 30, 400],
};
const secondsPerDay = 86_400;

/** The kind of id that a field holds, such as `fileId` in `idDetails.frontFileId`. */
function kindOf(field: string): string {
  if (/file/i.test(field)) return 'fileId';
  return field === 'fileIds' ? 'fileId' : field;
}

function dateOf({ draw, tenant }: IdPlace, field: string): string {
  if (draw.chance(2)) return draw.pick(['0001-01-01', '9999-12-31', '2024-02-29']);
  const day = tenant.now + draw.pick(dayOffsetsOf[field] ?? dayOffsets) * secondsPerDay;
  return new Date(day * 1000).toISOString().slice(0, 10);
}

/** Seconds to be passed: short ones that end in the middle of something, the next day, and long ones. */
function secondsAhead({ tenant }: IdPlace): readonly number[] {
  const untilMidnight = secondsPerDay - (tenant.now % secondsPerDay);
  return [0, 1, 1, 4, 5, 5, 60, 3600, untilMidnight, untilMidnight, 2 * secondsPerDay, 30 * secondsPerDay];
}

function idOf(place: IdPlace, field: string): string {
  const { draw, world, tenant } = place;
  const kind = kindOf(field);
  if (draw.chance(4)) return draw.value(uuid);
  const owner = draw.chance(5) ? draw.pick(world.tenants) : tenant;
  return world.idFor(draw, owner, kind) ?? draw.value(uuid);
}

function stringOf(
  place: IdPlace,
  schema: Schema & { examples?: readonly unknown[] },
  field: string,
): unknown {
  const { draw } = place;
  switch (schema.format) {
    case 'uuid':
      return idOf(place, field);
    case 'date':
      return dateOf(place, field);
    case 'date-time':
      return `${dateOf(place, field)}T12:00:00Z`;
    case 'email':
      return draw.pick(['ada@example.com', 'ben@example.com', 'c.d+e@example.com']);
    default:
      return schema.examples?.[0] ?? 'word';
  }
}

function moneyOf({ draw }: IdPlace, field: string) {
  return {
    amount: draw.pick(field === 'value' ? deposits : amounts),
    currency: draw.chance(92) ? 'USD' : draw.pick(rareCurrencies),
  };
}

/** Whether a field would hold an id although the business has nothing of the kind yet. */
function hasNothingFor({ world, tenant }: IdPlace, schema: Schema, field: string): boolean {
  return resolveSchema(schema).format === 'uuid' && world.idsOf(tenant, kindOf(field)).length === 0;
}

function objectOf(place: IdPlace, { properties = {}, required = [] }: Schema, field: string) {
  const { draw } = place;
  const names = Object.keys(properties);
  if (names.length === 2 && 'amount' in properties && 'currency' in properties) return moneyOf(place, field);
  const given = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) || draw.chance(hasNothingFor(place, schema, name) ? 5 : 98),
  );
  return Object.fromEntries(given.map(([name, schema]) => [name, validValue(place, schema, name)]));
}

/** A value that the schema allows, with ids and dates that make sense for the business. */
export function validValue(place: IdPlace, unresolved: Schema, field: string): unknown {
  const { draw } = place;
  const schema: Schema & { examples?: readonly unknown[] } = resolveSchema(unresolved);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return draw.pick(schema.enum);
  if (field === 'seconds') return draw.pick(secondsAhead(place));
  const hinted = hints[field];
  if (hinted !== undefined && schema.type !== 'object' && draw.chance(85)) return draw.pick(hinted);
  switch (schema.type) {
    case 'object':
      return objectOf(place, schema, field);
    case 'array':
      return Array.from({ length: draw.chance(3) ? 0 : draw.pick([1, 1, 2]) }, () =>
        typeof schema.items === 'object' ? validValue(place, schema.items, field) : 'item',
      );
    case 'string':
      return stringOf(place, schema, field);
    case 'integer':
    case 'number':
      return draw.pick([1, 2, 20, schema.examples?.[0] ?? 3]);
    case 'boolean':
      return draw.chance(50);
    default:
      return schema.examples?.[0] ?? { any: 'thing' };
  }
}

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Values that a client may send by mistake or on purpose. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  -1e300,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
  '',
  ' ',
  '0',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '💸'.repeat(50),
  'ﷺ\u202e\u200b',
  "'; DROP TABLE persons; --",
  '<script>alert(1)</script>',
  'x'.repeat(10_000),
  '2026-02-30',
  '2026-13-01T99:99:99Z',
  '0000-00-00',
  [],
  [[]],
  {},
  { amount: 1 },
  { $ref: '#' },
  { length: -1, toString: 'x' },
  deep(200),
  '00000000-0000-0000-0000-000000000000',
];

export function hostileValue({ draw }: IdPlace): unknown {
  if (draw.chance(25)) return draw.value(anyJson);
  return draw.chance(10) ? draw.value(word) : draw.pick(hostileValues);
}

/** A copy of a value in which one place holds something else, is missing or is new. */
export function mutated(place: IdPlace, value: unknown): unknown {
  const { draw } = place;
  if (typeof value !== 'object' || value === null) return hostileValue(place);
  if (Array.isArray(value)) {
    if (value.length === 0 || draw.chance(15)) return [...value, hostileValue(place)];
    const index = draw.pick([...value.keys()]);
    return value.map((child, at) => (at === index ? mutated(place, child) : child));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || draw.chance(10))
    return {
      ...value,
      [draw.pick(['unknown', 'id', 'status', 'businessId', '__proto__x'])]: hostileValue(place),
    };
  const [name] = draw.pick(entries);
  if (draw.chance(20)) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return Object.fromEntries(
    entries.map(([other, child]) => [other, other === name ? mutated(place, child) : child]),
  );
}

/** A value for a path parameter that names no resource, or the wrong one. */
export function hostileSegment(place: IdPlace, kind: string): string {
  const { draw, world } = place;
  if (draw.chance(35)) return draw.value(uuid);
  if (draw.chance(45)) return world.idFor(draw, draw.pick(world.tenants), kind) ?? 'none';
  return draw.pick([
    'none',
    '0',
    '-1',
    '%00',
    '%20',
    '%F0%9F%92%B8',
    '%E0%A4%A',
    '..%2F..%2Fetc%2Fpasswd',
    '%22%3E%3Cscript%3E',
    '00000000-0000-0000-0000-00000000000G',
    'x'.repeat(3000),
    '__proto__',
    'constructor',
  ]);
}
