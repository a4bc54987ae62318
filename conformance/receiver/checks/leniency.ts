import { type Case, type ReceiverCheck, receiverCheck } from '../check.ts';
import { type SampleEvent, sample } from '../sample-events.ts';
import type { ReceiverScenario } from '../scenario.ts';

const unknownTypes = ['payroll.status.reverted', 'moon.risen', 'person'];

const unknownCase = (eventType: string): Case => ({
  label: `an event of the type ${eventType}`,
  async run(scenario) {
    const event = { ...scenario.event(sample('payroll.created')), eventType };
    scenario.step(`deliver ${eventType}, which the document does not mention`);
    await scenario.mustAcknowledge('RECEIVER-013', event, {
      expected:
        '2xx to an event of a type that is not known: a service grows, and what is refused comes seven times more',
    });
  },
});

type Extend = (event: SampleEvent) => object;

const extensions: readonly (readonly [where: string, extend: Extend])[] = [
  ['in the envelope', (event) => ({ ...event, apiVersion: '2026-03-01', attempt: { number: 1 } })],
  ['in the data', (event) => ({ ...event, data: { ...event.data, note: null, tags: ['a', { b: 1 }] } })],
];

const extraFieldsCase = ([where, extend]: (typeof extensions)[number]): Case => ({
  label: `fields that are not known ${where}`,
  async run(scenario) {
    for (const type of ['payroll.status.updated', 'transaction.failed', 'filing.created'] as const) {
      const event = scenario.event(sample(type));
      scenario.independentStep(`deliver ${type} with more fields ${where}`);
      await scenario.mustAcknowledge('RECEIVER-014', event, {
        expected: `2xx to an event with more fields ${where}`,
        delivery: () => scenario.sign(event, { body: Buffer.from(JSON.stringify(extend(event))) }),
      });
    }
  },
});

const largeBytes = 256 * 1024;

/** A business with very many linked accounts: the document includes all of them in one event. */
function largeEvent(scenario: ReceiverScenario): SampleEvent {
  const event = scenario.event(sample('external-account.restricted'));
  const [name = 'accounts', accounts] =
    Object.entries(event.data).find(([, value]) => Array.isArray(value)) ?? [];
  const [account = {}] = Array.isArray(accounts) ? accounts : [];
  const size = JSON.stringify(account).length + 1;
  const many = Array.from({ length: Math.ceil(largeBytes / size) }, () => account);
  return { ...event, data: { ...event.data, [name]: many } };
}

const largeCase: Case = {
  label: 'an event of 256 KiB',
  async run(scenario) {
    const event = largeEvent(scenario);
    scenario.step('deliver external-account.restricted with a list of accounts of 256 KiB');
    await scenario.mustAcknowledge('RECEIVER-015', event, {
      expected: '2xx to an event of 256 KiB; the document states no limit, and some events carry full lists',
    });
  },
};

const texts = {
  'with accents': 'Zoë Ångström-Núñez',
  'in other scripts': '李小龍 Владимир محمد ไทย',
  'beyond the basic plane': '👩‍💻 𝒵𝑜𝑒̈ 🏳️‍🌈',
  'that needs care': 'a\u2028b\uFEFFc"\\',
};

const textCase = ([kind, text]: readonly [string, string]): Case => ({
  label: `names ${kind}`,
  async run(scenario) {
    const event = scenario.event(sample('person.created'));
    const named = { ...event, data: { ...event.data, firstName: text, lastName: text } };
    scenario.step(`deliver person.created with a name ${kind}, in UTF-8`);
    await scenario.mustAcknowledge('RECEIVER-008', named, {
      expected: `2xx to an event with a name ${kind}`,
    });
  },
});

export const leniencyChecks: readonly ReceiverCheck[] = [
  receiverCheck({
    id: 'receiver.leniency',
    title: 'Unknown events, new fields and large bodies are acknowledged',
    covers: ['RECEIVER-013', 'RECEIVER-014', 'RECEIVER-015'],
    cases: () => [...unknownTypes.map(unknownCase), ...extensions.map(extraFieldsCase), largeCase],
  }),
  receiverCheck({
    id: 'receiver.text',
    title: 'Events with non-ASCII text are acknowledged',
    covers: ['RECEIVER-008'],
    cases: () => Object.entries(texts).map(textCase),
  }),
];
