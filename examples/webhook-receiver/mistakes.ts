/** Mistakes that receivers of webhooks make, one at a time, and the requirement that each breaks. */
import { setImmediate } from 'node:timers/promises';
import { type Habits, header, soundHabits } from './habits.ts';

export interface Mistake {
  readonly what: string;
  /** Id of a requirement in `openapi/receiver-requirements/`. */
  readonly breaks: string;
  /** A check that finds it. */
  readonly check: string;
  readonly habits: Partial<Habits>;
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
const idOf = ({ data }: { readonly data: Readonly<Record<string, unknown>> }) => String(data.id);

export const mistakes = {
  'no-verification': {
    what: 'believes whoever posts',
    breaks: 'RECEIVER-017',
    check: 'receiver.forgeries',
    habits: { trusts: () => true },
  },
  'unsigned-is-fine': {
    what: 'verifies the signature where there is one',
    breaks: 'RECEIVER-018',
    check: 'receiver.forgeries',
    habits: { trusts: (headers) => !headers['hook-signature'] },
  },
  'begins-alike': {
    what: 'takes a signature that begins like the right one',
    breaks: 'RECEIVER-017',
    check: 'receiver.forgeries',
    habits: { fits: (candidate, expected) => expected.startsWith(candidate) },
  },
  'hashes-text': {
    what: 'decodes the body to text before it is hashed, so that two bodies share a signature',
    breaks: 'RECEIVER-033',
    check: 'receiver.bytes',
    habits: { hashed: (body) => body.toString('utf8') },
  },
  'hashes-latin1': {
    what: 'takes the body for Latin-1',
    breaks: 'RECEIVER-008',
    check: 'receiver.text',
    habits: { hashed: (body) => body.toString('latin1') },
  },
  'hashes-what-it-parsed': {
    what: 'parses the body, writes it again, and hashes that: refuses what is written with spaces',
    breaks: 'RECEIVER-020',
    check: 'receiver.forms',
    habits: { hashed: (body) => JSON.stringify(JSON.parse(body.toString('utf8'))) },
  },
  'believes-what-it-parsed': {
    what: 'the same: believes a body in another form',
    breaks: 'RECEIVER-019',
    check: 'receiver.bytes',
    habits: { hashed: (body) => JSON.stringify(JSON.parse(body.toString('utf8'))) },
  },
  'ignores-the-time': {
    what: 'believes a delivery however long ago it was signed',
    breaks: 'RECEIVER-023',
    check: 'receiver.time',
    habits: { isTimely: (secondsAgo) => secondsAgo > -300 },
  },
  'accepts-the-future': {
    what: 'looks only whether a delivery is too old',
    breaks: 'RECEIVER-024',
    check: 'receiver.time',
    habits: { isTimely: (secondsAgo) => secondsAgo <= 300 },
  },
  'trusts-the-envelope': {
    what: 'measures the age by the timestamp of the envelope, which late retries keep',
    breaks: 'RECEIVER-032',
    check: 'receiver.schedule',
    habits: { isTimely: (_, { timestamp }, now) => Math.abs(now - timestamp) <= 300 },
  },
  'first-signature-only': {
    what: 'looks at the first of several signatures',
    breaks: 'RECEIVER-025',
    check: 'receiver.rotation',
    habits: { candidates: (header) => soundHabits.candidates(header).slice(0, 1) },
  },
  'secret-as-text': {
    what: 'takes the secret as it stands for the key, prefix and all',
    breaks: 'RECEIVER-029',
    check: 'receiver.rotation',
    habits: { keyOf: (secret) => Buffer.from(secret) },
  },
  'answers-200-to-forgeries': {
    what: 'does not believe a forged delivery, and acknowledges it',
    breaks: 'RECEIVER-030',
    check: 'receiver.forgeries',
    habits: { onDistrust: (response) => response.sendStatus(200) },
  },
  'fails-without-headers': {
    what: 'falls over a header that is missing',
    breaks: 'RECEIVER-028',
    check: 'receiver.forgeries',
    habits: {
      onMissingHeader() {
        throw new TypeError('Cannot read properties of undefined');
      },
    },
  },
  'fills-in-headers': {
    what: 'takes from the envelope what a header should say',
    breaks: 'RECEIVER-022',
    check: 'receiver.forgeries',
    habits: {
      signedParts: (headers, { id, timestamp }) => ({
        id: header(headers, 'hook-id') || id,
        timestamp: header(headers, 'hook-timestamp') || String(timestamp),
        signature: header(headers, 'hook-signature'),
      }),
    },
  },
  'verifies-the-envelope': {
    what: 'verifies the id of the envelope, and believes that of the header',
    breaks: 'RECEIVER-027',
    check: 'receiver.forgeries',
    habits: {
      signedParts: (headers, { id }) => ({
        id,
        timestamp: header(headers, 'hook-timestamp'),
        signature: header(headers, 'hook-signature'),
      }),
    },
  },
  'remembers-forgeries': {
    what: 'remembers the id before it has verified: a forged delivery suppresses the real one',
    breaks: 'RECEIVER-021',
    check: 'receiver.traces',
    habits: { remembers: 'before-verifying' },
  },
  'no-memory': {
    what: 'handles what comes again once more',
    breaks: 'RECEIVER-004',
    check: 'receiver.duplicates',
    habits: { memoryKey: () => undefined },
  },
  'remembers-signatures': {
    what: 'remembers by the signature, which is new on every attempt',
    breaks: 'RECEIVER-004',
    check: 'receiver.duplicates',
    habits: { memoryKey: (_, headers) => String(headers['hook-signature']) },
  },
  'remembers-resources': {
    what: 'remembers by the type and the resource: loses what happens to it next',
    breaks: 'RECEIVER-005',
    check: 'receiver.distinct',
    habits: { memoryKey: (event) => `${event.eventType} ${idOf(event)}` },
  },
  'remembers-too-late': {
    what: 'remembers when the effect is there: two attempts at the same time have it twice',
    breaks: 'RECEIVER-011',
    check: 'receiver.bursts',
    habits: {
      remembers: 'after-the-effect',
      async settle(effect, answer) {
        // An attempt that was sent at the same time arrives meanwhile, however busy the machine is.
        for (let turn = 0; turn < 100; turn += 1) await setImmediate();
        await effect();
        answer();
      },
    },
  },
  'conflict-on-duplicates': {
    what: 'answers 409 to what comes again, so that it comes again',
    breaks: 'RECEIVER-003',
    check: 'receiver.duplicates',
    habits: { onDuplicate: (response) => response.sendStatus(409) },
  },
  'tired-of-retries': {
    what: 'answers 410 when an event comes for the fifth time',
    breaks: 'RECEIVER-031',
    check: 'receiver.schedule',
    habits: (() => {
      const times = new Map<string, number>();
      return {
        memoryKey({ id }) {
          times.set(id, (times.get(id) ?? 0) + 1);
          return id;
        },
        onDuplicate(response) {
          response.sendStatus(Math.max(...times.values()) >= 5 ? 410 : 200);
        },
      };
    })(),
  },
  'wants-order': {
    what: 'answers 404 to an event about something that it has not heard of',
    breaks: 'RECEIVER-006',
    check: 'receiver.order',
    habits: {
      consider(event, response, seen) {
        if (event.eventType === 'transaction.succeeded' && !seen.has(idOf(event))) response.sendStatus(404);
      },
    },
  },
  'unknown-type-fails': {
    what: 'fails on a type of event that it does not know',
    breaks: 'RECEIVER-013',
    check: 'receiver.leniency',
    habits: {
      consider({ eventType }) {
        const known = /^(person|user|payroll|transaction|contract|invoice|filing)\.\w/.test(eventType);
        if (!known || eventType.endsWith('reverted')) throw new Error(`Unknown event ${eventType}`);
      },
    },
  },
  'strict-about-fields': {
    what: 'refuses fields that it does not know',
    breaks: 'RECEIVER-014',
    check: 'receiver.leniency',
    habits: {
      consider(event, response) {
        const known = ['eventType', 'id', 'version', 'timestamp', 'data'];
        if (Object.keys(event).some((name) => !known.includes(name))) response.sendStatus(400);
      },
    },
  },
  'small-limit': {
    what: 'takes no more than the default limit of its body parser',
    breaks: 'RECEIVER-015',
    check: 'receiver.leniency',
    habits: { bodyLimit: '100kb' },
  },
  'handles-some-types': {
    what: 'answers 422 to events that it has no use for',
    breaks: 'RECEIVER-001',
    check: 'receiver.events',
    habits: {
      consider({ eventType }, response) {
        if (eventType.startsWith('remittance.')) response.sendStatus(422);
      },
    },
  },
  redirects: {
    what: 'redirects some events to where they are handled now',
    breaks: 'RECEIVER-002',
    check: 'receiver.events',
    habits: {
      consider({ eventType }, response) {
        if (eventType.startsWith('filing.')) response.redirect(307, '/v2/hooks');
      },
    },
  },
  'second-time-lucky': {
    what: 'fails at the first attempt of an event that needs something to be loaded',
    breaks: 'RECEIVER-009',
    check: 'receiver.events',
    habits: (() => {
      const tried = new Set<string>();
      return {
        consider({ eventType, id }, response) {
          if (eventType !== 'contract.signed' || tried.has(id)) return;
          tried.add(id);
          response.sendStatus(500);
        },
      };
    })(),
  },
  'acknowledges-and-forgets': {
    what: 'acknowledges first, and then loses what it has not done yet',
    breaks: 'RECEIVER-010',
    check: 'receiver.duplicates',
    habits: {
      async settle(effect, answer, { eventType }) {
        answer();
        if (eventType !== 'person.created') await effect();
      },
    },
  },
  'works-before-it-answers': {
    what: 'does slow work before it answers',
    breaks: 'RECEIVER-016',
    check: 'receiver.events',
    habits: {
      async settle(effect, answer, { eventType }) {
        if (eventType === 'contract.signed') await pause(400);
        await effect();
        answer();
      },
    },
  },
  'one-at-a-time': {
    what: 'answers 500 while it is at work on another event',
    breaks: 'RECEIVER-012',
    check: 'receiver.bursts',
    habits: (() => {
      let busy = false;
      return {
        consider(_, response) {
          if (busy) response.sendStatus(500);
        },
        async settle(effect, answer) {
          busy = true;
          await pause(5);
          await effect();
          busy = false;
          answer();
        },
      };
    })(),
  },
  'one-business': {
    what: 'refuses events of other businesses of its platform',
    breaks: 'RECEIVER-007',
    check: 'receiver.tenants',
    habits: {
      consider({ data }, response) {
        if (data.tenantKey !== 'tk_marina_3f9a1c') response.sendStatus(403);
      },
    },
  },
} as const satisfies Readonly<Record<string, Mistake>>;

export type MistakeName = keyof typeof mistakes;
