import type { Access } from '../resources/tokens/keys.ts';
import { seededTokens } from '../resources/tokens/rules.ts';
import type { BusinessState } from '../state/business-state.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import { Refusal } from '../state/refusal.ts';
import type { Rule } from '../state/rule.ts';
import type { OpenStore } from '../store/open-store.ts';
import { restoreSnapshot, type SoundSnapshot } from '../store/snapshot.ts';
import type { Store } from '../store/store.ts';
import type { ReceiverPolicy } from '../webhooks/receiver-policy.ts';
import { createTransport, type Send } from '../webhooks/transport.ts';
import { Clock, type ClockMode } from './clock.ts';
import type { Core } from './core.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Observer } from './observer.ts';
import { type RuleOverrides, withOverrides } from './rules.ts';
import type { OpenSharedUse, SharedUseParts } from './shared-use.ts';
import { Timekeeper } from './timekeeper.ts';

export interface ServiceOptions extends Pick<Core, 'environment' | 'timing'> {
  readonly attemptTimeoutMillis: number;
  readonly mode: ClockMode;
  readonly opened: OpenStore;
  /** Decides which addresses webhooks may be sent to. */
  readonly receivers: ReceiverPolicy;
  /** Finished deliveries that stay in the log. */
  readonly keptDeliveries?: number;
  readonly shareWith: (parts: SharedUseParts) => OpenSharedUse;
  /** Called with deliveries, and with errors of background work. */
  readonly observer: Observer;
  readonly rules?: RuleOverrides;
  /** Puts something between the server and its store. */
  readonly wrapStore?: (store: Store) => Store;
  /** Puts something between the server and the receivers of its webhooks. */
  readonly wrapSend?: (send: Send) => Send;
}

/** The service behind the routes: its store, its rules and its clock. */
export interface Service extends Core {
  /** Keys, and the two businesses that they open. */
  readonly access: Access;
  readonly mode: ClockMode;
  /** Decides which addresses webhooks may be sent to. */
  readonly receivers: ReceiverPolicy;
  /** Applies a rule to a business and starts the work that follows from it; see `applyRule`. */
  change<Command>(businessId: string, rule: Rule<Command>, command: Command): Promise<BusinessState>;
  /** Starts the due work of a business. */
  wake(businessId: string): void;
  /** See `Timekeeper.advance`. */
  advance(businessId: string, seconds: number): Promise<BusinessRecord>;
  /** Returns to the state after start. */
  reset(): Promise<void>;
  /** Returns to a state that was taken before; see `restoreSnapshot`. */
  restore(snapshot: SoundSnapshot): Promise<void>;
  /** Whether the records can be written at the moment. */
  isWritable(): Promise<boolean>;
  close(): Promise<void>;
}

async function seed({ store, clock }: Core, access: Access, mode: ClockMode): Promise<void> {
  await store.transaction(async (transaction) => {
    await transaction.clear();
    for (const business of [access.platform, access.org])
      await transaction.put('businesses', { ...business, ...clock.started(mode) });
    for (const token of seededTokens(access)) await transaction.put('tokens', token);
  });
}

/** Puts the parts together. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { environment, timing, mode, opened, observer, receivers, wrapStore, wrapSend } = options;
  const store = wrapStore?.(opened.store) ?? opened.store;
  let access = opened.access;
  const clock = new Clock();
  const warn = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error));
  const onError = (error: unknown) => {
    // The agenda watch reports it once.
    if (error instanceof Refusal && error.status === 503) return;
    (observer.workFailed ?? warn)(error);
  };
  const shared = options.shareWith({
    store,
    clock,
    wake: (businessId) => timekeeper.wake(businessId),
    removed(businessId) {
      timekeeper.drop(businessId);
      observer.businessRemoved?.({ businessId });
    },
    onError,
  });
  const core: Core = {
    ...shared,
    store,
    rules: withOverrides(options.rules ?? {}),
    clock,
    environment,
    timing,
  };
  const transport = createTransport(options.attemptTimeoutMillis, receivers);
  const dispatcher = new Dispatcher(core, wrapSend?.(transport.send) ?? transport.send, {
    observer,
    ...(options.keptDeliveries !== undefined && { kept: options.keptDeliveries }),
  });
  const timekeeper = new Timekeeper(core, dispatcher, onError);
  const resume = async () => {
    const businesses = await store.transaction((transaction) => transaction.list('businesses', {}));
    for (const { id } of businesses) timekeeper.wake(id);
  };
  if (opened.isEmpty) await seed(core, access, mode);
  else if (!shared.takesUpWork) await resume();
  shared.begin();
  return {
    ...core,
    get access() {
      return access;
    },
    mode,
    receivers,
    change: (businessId, rule, command) => timekeeper.change(businessId, rule, command),
    wake: (businessId) => timekeeper.wake(businessId),
    advance: (businessId, seconds) => timekeeper.advance(businessId, seconds),
    async reset() {
      timekeeper.forget();
      access = opened.access;
      await seed(core, access, mode);
    },
    async restore(snapshot) {
      timekeeper.forget();
      access = await store.transaction((transaction) => restoreSnapshot(transaction, snapshot, access));
      await resume();
    },
    isWritable: async () => (await opened.isWritable?.()) ?? true,
    async close() {
      await shared.close();
      await timekeeper.close();
      await transport.close();
      await store.close();
    },
  };
}
