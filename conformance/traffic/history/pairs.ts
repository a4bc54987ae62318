/** Compares two messages that must show the same value of a resource. */
import { isRecord } from '../../../openapi/is-record.ts';
import { itemsOf, succeeded } from '../../provider/answers.ts';
import { show } from '../../provider/response.ts';
import type { TrafficCheck } from '../check.ts';
import type { ObservedDelivery, ObservedExchange } from '../observation.ts';
import { forLater } from '../observed-states.ts';
import { keptThings, Recent } from '../recent.ts';
import { isSameId, isUuid } from '../rules/rule.ts';
import { answerOf, type TrafficScenario } from '../scenario.ts';

interface ContractMade {
  readonly exchange: ObservedExchange;
  readonly personId: string;
}

/** Evaluates that a contract stays with its person. */
const contracts = (): TrafficCheck => {
  const made = new Recent<ContractMade>(keptThings);
  return {
    id: 'contracts.lists',
    title: 'A contract is listed with the person it was created for',
    judgedBy: 'history',
    covers: ['CONTRACT-016'],
    exchange: (exchange, asked) => {
      if (asked?.id !== 'createContract' && asked?.id !== 'listContracts') return undefined;
      const answer = answerOf(exchange);
      if (answer === undefined || !succeeded(answer)) return undefined;
      if (asked.id === 'createContract' && isRecord(answer.json)) {
        const { id, personId } = answer.json;
        if (isUuid(id) && isUuid(personId))
          made.set(id.toLowerCase(), { exchange: forLater(exchange), personId });
      }
      if (asked.id !== 'listContracts') return undefined;
      const known = itemsOf(answer).flatMap(({ id, personId }) => {
        const before = isUuid(id) ? made.get(id.toLowerCase()) : undefined;
        return before !== undefined && isUuid(personId) ? [{ before, personId }] : [];
      });
      if (known.length === 0) return undefined;
      return async (scenario) => {
        for (const { before, personId } of known) {
          const holds = isSameId(before.personId, personId);
          if (!holds) for (const each of [before.exchange, exchange]) scenario.show(undefined, each);
          scenario.require('CONTRACT-016', holds, `a contract of the person ${before.personId}`, personId);
        }
      };
    },
  };
};

interface Described {
  readonly announced?: { readonly delivery: ObservedDelivery; readonly text: string };
  readonly listed?: { readonly exchange: ObservedExchange; readonly text: string };
}

/** The document does not show the shape of the list: an item with the id of the deposit is the deposit. */
const disbursements = (): TrafficCheck => {
  const deposits = new Recent<Described>(keptThings);
  const note = (id: string, more: Described) => {
    const whole = { ...deposits.get(id), ...more };
    deposits.set(id, whole);
    return whole;
  };
  const judge = (scenario: TrafficScenario, { announced, listed }: Described) => {
    if (announced === undefined || listed === undefined) return;
    const holds = announced.text === listed.text;
    if (!holds) {
      scenario.showDelivery(announced.delivery);
      scenario.show(undefined, listed.exchange);
    }
    const expected = `the description ${show(announced.text)} in the disbursements`;
    scenario.require('EVENT-039', holds, expected, show(listed.text));
  };
  const caseOf = (seen: readonly Described[]) => {
    const both = seen.filter(({ announced, listed }) => announced !== undefined && listed !== undefined);
    if (both.length === 0) return undefined;
    return async (scenario: TrafficScenario) => {
      for (const each of both) judge(scenario, each);
    };
  };
  return {
    id: 'disbursements.lists',
    title: 'The description of a deposit equals that of the disbursements',
    judgedBy: 'history',
    covers: ['EVENT-039'],
    exchange: (exchange, asked) => {
      if (asked?.id !== 'listDisbursements' || exchange.response.status !== 200) return undefined;
      const answer = answerOf(exchange);
      if (answer === undefined) return undefined;
      const seen = itemsOf(answer).flatMap(({ id, description: text }) =>
        isUuid(id) && typeof text === 'string' && text !== ''
          ? [note(id.toLowerCase(), { listed: { exchange: forLater(exchange), text } })]
          : [],
      );
      return caseOf(seen);
    },
    delivery: (delivery, { eventType, data }) => {
      if (eventType !== 'transaction.succeeded' || data?.type !== 'DEPOSIT') return undefined;
      const { id, description: text } = data;
      if (!isUuid(id) || typeof text !== 'string' || text === '') return undefined;
      return caseOf([note(id.toLowerCase(), { announced: { delivery, text } })]);
    },
  };
};

export const pairHistory = (): readonly TrafficCheck[] => [contracts(), disbursements()];
