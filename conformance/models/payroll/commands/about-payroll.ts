/** A move about one payroll: which one it is, and whether there is one. */
import type { Settle } from '../../../engine/reading.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import type { PayrollBelief, PayrollMove, PayrollState, PayrollWorld } from '../model.ts';

interface AboutPayroll {
  readonly verb: string;
  readonly possible: (payroll: PayrollBelief, state: Readonly<PayrollState>, world: PayrollWorld) => boolean;
  readonly describe: (payroll: PayrollBelief, state: Readonly<PayrollState>) => string;
  readonly act: (
    scenario: Scenario,
    payroll: PayrollBelief,
    state: Readonly<PayrollState>,
    world: PayrollWorld,
  ) => Promise<Settle<PayrollState>>;
}

/** @param index counts round among the payrolls, so that small numbers are simple. */
export function aboutPayroll(index: number, { verb, possible, describe, act }: AboutPayroll): PayrollMove {
  const pick = ({ payrolls }: Readonly<PayrollState>) => payrolls[index % payrolls.length];
  const picked = (state: Readonly<PayrollState>): PayrollBelief => {
    const payroll = pick(state);
    if (payroll === undefined) throw new Error(`${verb} was made without a payroll.`);
    return payroll;
  };
  return {
    name: `${verb}(${index})`,
    possible: (state, world) => {
      const payroll = pick(state);
      return payroll !== undefined && possible(payroll, state, world);
    },
    describe: (state) => describe(picked(state), state),
    act: (scenario, state, world) => act(scenario, picked(state), state, world),
  };
}

/** The same payroll in another copy of the state. */
export function sameIn({ payrolls }: PayrollState, { id, name }: PayrollBelief): PayrollBelief {
  const found = payrolls.find((payroll) => payroll.id === id);
  if (found === undefined) throw new Error(`There is no payroll ${name}.`);
  return found;
}
