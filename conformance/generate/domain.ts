/** Realistic values that a schema cannot describe: codes, dates, phone numbers, people and places. */
import fc from 'fast-check';
import { countryCodes, currencyCodes } from '../../openapi/codes.ts';

const countryCode = () => fc.constantFrom(...countryCodes);
const currencyCode = () => fc.constantFrom(...currencyCodes);

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** A calendar date from 1900 to 2099; leap days and ends of months are frequent. */
export function calendarDate(): fc.Arbitrary<string> {
  const year = fc.integer({ min: -126, max: 73 }).map((offset) => 2026 + offset);
  const anyDay = fc
    .tuple(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
    .map(([y, m, d]) => `${y}-${pad(m)}-${pad(Math.min(d, daysIn(y, m)))}`);
  const leapDay = fc.integer({ min: 0, max: 24 }).map((count) => `${2000 + 4 * count}-02-29`);
  const edge = fc.constantFrom('2026-12-31', '2027-01-01', '2027-02-28', '2000-02-29', '1900-03-01');
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: anyDay, weight: 6 },
    { arbitrary: leapDay, weight: 2 },
    { arbitrary: edge, weight: 1 },
  );
}

/** A moment in RFC 3339 form, in UTC or with an offset. */
export function timestamp(): fc.Arbitrary<string> {
  const part = (max: number) => fc.integer({ min: 0, max }).map((value) => pad(value));
  const zone = fc.constantFrom('Z', '+01:00', '-05:30', '+14:00');
  return fc
    .tuple(calendarDate(), part(23), part(59), part(59), zone)
    .map(([date, hours, minutes, seconds, offset]) => `${date}T${hours}:${minutes}:${seconds}${offset}`);
}

const telephones = [
  ['+234', '8031234567'],
  ['+1', '2025550143'],
  ['+44', '7700900123'],
  ['+49', '15112345678'],
  ['+57', '3005550123'],
  ['+81', '9012345678'],
] as const;

const phoneNumber = () =>
  fc.constantFrom(...telephones).map(([code, number]) => ({ countryCode: code, number }));

/** Given names; the first is what a counterexample shrinks to. */
const givenName = () =>
  fc.constantFrom(
    'Ada',
    'José',
    'Zoë',
    'Nguyễn',
    "D'Arcy",
    'Anne-Marie',
    '李',
    'Сергей',
    'محمد',
    'שרה',
    'अदिति',
    'Ọlá',
    'さくら',
    '김',
    'Ἑλένη',
    'İpek',
  );

const familyName = () =>
  fc.constantFrom(
    'Eze',
    "O'Neill",
    'Núñez',
    'von der Heide',
    'Þórsdóttir',
    'Smith-Jones',
    '王',
    'Иванова',
    'العلي',
    'כהן',
    'शर्मा',
    'Çelik',
    '田中',
    '박',
  );

/** Plain words, and sometimes text in another script or with characters that break careless code. */
export function text(): fc.Arbitrary<string> {
  const words = fc.constantFrom('Lagos', 'March', 'A7', 'Marina Road', 'Design', 'RC-1204417', '0007');
  const peculiar = fc.constantFrom(
    "O'Neill & Sons",
    'Ünïcödé',
    '東京都',
    'القاهرة',
    'a "quoted" word',
    '50% <b>',
    '100,5',
    '🧵 Textiles',
  );
  const drawn = fc.string({ minLength: 1, maxLength: 12 });
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: words, weight: 6 },
    { arbitrary: peculiar, weight: 2 },
    { arbitrary: drawn, weight: 2 },
  );
}

export function email(): fc.Arbitrary<string> {
  const local = fc.constantFrom('ada', 'tunde.bello', 'o-neill', 'zoe+payroll', 'a', 'x_1');
  const host = fc.constantFrom('example.com', 'example.org', 'mail.example.com', 'example.com.ng');
  return fc.tuple(local, host).map(([name, domain]) => `${name}@${domain}`);
}

export function uri(): fc.Arbitrary<string> {
  const path = fc.constantFrom('', '/', '/a', '/files/march.pdf', '/a?b=c', '/%C3%BC#part');
  return path.map((rest) => `https://example.com${rest}`);
}

/** Generators for named schemas of the description. */
export const bySchemaName: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
  CountryCode: countryCode,
  CurrencyCode: currencyCode,
  CalendarDate: calendarDate,
  PhoneNumber: phoneNumber,
};

/** Generators for text fields by name, where the schema only says that they are text. */
export const byFieldName: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  firstName: givenName,
  lastName: familyName,
  adminFirstName: givenName,
  adminLastName: familyName,
  accountName: () => fc.tuple(givenName(), familyName()).map((names) => names.join(' ')),
  email,
  countryCode,
  postalCode: () => fc.constantFrom('101241', '0101', 'SW1A 1AA', 'D-10115'),
};
