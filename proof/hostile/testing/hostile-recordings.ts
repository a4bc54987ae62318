/** Recordings with a secret at each place where traffic can show one. Every message breaks a rule, so that reports show it. */

/** A place of a secret: the parts of an exchange that differ from those of an ordinary one. */
interface Place {
  readonly query?: string;
  readonly sentHeaders?: Readonly<Record<string, string>>;
  readonly sentBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of the response, or a whole body. */
  readonly body?: Readonly<Record<string, unknown>> | string;
  /** Fields of a webhook. */
  readonly event?: Readonly<Record<string, unknown>>;
}

export interface HostileRecording {
  readonly secrets: readonly string[];
  readonly har: string;
}

const json = JSON.stringify;
const percent = encodeURIComponent;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (value: unknown) => Buffer.from(json(value)).toString('base64url');

/** Different secrets, because one that is found is hidden wherever it is repeated. */
const [opaque, second, third, fourth, fifth] = [
  'Zq7wN3uRkX9mTb4LhV2c',
  'Jd8yP5sGfB1vCx6QeK0t',
  'Wm2aH9oUiY4rEn7SzD3p',
  'Tc6gL1kVbN8xQj5FyR0w',
  'Xe3uM7hZdP2sBo9KiA4v',
];
const odd = 'p+7/wN3u=Rk&X9mTb4Lh';
const word = 'correcthorsebattery';
const jwt = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: 'usr-71', iat: 1772438400 })}.kX9mTb4LhV2cZq7wN3uRaa`;
const pin = '907351';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const parameters = [
  ...['access_token', 'id_token', 'refresh_token', 'token', 'sig', 'signature', 'code', 'key', 'api_key'],
];
const fields = [
  ...['privateKey', 'signing_key', 'clientSecret', 'session', 'pin', 'password', 'otp', 'sessionId', 'jwt'],
];

type Case = readonly [what: string, secrets: readonly string[], place: Place];

const cases: readonly Case[] = [
  ['a JWT in the body of a login', [jwt], { sentBody: json({ login: { value: jwt } }) }],
  ['a JWT in a text', [jwt], { body: { note: `signed in with ${jwt}, welcome` } }],
  ['a JWT in a body that is not JSON', [jwt], { body: `<p>Your session is ${jwt}</p>` }],
  ['a JWT in a header', [jwt], { headers: { location: `/welcome/${jwt}` } }],
  ...parameters.flatMap((name): readonly Case[] => [
    [
      `${name} in addresses and a form`,
      [opaque, second, third, fourth, fifth],
      {
        query: `page=1&${name}=${opaque}&next=${percent(`https://app.example/cb?${name}=${second}&a=b`)}`,
        headers: { location: `https://app.example/cb?state=1&${name}=${third}` },
        sentHeaders: form,
        sentBody: `grant=x&${name}=${fourth}`,
        body: { next: `/cb#${name}=${fifth}` },
      },
    ],
    [
      `${name}, short or with signs`,
      [pin, odd],
      { query: `${name}=${pin}`, sentHeaders: form, sentBody: `${name}=${percent(odd)}&page=1` },
    ],
  ]),
  ...fields.flatMap((name): readonly Case[] => [
    [
      `the field ${name}`,
      [opaque, second, third, odd],
      {
        sentBody: json({ deep: [{ [name]: opaque }] }),
        body: { [name]: second, log: json({ [name]: third }), list: [{ [name]: odd }] },
      },
    ],
    [
      `the field ${name}, a word or short`,
      [word, pin],
      { sentBody: json({ [name]: word }), body: { [name]: pin } },
    ],
    [`the field ${name} in truncated JSON`, [opaque], { body: `{"data":[],"a":"b","${name}":"${opaque}` }],
    [`the field ${name} of a webhook`, [opaque], { event: { [name]: opaque } }],
  ]),
  ['a field with escapes', [odd], { body: `{"token":${json(odd).replaceAll('=', '\\u003d')}}` }],
  ['a field whose name has escapes', [opaque], { body: `{"\\u0074oken":"${opaque}"}` }],
  ['a numeric pin', [pin], { body: { pin: Number(pin), log: json({ otp: Number(pin) }) } }],
  ['a list of secrets', [opaque], { body: { secrets: ['none', opaque] } }],
  ['a secret with its type', [opaque], { body: { clientSecret: { type: 'plain', value: opaque } } }],
  ['a bearer token', [opaque], { sentHeaders: { authorization: `Bearer ${opaque}` } }],
  ['a credential of another scheme', [opaque], { sentHeaders: { authorization: `Key ${opaque}` } }],
  ['a basic password', [opaque], { sentHeaders: { authorization: `Basic ${base64(`ann:${opaque}`)}` } }],
  [
    'cookies',
    [opaque, second],
    {
      sentHeaders: { cookie: `lang=en; sid=${opaque}; a=b` },
      headers: { 'set-cookie': `sid=${second}; Path=/; HttpOnly` },
    },
  ],
  [
    'other headers',
    [opaque, second],
    { sentHeaders: { 'x-api-key': opaque, referer: `https://app.example/?token=${second}` } },
  ],
  ['a password in an address', [opaque], { body: { next: `https://ann:${opaque}@db.example/x` } }],
  ['a token in a page', [opaque], { body: `<a href="/cb?state=1&amp;access_token=${opaque}">go on</a>` }],
  ['a signing secret', [`whsec_${base64(opaque)}`], { body: { endpoint: `whsec_${base64(opaque)}` } }],
];

const listed = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Repeats the secrets that are found, as they are and in Base64. A short one is only found beside its name. */
const echoesOf = (secrets: readonly string[]) =>
  secrets
    .filter((secret) => secret !== pin)
    .flatMap((secret) => [
      secret,
      percent(secret),
      ...[secret, `Bearer ${secret}`, `a:${secret}`].map(base64),
    ]);

function exchangeOf(
  secrets: readonly string[],
  { query, sentHeaders = {}, sentBody, headers = {}, body = {} }: Place,
) {
  const answer = { data: [{ id: 'p-1', firstName: 7 }], meta: {}, echoes: echoesOf(secrets) };
  const text = typeof body === 'string' ? body : json({ ...body, ...answer });
  return {
    startedDateTime: '2026-03-02T08:00:00.000Z',
    time: 5,
    request: {
      method: 'GET',
      url: `http://127.0.0.1:1/v1/persons${query === undefined ? '' : `?${query}`}`,
      headers: listed({ 'content-type': 'application/json', ...sentHeaders }),
      ...(sentBody !== undefined && { postData: { text: sentBody } }),
    },
    response: {
      status: 200,
      headers: listed({ 'content-type': 'application/json', ...headers }),
      content: { text },
    },
  };
}

function deliveryOf(secrets: readonly string[], event: Readonly<Record<string, unknown>>) {
  const headers = { 'hook-id': 'evt_1', 'hook-timestamp': '1772438400', 'hook-signature': 'v1,none' };
  const text = json({ eventType: 'payroll.created', ...event, echoes: echoesOf(secrets) });
  return {
    startedDateTime: '2026-03-02T08:00:01.000Z',
    time: 5,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:2/hooks',
      headers: listed(headers),
      postData: { text },
    },
    response: { status: 200, headers: [], content: { text: '' } },
  };
}

export const hostileRecordings: readonly (readonly [what: string, HostileRecording])[] = cases.map(
  ([what, secrets, place]) => {
    const { event } = place;
    const entries = [
      exchangeOf(secrets, place),
      ...(event === undefined ? [] : [deliveryOf(secrets, event)]),
    ];
    return [what, { secrets, har: json({ log: { entries } }) }];
  },
);
