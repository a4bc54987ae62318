import { randomBytes } from 'node:crypto';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { type Case, type ReceiverCheck, receiverCheck } from '../check.ts';
import { describeAnswer, Unreachable } from '../courier.ts';
import { sample } from '../sample-events.ts';
import type { ReceiverScenario, SignedDelivery } from '../scenario.ts';

const encode = (text: string) => Buffer.from(text);
const textOf = ({ body }: SignedDelivery) => Buffer.from(body).toString('utf8');

const withHeader = (delivery: SignedDelivery, name: string, value: string): SignedDelivery => ({
  ...delivery,
  headers: { ...delivery.headers, [name]: value },
});

const without = (delivery: SignedDelivery, ...names: readonly string[]): SignedDelivery => ({
  ...delivery,
  headers: Object.fromEntries(Object.entries(delivery.headers).filter(([name]) => !names.includes(name))),
});

const signatureIn = ({ headers }: SignedDelivery): string => headers['hook-signature'] ?? '';

function strangerSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

/** A sound delivery of a payroll that was completed, and the same delivery signed with another key. */
function sound(scenario: ReceiverScenario): SignedDelivery {
  return scenario.sign(scenario.event(sample('payroll.status.updated', 'completed')));
}

interface Forgery {
  readonly what: string;
  readonly breaks: RequirementId;
  readonly forge: (delivery: SignedDelivery, scenario: ReceiverScenario) => SignedDelivery;
}

/** The digest with its first letter changed, at its place. */
function otherDigest(signature: string): string {
  const start = /[,=]/.test(signature.slice(0, 8)) ? signature.slice(0, 8).search(/[,=]/) + 1 : 0;
  const letter = signature[start] === 'a' ? 'b' : 'a';
  return signature.slice(0, start) + letter + signature.slice(start + 1);
}

const forgeries: readonly Forgery[] = [
  {
    what: 'a delivery that was signed with another secret',
    breaks: 'RECEIVER-017',
    forge: (delivery, scenario) => {
      const event = JSON.parse(textOf(delivery));
      return scenario.sign(event, { secret: strangerSecret() });
    },
  },
  {
    what: 'a delivery whose payload was changed after it was signed',
    breaks: 'RECEIVER-017',
    forge: (delivery) => ({
      ...delivery,
      body: encode(textOf(delivery).replace('"completed"', '"approved"')),
    }),
  },
  {
    what: 'a delivery whose signature has one letter changed',
    breaks: 'RECEIVER-017',
    forge: (delivery) => withHeader(delivery, 'hook-signature', otherDigest(signatureIn(delivery))),
  },
  {
    what: 'a delivery whose signature was cut off in the middle',
    breaks: 'RECEIVER-017',
    forge: (delivery) => withHeader(delivery, 'hook-signature', signatureIn(delivery).slice(0, 24)),
  },
  {
    what: 'a delivery whose signature ends after its version',
    breaks: 'RECEIVER-017',
    forge: (delivery) => withHeader(delivery, 'hook-signature', 'v1,'),
  },
  {
    what: 'a delivery whose signature is only a word',
    breaks: 'RECEIVER-017',
    forge: (delivery) => withHeader(delivery, 'hook-signature', 'true'),
  },
  {
    what: 'a delivery with the signature of another delivery',
    breaks: 'RECEIVER-017',
    forge: (delivery, scenario) => withHeader(delivery, 'hook-signature', signatureIn(sound(scenario))),
  },
  {
    what: 'a delivery without the header hook-signature',
    breaks: 'RECEIVER-018',
    forge: (delivery) => without(delivery, 'hook-signature'),
  },
  {
    what: 'a delivery with an empty header hook-signature',
    breaks: 'RECEIVER-018',
    forge: (delivery) => withHeader(delivery, 'hook-signature', ''),
  },
  {
    what: 'a delivery without any of the three headers',
    breaks: 'RECEIVER-018',
    forge: (delivery) => without(delivery, 'hook-id', 'hook-timestamp', 'hook-signature'),
  },
  {
    what: 'a delivery without the header hook-id',
    breaks: 'RECEIVER-022',
    forge: (delivery) => without(delivery, 'hook-id'),
  },
  {
    what: 'a delivery without the header hook-timestamp',
    breaks: 'RECEIVER-022',
    forge: (delivery) => without(delivery, 'hook-timestamp'),
  },
];

const spaced = (delivery: SignedDelivery) => encode(JSON.stringify(JSON.parse(textOf(delivery)), null, 2));
const escaped = (delivery: SignedDelivery) =>
  encode(textOf(delivery).replace('"completed"', '"\\u0063ompleted"'));
function reordered(delivery: SignedDelivery): Buffer {
  const entries = Object.entries(JSON.parse(textOf(delivery)));
  return encode(JSON.stringify(Object.fromEntries(entries.toReversed())));
}

const otherForms: readonly Forgery[] = [
  ['with spaces and line ends', spaced],
  ['with a letter escaped', escaped],
  ['with its fields in another order', reordered],
].map(([form, write]) => ({
  what: `the payload ${form}, with the signature of the original payload`,
  breaks: 'RECEIVER-019',
  forge: (delivery) => ({ ...delivery, body: (write as (delivery: SignedDelivery) => Buffer)(delivery) }),
}));

const replacementCharacter = Buffer.from('\uFFFD');

/** The signed body contains U+FFFD, and the sent body a byte that decoders turn into U+FFFD. */
const decoded: Forgery = {
  what: 'a payload with an invalid UTF-8 byte, with the signature of the payload that decoders turn it into',
  breaks: 'RECEIVER-033',
  forge: (_, scenario) => {
    const event = scenario.event(sample('person.created'));
    const delivery = scenario.sign({ ...event, data: { ...event.data, firstName: 'A\uFFFD' } });
    const body = Buffer.from(delivery.body);
    const at = body.indexOf(replacementCharacter);
    const rest = body.subarray(at + replacementCharacter.length);
    return { ...delivery, body: Buffer.concat([body.subarray(0, at), Buffer.of(0xff), rest]) };
  },
};

const forgeryCase = ({ what, breaks, forge }: Forgery): Case => ({
  label: what,
  async run(scenario) {
    const { content } = scenario.session.dialect;
    if (breaks === 'RECEIVER-022' && content !== 'id.timestamp.body') {
      scenario.skipAll(`The receiver takes signatures of ${content}, which need no other header.`, breaks);
      return;
    }
    scenario.step(`send ${what}`);
    await scenario.mustRefuse(breaks, forge(sound(scenario), scenario), what);
  },
});

/** Changes a header that the signature covers, as an attacker with a recorded delivery would. */
const coveredCase = (name: 'hook-id' | 'hook-timestamp'): Case => ({
  label: `a delivery whose ${name} was changed`,
  async run(scenario) {
    const { content } = scenario.session.dialect;
    const covered = name === 'hook-id' ? content === 'id.timestamp.body' : content !== 'body';
    if (!covered) {
      scenario.skipAll(`The receiver takes signatures of ${content}, which do not cover it.`, 'RECEIVER-027');
      return;
    }
    const delivery = sound(scenario);
    const other = name === 'hook-id' ? sound(scenario).id : String(scenario.seconds - 30);
    const what = `a recorded delivery under another ${name}`;
    scenario.step(`send ${what}`);
    await scenario.mustRefuse(
      'RECEIVER-027',
      withHeader({ ...delivery, id: delivery.id }, name, other),
      what,
    );
  },
});

async function hasEffect(scenario: ReceiverScenario): Promise<boolean> {
  scenario.step('for comparison, deliver another event');
  const delivery = sound(scenario);
  const { acknowledged } = await scenario.deliver(() => delivery);
  return acknowledged && (await scenario.effectsOf(delivery.id)) === 1;
}

/** The effect of a forged delivery shows when the real event with its id arrives. */
const traceCase = ({ what, forge }: Forgery): Case => ({
  label: `${what}, then the event itself`,
  async run(scenario) {
    const delivery = sound(scenario);
    scenario.step(`send ${what}`);
    const forged = forge(delivery, scenario);
    await scenario.attempt(forged);
    scenario.step('deliver the event itself');
    let answer: string;
    let acknowledged = false;
    try {
      const outcome = await scenario.deliver(() => delivery);
      acknowledged = outcome.acknowledged;
      answer = describeAnswer(outcome.answer);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      answer = error.message;
    }
    scenario.mustHold('RECEIVER-021', acknowledged, `2xx to the event that comes after ${what}`, answer);
    const count = await scenario.effectsOf(delivery.id);
    if (count === undefined) return;
    // If no event has its effect in time, this one was not suppressed.
    if (count === 0 && !(await hasEffect(scenario))) return;
    scenario.require(
      'RECEIVER-021',
      count === 1,
      `one effect of the event that comes after ${what}`,
      `the probe counts ${count}`,
    );
  },
});

/** Forgeries that show an event id, so that their effect can be traced. */
const traceable = forgeries.filter(({ what }) => !what.includes('any of the three'));

export const forgeryChecks: readonly ReceiverCheck[] = [
  // First, because only this check can tell which forgery stopped the receiver.
  receiverCheck({
    id: 'receiver.traces',
    title: 'A forged delivery has no effect',
    covers: ['RECEIVER-021'],
    cases: () => traceable.map(traceCase),
  }),
  receiverCheck({
    id: 'receiver.forgeries',
    title: 'A delivery that the provider did not sign is rejected',
    covers: ['RECEIVER-017', 'RECEIVER-018', 'RECEIVER-022', 'RECEIVER-027', 'RECEIVER-028', 'RECEIVER-030'],
    cases: () => [...forgeries.map(forgeryCase), coveredCase('hook-id'), coveredCase('hook-timestamp')],
  }),
  receiverCheck({
    id: 'receiver.bytes',
    title: 'The signature is verified against the received bytes',
    covers: ['RECEIVER-019', 'RECEIVER-033'],
    cases: () => [...otherForms, decoded].map(forgeryCase),
  }),
];
