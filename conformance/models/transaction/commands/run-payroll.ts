import { succeeded } from '../../../actions/answers.ts';
import {
  createPayroll,
  createPerson,
  currency,
  dateAfter,
  payrollBody,
  readStatus,
} from '../../../actions/payroll.ts';
import { advance } from '../../../actions/tenant.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { claim } from '../claims.ts';
import { believe, isRoom, note, type TransactionMove } from '../model.ts';
import { eventsSoFar } from '../sights.ts';

const day = 86_400;

/** Runs a payroll of contractors to its date, on which it pays each of them, and costs a fee. */
export function runPayroll(salaries: readonly number[], fee: number): TransactionMove {
  const costs = fee === 0 ? '' : `, fee ${fee}`;
  return {
    name: `payroll(${salaries.join('+')}${costs})`,
    // One payroll is as good as two, and takes many requests.
    possible: (state, world) => isRoom(state) && !world.facts.some(({ kind }) => kind === 'worker payment'),
    describe: () => `run a payroll that pays ${salaries.join(' and ')}${costs}`,
    act: async (scenario, { common }, world) => {
      const { tenant } = world.ground;
      const { caller } = tenant;
      while (world.personIds.length < salaries.length)
        world.personIds.push(await createPerson(scenario, caller));
      const payrollId = await createPayroll(scenario, caller, 'CONTRACTOR');
      const path = { payrollId };
      const entries = salaries.map((salary, index) => ({ personId: world.personIds[index] ?? '', salary }));
      const body = payrollBody(dateAfter(common.now, 3), entries);
      const feeLineItems = [{ name: 'Expedited run', amount: { amount: fee, currency } }];
      // What a fee looks like is not shown, so a target may refuse ours.
      const isCharged =
        fee > 0 &&
        succeeded(await scenario.send('savePayroll', caller, { path, body: { ...body, feeLineItems } }));
      if (!isCharged) await scenario.succeed('savePayroll', caller, { path, body });
      await scenario.succeed('approvePayroll', caller, { path });
      const now = await advance(scenario, tenant, 5 * day);
      const facts = entries.map(({ personId }) =>
        note(world, { kind: 'worker payment', payrollId, personId }),
      );
      if (isCharged) facts.push(note(world, { kind: 'fee', payrollId, amount: fee }));
      claim(world, eventsSoFar(world));
      if (facts.every(({ id }) => id === undefined)) {
        const status = await readStatus(scenario, caller, payrollId);
        if (!/^(processing|completed)$/i.test(status)) throw new CaseEnded(`The payroll is ${status}.`);
      }
      return (_, state) => {
        state.common.now = now;
        for (const fact of facts) believe(state, fact);
      };
    },
  };
}
