// Persons, users, custom authentication, files.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  address,
  check,
  date,
  integer,
  invalid,
  isObject,
  money,
  notFound,
  phone,
  string,
  stringMap,
  unauthorized,
  uuid,
  wrongState,
} from './check.js';
import { now } from './clock.js';
import { route } from './router.js';
import { add, businessOf, db, find, issueUserToken, list, userTokens } from './state.js';
import { emit } from './webhooks.js';

const DEFAULT_LIMIT = 100;
const ROLE_ID = randomUUID(); // the one role there is
const emptyPhone = { countryCode: '', number: '' };
const emptyAddress = { countryCode: '', line1: '', line2: '', city: '', postalCode: '', state: '' };
const compInfo = { type: string, salary: money, frequency: string };
const jobInfo = {
  startDate: date,
  employeeNumber: string,
  title: string,
  department: string,
  customFields: [{ id: uuid, name: string, value: string }],
};
const basics = { firstName: string, lastName: string, email: string, phoneNumber: phone };
const personFields = {
  ...basics,
  address,
  metadata: stringMap,
  businessName: string,
  type: string,
  contractorType: string,
};

// Absent text is an empty string. The salary is written but not read back ("on write").
const compView = ({ type = '', frequency = '', employmentModel = '' }) => ({
  type,
  frequency,
  employmentModel,
});
const jobView = (person) => ({
  startDate: '',
  employeeNumber: '',
  title: '',
  department: '',
  customFields: [],
  ...person.jobInfo,
  entityId: person.businessId,
});
export const basicView = ({ id, firstName = '', lastName = '', email = '', phoneNumber }) => ({
  id,
  firstName,
  lastName,
  email,
  phoneNumber: { ...emptyPhone, ...phoneNumber },
});
const personView = (person) => ({
  ...basicView(person),
  address: { ...emptyAddress, ...person.address },
  metadata: person.metadata ?? {},
  businessName: person.businessName ?? '',
  type: person.type,
  contractorType: person.contractorType,
  compInfo: compView(person.compInfo),
  jobInfo: jobView(person),
});
const userView = (user, withStatus) => ({
  ...basicView(user),
  personId: user.personId,
  roleId: ROLE_ID,
  metadata: user.metadata ?? {},
  ...(withStatus ? { status: 'active' } : {}),
});
function page(query, records, view) {
  const number = (name, standard, most) => {
    const text = query.get(name);
    if (text === null) return standard;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > most) {
      throw invalid({ [name]: `must be an integer ${most === 100 ? 'from 1 to 100' : 'of at least 1'}` });
    }
    return value;
  };
  const currentPage = number('page', 1, Number.MAX_SAFE_INTEGER);
  const limit = number('limit', DEFAULT_LIMIT, 100);
  const skipped = (currentPage - 1) * limit;
  return {
    data: records.slice(skipped, skipped + limit).map(view),
    meta: {
      limit,
      currentPage,
      skipped,
      pages: Math.ceil(records.length / limit),
      itemCount: records.length,
    },
  };
}
const filtered = (query, names, records) =>
  records.filter((record) =>
    names.every((name) => query.get(name) === null || record[name] === query.get(name)),
  );
const ownPerson = ({ user, params }) => user.personId === params.personId;
route('POST /v1/persons', ({ business, body }) => {
  const fields = check(body, {
    ...personFields,
    compInfo: { ...compInfo, employmentModel: string },
    jobInfo,
  });
  const type = fields.type ?? 'CONTRACTOR';
  const person = add('persons', business, {
    ...fields,
    type,
    contractorType: fields.contractorType ?? (type === 'CONTRACTOR' ? 'INDIVIDUAL' : ''),
    compInfo: fields.compInfo ?? {},
    jobInfo: fields.jobInfo ?? {},
    lifecycle: 'Active',
  });
  const { phoneNumber, ...rest } = basicView(person);
  emit(business, 'person.created', {
    ...rest,
    personType: person.type,
    contractorType: person.contractorType,
    phoneNumber,
  });
  return personView(person);
});
route(
  'GET /v1/persons',
  ({ business, user, query }) =>
    page(
      query,
      filtered(
        query,
        ['email'],
        list('persons', business).filter((p) => !user || p.id === user.personId),
      ),
      personView,
    ),
  { user: () => true },
);
route(
  'GET /v1/persons/:personId',
  ({ business, params }) => personView(find('persons', params.personId, business)),
  { user: ownPerson },
);
route('PUT /v1/persons/:personId', ({ business, params, body }) => {
  const person = find('persons', params.personId, business);
  Object.assign(person, check(body, personFields));
  emit(business, 'person.updated', basicView(person));
  return personView(person);
});
route('PUT /v1/persons/:personId/jobInfo', ({ business, params, body }) => {
  const person = find('persons', params.personId, business);
  const fields = check(body, { compInfo, jobInfo });
  Object.assign(person.compInfo, fields.compInfo); // what is not given stays as it was
  Object.assign(person.jobInfo, fields.jobInfo);
  emit(business, 'person.jobinfo.updated', {
    id: person.id,
    compInfo: compView(person.compInfo),
    jobInfo: jobView(person),
  });
  return personView(person);
});
route(
  'PUT /v1/persons/:personId/personalInfo',
  ({ business, params, body }) => {
    const person = find('persons', params.personId, business);
    person.personalInfo = {
      ...person.personalInfo,
      ...check(body, { taxId: string, socialSecurityId: string }),
    };
    return person.personalInfo;
  },
  { user: ownPerson },
);
route(
  'PUT /v1/persons/:personId/taxProfile',
  ({ business, params, body }) => {
    const person = find('persons', params.personId, business);
    check(body, { maritalStatus: string, numberOfDependents: integer });
    person.taxProfile = { ...person.taxProfile, ...body }; // the document lists examples only, so every field is kept
    return person.taxProfile;
  },
  { user: ownPerson },
);
route(
  'GET /v1/users',
  ({ business, user, query }) =>
    page(
      query,
      filtered(
        query,
        ['personId', 'email'],
        list('users', business).filter((u) => !user || u.id === user.id),
      ),
      (record) => userView(record, query.get('includeStatus') === 'true'),
    ),
  { user: () => true },
);

// Inviting a person creates the user at once; inviting a person who has one returns that one.
route('POST /v1/users/invite', ({ business, body }) => {
  const { personId } = check(body, { 'personId!': uuid });
  const person = find('persons', personId, business);
  const existing = list('users', business).find((user) => user.personId === personId);
  if (existing) return userView(existing);
  const { firstName, lastName, email, phoneNumber, metadata } = person;
  const user = add('users', business, {
    personId,
    firstName,
    lastName,
    email,
    phoneNumber,
    metadata,
    kyc: { identity: 'none', address: 'none', stages: new Set() },
  });
  emit(business, 'user.created', { ...basicView(user), personId });
  return userView(user);
});
route('DELETE /v1/sandbox/users/:userId', ({ business, params }) => {
  const user = find('users', params.userId, business);
  db.users.delete(user.id);
  for (const [token, session] of userTokens) if (session.userId === user.id) userTokens.delete(token);
});

// A file may have any bytes.
route('POST /v1/files', ({ business, body }) => ({ id: add('files', business, { size: body.length }).id }), {
  raw: true,
  user: () => true,
});

// The caller's JWT names the user by "sub" (user id) or "email". The redirect token is itself a user token.
route('POST /v1/auth/login/jwt', ({ business, body }) => {
  const claims = verifyJwt(check(body, { 'jwt!': string }).jwt);
  const user = list('users', business).find(
    (u) => u.id === claims.sub || (u.email && u.email === claims.email),
  );
  if (!user) throw notFound();
  return { redirectToken: issueUserToken(user) };
});
function verifyJwt(jwt) {
  const [head, payload, signature, ...more] = jwt.split('.');
  let header, claims;
  try {
    header = JSON.parse(Buffer.from(head, 'base64url'));
    claims = JSON.parse(Buffer.from(payload, 'base64url'));
  } catch {
    throw unauthorized();
  }
  if (!signature || more.length || header?.alg !== 'HS256' || !process.env.JWT_SECRET || !isObject(claims))
    throw unauthorized();
  const given = Buffer.from(signature, 'base64url');
  const expected = createHmac('sha256', process.env.JWT_SECRET).update(`${head}.${payload}`).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unauthorized();
  if (claims.exp !== undefined && !(claims.exp > now())) throw unauthorized();
  return claims;
}

// --- controls ---
const lifecycle = (action, from, to, change) =>
  route(`POST /control/persons/:personId/${action}`, ({ params, body }) => {
    const person = find('persons', params.personId);
    if (person.lifecycle !== from) throw wrongState(`the person is ${person.lifecycle}`);
    const data = change(person, body);
    person.lifecycle = to;
    emit(businessOf(person), data.event, { id: person.id, ...data.fields });
    return { id: person.id, lifecycle: to };
  });
lifecycle('offboarding/schedule', 'Active', 'Exit pending', (person, body) => {
  const { exitDate, reason = '' } = check(body, { 'exitDate!': date, reason: string });
  person.exit = { exitDate, reason };
  return { event: 'person.offboarding.scheduled', fields: person.exit };
});
lifecycle('offboarding/cancel', 'Exit pending', 'Active', () => ({ event: 'person.offboarding.cancelled' }));
lifecycle('offboarding/complete', 'Exit pending', 'Former', (person) => ({
  event: 'person.offboarding.completed',
  fields: person.exit,
}));
lifecycle('reinstate', 'Former', 'Active', () => ({ event: 'person.reinstated' }));
route('POST /control/persons/:personId/instant-pay', ({ params, body }) => {
  const person = find('persons', params.personId);
  const data = { id: randomUUID(), personId: person.id, amount: check(body, { 'amount!': money }).amount };
  emit(businessOf(person), 'instant-pay.succeeded', data);
  return data;
});
route('POST /control/users/:userId/basic-info', ({ params, body }) => {
  const user = find('users', params.userId);
  const { tag = '', ...fields } = check(body, { ...basics, tag: string });
  const isNameUpdated = ['firstName', 'lastName'].some(
    (name) => fields[name] !== undefined && fields[name] !== user[name],
  );
  Object.assign(user, fields);
  const { id, ...rest } = basicView(user);
  emit(businessOf(user), 'user.updated', { id, type: 'basic_info', ...rest, tag, isNameUpdated });
  return userView(user);
});
route('POST /control/users/:userId/password-set', ({ params }) => {
  const user = find('users', params.userId);
  emit(businessOf(user), 'user.profile.updated', { id: user.id, type: 'password_set' });
  return { id: user.id };
});
route('POST /control/users/:userId/token', ({ params }) => ({
  token: issueUserToken(find('users', params.userId)),
}));
