/** Remittances: section "Other resources" of the interface document. */
import { CaseEnded } from '../../engine/outcome.ts';
import { attempt, idOf } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example } from '../../provider/check.ts';
import { allItems } from '../../provider/cursor.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { StateField } from '../../provider/state-field.ts';
import { advance, isAlone, readClock } from '../../provider/tenant.ts';
import { payrollBody, personInput } from '../../provider/valid-requests.ts';
import { depositAmply } from '../../provider/wallet.ts';
import { approve, createPayroll } from '../payrolls/actions.ts';
import { type Compliance, isAnnounced, openCompliance, requireEvent, stateOf } from './events.ts';

const remittanceIds = { sent: 'REMITTANCE-004', payload: 'REMITTANCE-003' } as const;

const remittanceStates = ['created', 'processing', 'completed', 'failed'] as const;

const remittanceCourses: readonly (readonly Exclude<(typeof remittanceStates)[number], 'created'>[])[] = [
  ['processing', 'completed'],
  ['processing', 'failed'],
];

const countries = ['NG', 'GB'] as const;

/**
 * Pays two workers in different countries, so that several authorities must be paid. The document does not show when
 * remittances are created and how soon they proceed, so the clock moves in short steps until there is one.
 *
 * @returns the type of the workers
 */
async function runPayroll(scenario: Scenario, { tenant, log }: Compliance): Promise<string> {
  const { caller } = tenant;
  const { type = '' } = personInput(scenario.data);
  const entries: { personId: string; salary: number }[] = [];
  for (const countryCode of countries) {
    const address = { countryCode, line1: '1 High Street', city: 'Town', postalCode: '10124', state: '' };
    const body = personInput(scenario.data, { address });
    entries.push({
      personId: idOf(await scenario.succeed('createPerson', caller, { body }), 'createPerson'),
      salary: 900_000,
    });
  }
  await depositAmply(scenario, caller);
  const payrollId = await createPayroll(scenario, caller);
  const now = await readClock(scenario, tenant);
  const path = { payrollId };
  await scenario.succeed('savePayroll', caller, {
    path,
    body: payrollBody(scenario.data, dateAfter(now, 1), entries),
  });
  await approve(scenario, tenant, payrollId);
  for (let hour = 0; hour < 48 && log.of('remittance.created').length === 0; hour += 1) {
    await advance(scenario, tenant, 3_600);
    await log.look();
  }
  return type;
}

export const remittanceCheck: Check = example({
  id: 'compliance.remittances',
  title: 'A remittance sends an event for each state that it enters, and is listed',
  covers: ['REMITTANCE-001', 'REMITTANCE-002', 'REMITTANCE-003', 'REMITTANCE-004'],
  needs: [
    'sandbox',
    'platform-token',
    'create-payroll',
    'approve-payroll',
    'clock',
    'list-remittances',
    'move-remittance',
    'webhooks',
  ],
  run: async (scenario) => {
    const compliance = await openCompliance(scenario, 'moves');
    const { tenant, log } = compliance;
    scenario.setup('run a payroll that requires a remittance');
    const list = () => allItems(scenario, 'listRemittances', tenant.caller);
    const before = isAlone(tenant) ? [] : (await list()).map(({ id }) => id);
    const type = await runPayroll(scenario, compliance);
    scenario.step('list the remittances');
    const listed = (await list()).filter(({ id }) => !before.includes(id));
    const created = log.of('remittance.created');
    if (listed.length === 0 && created.length === 0) {
      throw new CaseEnded(
        `The payroll of two workers of the type ${type}, in ${countries.join(' and ')}, created no remittance: the target may ` +
          'create one only for another type of worker or another country.',
      );
    }
    const expected = 'the remittances that were announced, in the list';
    scenario.require('REMITTANCE-001', listed.length > 0, expected, 'an empty list');
    const ids = listed.map((item) => String(item.id));
    const field = new StateField(remittanceStates);
    for (const [index, course] of remittanceCourses.entries()) {
      const { id } = listed[index] ?? {};
      if (typeof id !== 'string') continue;
      requireEvent(scenario, log, 'remittance.created', id, ids, remittanceIds);
      for (const state of course) {
        scenario.step(`move a remittance to ${state}`);
        const move = scenario.control('moveRemittance');
        if (!(await attempt(() => move(scenario.controlSend, id, state)))) continue;
        await log.look(`remittance.${state}`);
        requireEvent(scenario, log, `remittance.${state}`, id, ids, remittanceIds);
        if (!isAnnounced(log, `remittance.${state}`, id)) continue;
        const moved = await list();
        field.see(moved.find((item) => item.id === id)?.status, state);
      }
    }
    field.judge(scenario, 'REMITTANCE-002', 2);
    scenario.step('wait two days, and list the remittances again');
    await advance(scenario, tenant, 2 * 86_400);
    await log.look();
    for (const item of await list()) {
      const state = stateOf(item, remittanceStates);
      if (state === undefined || typeof item.id !== 'string' || before.includes(item.id)) continue;
      requireEvent(scenario, log, `remittance.${state}`, item.id, ids, remittanceIds);
    }
  },
});
