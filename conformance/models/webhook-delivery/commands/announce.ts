import { createPayroll, createPerson, dateAfter, payrollBody } from '../../../actions/payroll.ts';
import { createBusiness, drain, endpointFor } from '../../../actions/tenant.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { together } from '../../../provider/machine.ts';
import type { Settle } from '../../../provider/reading.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import { nameOf } from '../../ground.ts';
import { acknowledging, type Script, showScript } from '../answers.ts';
import type { Place } from '../attempts.ts';
import type { Announced, DeliveryMove, DeliveryState, DeliveryWorld } from '../model.ts';
import { listenAt } from '../places.ts';

const mostEvents = 4;

/** Delivery is not guaranteed, and takes its time. */
async function awaitEvent(scenario: Scenario, { attempts }: DeliveryWorld, event: string): Promise<void> {
  const arrived = await scenario.eventually(
    () => attempts.count({ event, at: 'business' }),
    (count) => count > 0,
  );
  if (arrived > 0) return;
  throw new CaseEnded(
    `No payroll.status.updated arrived in ${scenario.patience.seconds} s, and none has to: give it more with --patience.`,
  );
}

/** Saves a new payroll, which is announced at every endpoint that there is. */
async function save(
  scenario: Scenario,
  world: DeliveryWorld,
  personId: string,
  details: Pick<Announced, 'tenant' | 'isForeign' | 'scripts'>,
): Promise<Settle<DeliveryState>> {
  const announced: Announced = { ...details, name: nameOf(world.announced.length) };
  world.announced.push(announced);
  const { tenant, isForeign, name } = announced;
  announced.payrollId = await createPayroll(scenario, tenant.caller);
  const body = payrollBody(dateAfter(Date.now() / 1_000, 30), [{ personId, salary: 1_000 }]);
  await scenario.succeed('savePayroll', tenant.caller, { path: { payrollId: announced.payrollId }, body });
  if (isForeign) await drain(scenario, tenant);
  if (world.attempts.isLive) await awaitEvent(scenario, world, name);
  const places = [...world.endpoints.keys()].filter((at) =>
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

function inWords({ business, platform = acknowledging }: Scripts, world: DeliveryWorld): string {
  const atPlatform = world.endpoints.has('platform') ? `; at the platform ${showScript(platform)}` : '';
  return `answered ${showScript(business)}${atPlatform}`;
}

const fits = ({ announced }: DeliveryWorld, more = 1) => announced.length + more <= mostEvents;

/** Saves a payroll, whose event the receiver answers by a script. */
export const announce = (scripts: Scripts): DeliveryMove => ({
  name: `announce(${showScript(scripts.business)})`,
  possible: (_, world) => fits(world),
  describe: (_, world) =>
    `save a payroll, whose event ${nameOf(world.announced.length)} is ${inWords(scripts, world)}`,
  act: (scenario, _, world) => {
    const { tenant } = world.ground;
    return save(scenario, world, world.personId, { tenant, isForeign: false, scripts });
  },
});

/** Saves two payrolls at the same time. */
export function announceTwo(first: Scripts, second: Scripts): DeliveryMove {
  return {
    ...together(announce(first), announce(second)),
    possible: (_, world) => fits(world, 2),
    describe: (_, world) => {
      const [a, b] = [nameOf(world.announced.length), nameOf(world.announced.length + 1)];
      return `save two payrolls at the same time, whose events ${a} and ${b} (in any order) are ${inWords(first, world)}; and ${inWords(second, world)}`;
    },
  };
}

/** Saves a payroll of another business, which has an endpoint of its own. */
export const announceElsewhere: DeliveryMove = {
  name: 'announce elsewhere',
  possible: (_, world) => fits(world),
  describe: (_, world) => `save a payroll of another business, event ${nameOf(world.announced.length)}`,
  act: async (scenario, _, world) => {
    if (world.other === undefined) {
      const tenant = await createBusiness(scenario);
      const personId = await createPerson(scenario, tenant.caller);
      listenAt(world, 'other business', await endpointFor(scenario, tenant));
      world.other = { tenant, personId };
    }
    const { tenant, personId } = world.other;
    const scripts: Partial<Record<Place, Script>> = {};
    return save(scenario, world, personId, { tenant, isForeign: true, scripts });
  },
};
