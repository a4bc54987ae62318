/** How faults lose the order of requests that come at the same time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { OperationId } from '../../openapi/description.ts';
import { readBusiness } from '../core.ts';
import type { UncheckedRequest } from '../http/exchange.ts';
import type { RuleOverrides } from '../rules.ts';
import { type BusinessState, withRecord } from '../store/business-state.ts';
import type { BusinessCollection, BusinessRecords } from '../store/records.ts';
import type { OwnedRecords } from '../store/store.ts';
import type { FaultOverrides } from './fault.ts';

/** Time between the look at a business and the change that follows from it. */
const lookMillis = 20;

/** What the requests that are under way about a thing saw when they came, the first one first. */
export type Looks = (id: string) => readonly BusinessState[];

/** Looks at the business of a request, as without a lock, some time before the rules are applied to it. */
export function lookingBefore(
  operation: OperationId,
  rules: (looks: Looks) => RuleOverrides,
): FaultOverrides {
  const seen = new Map<UncheckedRequest, BusinessState>();
  const isAbout = ({ path }: UncheckedRequest, id: string) => Object.values(path).includes(id);
  return {
    rules: rules((id) => [...seen].flatMap(([request, state]) => (isAbout(request, id) ? [state] : []))),
    async request(request, service) {
      if (request.operation !== operation) return request;
      seen.set(request, await readBusiness(service, request.business.id));
      await delay(lookMillis);
      return request;
    },
    answer(answer, _operation, request) {
      if (request) seen.delete(request);
      return answer;
    },
  };
}

/** The state with a record as the first request that is under way about it saw it. */
export function asSeen<C extends BusinessCollection>(
  state: BusinessState,
  collection: C,
  id: string,
  looks: Looks,
): BusinessState {
  const seen: OwnedRecords | undefined = looks(id)[0];
  const records: readonly BusinessRecords[C][] = seen?.[collection] ?? [];
  const record = records.find((candidate) => candidate.id === id);
  return record === undefined ? state : withRecord(state, collection, record);
}
