/** Helpers for faults with simultaneous requests. */
import { setTimeout as delay } from 'node:timers/promises';
import type { OperationId } from '../../openapi/description.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { readBusiness } from '../../reference-server/service/core.ts';
import type { RuleOverrides } from '../../reference-server/service/rules.ts';
import { type BusinessState, withRecord } from '../../reference-server/state/business-state.ts';
import type {
  BusinessCollection,
  BusinessRecords,
  Collection,
  OwnedRecords,
} from '../../reference-server/state/records.ts';
import type { Store } from '../../reference-server/store/store.ts';
import { inTransactions } from './tools.ts';

/** Time between the look at a business and the change that follows from it. */
const lookMillis = 20;

/** What the requests that are under way about a thing, or for a business, saw when they came, the first one first. */
type Looks = (id: string) => readonly BusinessState[];

/** Looks at the business of a request, as without a lock, some time before the rules are applied to it. */
export const lookingBefore =
  (operation: OperationId, rules: (looks: Looks) => RuleOverrides) => (): FaultOverrides => {
    const seen = new Map<UncheckedRequest, BusinessState>();
    const isAbout = ({ path, business }: UncheckedRequest, id: string) =>
      business.id === id || Object.values(path).includes(id);
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
  };

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

/** The state with a record as the first who is about to change it has found it. */
type AsFound = (state: BusinessState, id: string) => BusinessState;

/** The same for what is not asked for by a request: whoever finds a record in the store changes it some time later. */
export const findingBefore =
  <C extends BusinessCollection>(collection: C, rules: (asFound: AsFound) => RuleOverrides) =>
  (): Required<Pick<FaultOverrides, 'rules' | 'wrapStore'>> => {
    const wanted: Collection = collection;
    const found = new Set<BusinessRecords[C]>();
    const slow = (store: Store): Store => ({
      async transaction(work, scope) {
        const finds: BusinessRecords[C][] = [];
        const noting = inTransactions((transaction) => ({
          async get(name, id) {
            const record = await transaction.get(name, id);
            // It is of the collection whose name has just been compared, which the compiler cannot see.
            if (name === wanted && record) finds.push({ ...record } as unknown as BusinessRecords[C]);
            return record;
          },
        }))(store);
        const result = await noting.transaction(work, scope);
        if (finds.length === 0) return result;
        for (const find of finds) found.add(find);
        await delay(lookMillis);
        // By then the change has been made.
        setImmediate(() => {
          for (const find of finds) found.delete(find);
        });
        return result;
      },
      close: () => store.close(),
    });
    const asFound: AsFound = (state, id) => {
      const record = [...found].find((one) => one.id === id);
      return record === undefined ? state : withRecord(state, collection, record);
    };
    return { rules: rules(asFound), wrapStore: slow };
  };
