// Errors, and validation of bodies by documented type. A key that ends in "!" is required; null counts as absent;
// fields that are not in the specification are dropped.
export class ApiError extends Error {
  constructor(status, code, message, params) {
    super(message);
    Object.assign(this, { status, code, params });
  }
}
export const invalid = (params) =>
  new ApiError(400, 'invalid_request_body', 'the request body provided is not valid', params);
export const notFound = () =>
  new ApiError(404, 'resource_not_found', 'the requested resource could not be found');
export const forbidden = (message = 'insufficient permissions') => new ApiError(403, 'forbidden', message);
export const unauthorized = () => new ApiError(401, 'unauthorized', 'missing or invalid token');
export const wrongState = (message) => new ApiError(400, 'invalid_state', message); // the document names no code for this
const matches = (pattern, message) => (value) =>
  typeof value === 'string' && pattern.test(value) ? null : message;
export const string = (value) => (typeof value === 'string' ? null : 'must be a string');
export const boolean = (value) => (typeof value === 'boolean' ? null : 'must be a boolean');
export const integer = (value) => (Number.isSafeInteger(value) ? null : 'must be an integer');
export const any = () => null;
export const uuid = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be a UUID');
export const country = matches(/^[A-Za-z]{2}$/, 'must be a 2-letter country code');
export const currency = matches(/^[A-Za-z]{3}$/, 'must be a 3-letter currency code');
export const email = matches(/^[^@\s]+@[^@\s]+$/, 'must be an email address');
export const rfc3339 = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value) &&
  !Number.isNaN(Date.parse(value))
    ? null
    : 'must be an RFC 3339 timestamp';
export const date = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)
    ? null
    : 'must be a date in YYYY-MM-DD form';
export const oneOf =
  (...values) =>
  (value) =>
    values.includes(value) ? null : `must be one of ${values.join(', ')}`;
export const stringMap = (value) =>
  isObject(value) && Object.values(value).every((v) => typeof v === 'string')
    ? null
    : 'must map strings to strings';
export const money = { 'amount!': integer, 'currency!': currency };
export const phone = { countryCode: string, number: string };
export const address = {
  countryCode: string,
  line1: string,
  line2: string,
  city: string,
  postalCode: string,
  state: string,
};
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function walk(spec, value, path, problems) {
  if (typeof spec === 'function') {
    const problem = spec(value);
    if (problem) problems[path] = problem;
    return value;
  }
  if (Array.isArray(spec)) {
    if (!Array.isArray(value)) {
      problems[path] = 'must be an array';
      return value;
    }
    return value.map((item, i) => walk(spec[0], item, `${path}[${i}]`, problems));
  }
  if (!isObject(value)) {
    problems[path || 'body'] = 'must be an object';
    return value;
  }
  const clean = {};
  for (const [key, inner] of Object.entries(spec)) {
    const name = key.replace('!', '');
    const field = path ? `${path}.${name}` : name;
    if (value[name] !== undefined && value[name] !== null)
      clean[name] = walk(inner, value[name], field, problems);
    else if (key.endsWith('!')) problems[field] = 'is required';
  }
  return clean;
}

export function check(body, spec) {
  const problems = {};
  const clean = walk(spec, body, '', problems);
  if (Object.keys(problems).length) throw invalid(problems);
  return clean;
}
