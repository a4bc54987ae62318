import { randomBytes } from 'node:crypto';
import { retryHorizonSeconds } from '../../../sdk/webhooks/index.ts';
import { type Case, type ReceiverCheck, receiverCheck } from '../check.ts';
import { describeDialect, isStandard, signatureOf } from '../dialect.ts';
import { type SampleEvent, sample } from '../sample-events.ts';
import type { ReceiverScenario } from '../scenario.ts';

const event = (scenario: ReceiverScenario): SampleEvent => scenario.event(sample('person.created'));

type Write = (event: SampleEvent) => string;

/** Different JSON texts with the same parsed value. */
const forms: Readonly<Record<string, Write>> = {
  'with spaces and line ends': (given) => `${JSON.stringify(given, null, 2)}\n`,
  'with line ends of Windows': (given) => JSON.stringify(given, null, '\t').replaceAll('\n', '\r\n'),
  'with a space after each colon and comma': (given) => JSON.stringify(given, null, 1).replace(/\n */g, ' '),
  'with escapes': (given) =>
    JSON.stringify(given).replace(/[\u0080-\uffff/]/g, (char) => {
      const code = char.charCodeAt(0).toString(16).padStart(4, '0');
      return char === '/' ? '\\/' : `\\u${code}`;
    }),
  'with the data first': ({ data, ...envelope }) => JSON.stringify({ data, ...envelope }),
};

const formCase = ([form, write]: readonly [string, Write]): Case => ({
  label: `JSON ${form}`,
  async run(scenario) {
    const plain = event(scenario);
    // If everything is escaped, no character is beyond ASCII.
    const firstName = form === 'with escapes' ? 'Zoë/李' : 'Zoe/Li';
    const given = { ...plain, data: { ...plain.data, firstName } };
    const body = Buffer.from(write(given));
    scenario.step(`deliver person.created, written ${form} and signed so`);
    await scenario.mustAcknowledge('RECEIVER-020', given, {
      expected: `2xx to an event whose JSON is written ${form}`,
      delivery: () => scenario.sign(given, { body }),
    });
  },
});

/** Longer than the schedule under its longest interpretation ("about 3 days"). */
const longSeconds = Math.max(retryHorizonSeconds, 3 * 86_400) + 86_400;

const timeCase = (
  requirement: 'RECEIVER-023' | 'RECEIVER-024',
  offsetSeconds: number,
  what: string,
): Case => ({
  label: what,
  async run(scenario) {
    const timestamp = scenario.seconds + offsetSeconds;
    const given = { ...event(scenario), timestamp };
    scenario.step(`send ${what}`);
    await scenario.mustRefuse(requirement, scenario.sign(given, { timestamp: String(timestamp) }), what);
  },
});

/** The valid signature among others, as during the rotation of a secret. */
const arrangements: Readonly<Record<string, (fits: string, other: string) => string>> = {
  'the fitting signature first': (fits, other) => `${fits} ${other}`,
  'the fitting signature last': (fits, other) => `${other} ${fits}`,
  'a signature of another version first': (fits, other) => `${other.replace(/^v1,/, 'v1a,')} ${fits}`,
  'the fitting signature between others': (fits, other) => `${other} ${fits} ${other}`,
};

const rotationCase = ([what, arrange]: readonly [string, (fits: string, other: string) => string]): Case => ({
  label: `several signatures, ${what}`,
  async run(scenario) {
    const { dialect } = scenario.session;
    if (dialect.form !== 'v1,base64') {
      scenario.skipAll(
        'The receiver takes signatures without a version, of which there is one in a header.',
        'RECEIVER-025',
      );
      return;
    }
    const given = event(scenario);
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    scenario.step(`deliver person.created with ${what}`);
    await scenario.mustAcknowledge('RECEIVER-025', given, {
      expected: `2xx to an event with several signatures, ${what}`,
      delivery: () => {
        const delivery = scenario.sign(given);
        const { id, body, headers } = delivery;
        const timestamp = headers['hook-timestamp'] ?? '';
        const fits = headers['hook-signature'] ?? '';
        const value = arrange(fits, signatureOf({ id, timestamp, body }, other, dialect));
        return { ...delivery, headers: { ...headers, 'hook-signature': value } };
      },
    });
  },
});

const secretsCase: Case = {
  label: 'each secret alone',
  async run(scenario) {
    const { secrets } = scenario.session;
    if (secrets.length < 2) {
      scenario.skipAll('Without a second --secret, no rotation can be tested.', 'RECEIVER-026');
      return;
    }
    for (const [index, secret] of secrets.entries()) {
      const given = event(scenario);
      scenario.independentStep(`deliver person.created, signed with the secret number ${index + 1}`);
      await scenario.mustAcknowledge('RECEIVER-026', given, {
        expected: `2xx to an event that was signed with the secret number ${index + 1} alone`,
        delivery: () => scenario.sign(given, { secret }),
      });
    }
  },
};

const dialectCase: Case = {
  label: 'the way to write a signature',
  async run(scenario) {
    const given = event(scenario);
    scenario.step('deliver person.created, signed the way that the receiver understands');
    await scenario.attempt(scenario.sign(given));
    const { dialect } = scenario.session;
    scenario.require(
      'RECEIVER-029',
      isStandard(dialect),
      'signatures as Standard Webhooks writes them; the document leaves it to the delivery provider',
      `the receiver takes only these: ${describeDialect(dialect)}; everything else was tried with them`,
    );
  },
};

export const signatureChecks: readonly ReceiverCheck[] = [
  receiverCheck({
    id: 'receiver.forms',
    title: 'A signed event is acknowledged in whatever form its JSON is written',
    covers: ['RECEIVER-020'],
    cases: () => Object.entries(forms).map(formCase),
  }),
  receiverCheck({
    id: 'receiver.time',
    title: 'A delivery with an old or future timestamp is rejected',
    covers: ['RECEIVER-023', 'RECEIVER-024'],
    cases: () => [
      timeCase('RECEIVER-023', -longSeconds, 'a delivery that was signed four days ago'),
      timeCase('RECEIVER-024', longSeconds, 'a delivery that was signed four days ahead of now'),
    ],
  }),
  receiverCheck({
    id: 'receiver.rotation',
    title: 'A secret can be rotated',
    covers: ['RECEIVER-025', 'RECEIVER-026', 'RECEIVER-029'],
    cases: () => [...Object.entries(arrangements).map(rotationCase), secretsCase, dialectCase],
  }),
];
