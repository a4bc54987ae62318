import { CaseEnded } from '../../engine/outcome.ts';
import { givenUpAfter } from '../../judgements/retry-schedule.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { nameOf } from '../../provider/fixture.ts';
import { envelopeOf } from '../../provider/inspect.ts';
import type { Conclude } from '../../provider/model.ts';
import { together } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { createBusiness, drain, endpointFor, timeOf } from '../../provider/tenant.ts';
import { payrollBody } from '../../provider/valid-requests.ts';
import { createPayroll } from '../payrolls/actions.ts';
import { createPerson } from '../persons/actions.ts';
import type { EndpointPlace } from './attempts.ts';
import {
  type Announced,
  type DeliveryContext,
  type DeliveryMove,
  type DeliveryState,
  type ExpectedDelivery,
  listenAt,
  nameOfRoute,
} from './model.ts';
import { acknowledging, type Script, showScript } from './scripts.ts';

const mostEvents = 4;

/** Delivery is not guaranteed, and takes its time. */
async function awaitEvent(
  scenario: Scenario,
  { attempts }: DeliveryContext,
  { name, isForeign }: Announced,
): Promise<void> {
  const at = isForeign ? 'other business' : 'business';
  const arrived = await scenario.eventually(
    () => attempts.count({ event: name, at }),
    (count) => count > 0,
  );
  if (arrived > 0) return;
  throw new CaseEnded(
    `No payroll.status.updated arrived in ${scenario.patience.seconds} s, and delivery is not guaranteed: allow more time with --patience.`,
  );
}

/** Saves a new payroll, which is announced at every endpoint that there is. */
async function save(
  scenario: Scenario,
  context: DeliveryContext,
  personId: string,
  details: Pick<Announced, 'tenant' | 'isForeign' | 'scripts'>,
): Promise<Conclude<DeliveryState>> {
  const announced: Announced = { ...details, name: nameOf(context.announced.length) };
  context.announced.push(announced);
  const { tenant, isForeign, name } = announced;
  announced.payrollId = await createPayroll(scenario, tenant.caller);
  const body = payrollBody(scenario.data, dateAfter(timeOf(scenario, tenant), 30), [
    { personId, salary: 1_000 },
  ]);
  await scenario.succeed('savePayroll', tenant.caller, { path: { payrollId: announced.payrollId }, body });
  if (isForeign) await drain(scenario, tenant);
  if (!scenario.conclusive) await awaitEvent(scenario, context, announced);
  const places = [...context.endpoints.keys()].filter((at) =>
    isForeign ? at !== 'business' : at !== 'other business',
  );
  return (_, state) => {
    for (const at of places) state.deliveries.push({ event: name, at, phase: 'announced', attempts: 0 });
  };
}

interface Scripts {
  readonly business: Script;
  /** Where an endpoint of the platform is registered. */
  readonly platform?: Script;
}

function inWords({ business, platform = acknowledging }: Scripts, context: DeliveryContext): string {
  const atPlatform = context.endpoints.has('platform')
    ? `, at the platform with ${showScript(platform)}`
    : '';
  return `${showScript(business)}${atPlatform}`;
}

const fits = ({ announced }: DeliveryContext, more = 1) => announced.length + more <= mostEvents;

/** Saves a payroll, whose event the receiver answers by a script. */
export const announce = (scripts: Scripts): DeliveryMove => ({
  name: `announce(${showScript(scripts.business)})`,
  possible: (_, context) => fits(context),
  describe: (_, context) =>
    `save a payroll; the receiver responds to its event ${nameOf(context.announced.length)} with ${inWords(scripts, context)}`,
  act: (scenario, _, context) => {
    const { tenant } = context.fixture;
    return save(scenario, context, context.personId, { tenant, isForeign: false, scripts });
  },
});

/** Saves two payrolls at the same time. */
export function announceTwo(first: Scripts, second: Scripts): DeliveryMove {
  return {
    ...together(announce(first), announce(second)),
    possible: (_, context) => fits(context, 2),
    describe: (_, context) => {
      const [a, b] = [nameOf(context.announced.length), nameOf(context.announced.length + 1)];
      return `save two payrolls at the same time; the receiver responds to their events ${a} and ${b} (in any order) with ${inWords(first, context)}; and with ${inWords(second, context)}`;
    },
  };
}

/** Saves a payroll of another business, which has an endpoint of its own. */
export const announceElsewhere: DeliveryMove = {
  name: 'announce elsewhere',
  needs: ['platform-token'],
  possible: (_, context) => context.registersMore && fits(context),
  describe: (_, context) => `save a payroll of another business, event ${nameOf(context.announced.length)}`,
  act: async (scenario, _, context) => {
    if (context.other === undefined) {
      const tenant = await createBusiness(scenario);
      const personId = await createPerson(scenario, tenant.caller);
      listenAt(context, 'other business', await endpointFor(scenario, tenant));
      context.other = { tenant, personId };
    }
    const { tenant, personId } = context.other;
    const scripts: Partial<Record<EndpointPlace, Script>> = {};
    return save(scenario, context, personId, { tenant, isForeign: true, scripts });
  },
};

async function statusesOf(
  scenario: Scenario,
  context: DeliveryContext,
  entry: ExpectedDelivery,
): Promise<readonly string[]> {
  const [first] = context.attempts.on(entry);
  if (first === undefined) return [];
  const id = String(envelopeOf(first.delivery).id);
  const logged = await scenario.control('listDeliveries')(scenario.controlSend, id);
  const endpoint = context.endpoints.get(entry.at)?.id;
  return logged.flatMap(({ endpointId, status }) => (endpointId === endpoint ? [status] : []));
}

/** Reads what the target's own log says of a delivery: it is marked failed when its last retry failed, and only then. */
export function consultLog(index: number): DeliveryMove {
  const pick = ({ deliveries }: Readonly<DeliveryState>) => deliveries[index % deliveries.length];
  return {
    name: `read the log(${index})`,
    needs: ['delivery-log'],
    possible: (state) => (pick(state)?.attempts ?? 0) > 0,
    describe: (state) => {
      const entry = pick(state);
      return `read the delivery log of ${entry === undefined ? '' : nameOfRoute(entry)}`;
    },
    act: async (scenario, state, context) => {
      const entry = pick(state);
      if (entry === undefined) throw new Error('There is no delivery to read about.');
      const statuses = await statusesOf(scenario, context, entry);
      const [first] = context.attempts.on(entry);
      const age = state.common.now - (first?.arrived.to ?? 0);
      const name = nameOfRoute(entry);
      // A log without the delivery shows nothing about it.
      if (statuses.length > 0) context.logged.add(name);
      if (!context.logged.has(name)) throw new CaseEnded(`The delivery log does not contain ${name}.`);
      return (alternative) => {
        const isFailed = statuses.length > 0 && statuses.every((status) => status === 'failed');
        // A delivery without retries may have been given up; other rules judge that.
        if (entry.phase === 'delivered' || (entry.phase === 'pending' && entry.attempts > 1)) {
          const early = `${name}, which is ${entry.phase}, not marked failed`;
          alternative.require('RETRY-009', !statuses.includes('failed'), early, show(statuses));
        } else if (entry.phase === 'failed' && age >= givenUpAfter) {
          alternative.require('RETRY-009', isFailed, `${name} marked failed`, show(statuses));
        }
      };
    },
  };
}

/** Registers an endpoint of the platform, where the events of all businesses are to arrive. */
export const registerPlatform: DeliveryMove = {
  name: 'register the platform',
  needs: ['platform-token'],
  possible: (_, { endpoints, isOfPlatform, registersMore }) =>
    registersMore && isOfPlatform && !endpoints.has('platform'),
  describe: () => 'register an endpoint of the platform',
  act: async (scenario, _, context) => {
    listenAt(context, 'platform', await scenario.endpoints.register());
    return () => undefined;
  },
};
