/** The shapes of the fields of a body, as the interface document types them. */

/** Describes the problem of a value; undefined if there is none. */
export type Shape = (value: unknown) => string | undefined;

const when =
  (message: string, holds: (value: unknown) => boolean): Shape =>
  (value) =>
    value === undefined || holds(value) ? undefined : message;

const isText = (value: unknown): value is string => typeof value === 'string';
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const matching = (message: string, pattern: RegExp) =>
  when(message, (value) => isText(value) && pattern.test(value));

function isDate(value: unknown): boolean {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export const text = when('must be a text', isText);
export const flag = when('must be true or false', (value) => typeof value === 'boolean');
export const email = matching('must be an email address', /^[^\s@]+@[^\s@]+$/);
export const uuid = matching('must be a UUID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
export const country = matching('must be a country code', /^[A-Z]{2}$/);
export const currency = matching('must be a currency code', /^[A-Z]{3}$/);
export const date = when('must be a date', isDate);

/** An object with these fields, none of which has to be there unless it is listed; others are ignored. */
export function fields(shapes: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  return (value) => {
    if (value === undefined) return undefined;
    if (!isFields(value)) return 'must be an object';
    for (const [name, shape] of Object.entries(shapes)) {
      const problem =
        required.includes(name) && value[name] === undefined ? 'is missing' : shape(value[name]);
      if (problem !== undefined) return `${name} ${problem}`;
    }
    return undefined;
  };
}

export const listOf =
  (shape: Shape): Shape =>
  (value) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return 'must be a list';
    return value.map(shape).find((problem) => problem !== undefined);
  };

export const money = fields({ amount: when('must be an integer', Number.isInteger), currency }, [
  'amount',
  'currency',
]);
export const phone = fields({ countryCode: text, number: text });
export const address = fields({
  countryCode: country,
  line1: text,
  line2: text,
  city: text,
  postalCode: text,
  state: text,
});

/** The entry of `params` for each field of a body that is wrong. */
export function problemsOf(
  body: Readonly<Record<string, unknown>>,
  shapes: Readonly<Record<string, Shape>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(shapes).flatMap(([name, shape]) => {
      const problem = shape(body[name]);
      return problem === undefined ? [] : [[name, problem]];
    }),
  );
}
