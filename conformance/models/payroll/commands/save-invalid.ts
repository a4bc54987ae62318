import { createPayroll, currency, dateAfter } from '../../../actions/payroll.ts';
import { drain } from '../../../actions/tenant.ts';
import { envelopeOf } from '../../../webhooks/inspect.ts';
import { announcements } from '../../ground.ts';
import type { PayrollMove } from '../model.ts';

/** Saves a new payroll whose only entry names nobody; it stays unsaved, and nobody hears of it. */
export const saveInvalid: PayrollMove = {
  name: 'save invalid',
  possible: () => true,
  describe: () => 'save a payroll whose entry has a personId that is no UUID',
  act: async (scenario, { common }, { ground }) => {
    const { tenant, endpoint } = ground;
    const id = await createPayroll(scenario, tenant.caller);
    const payrollDate = dateAfter(common.now, 3);
    const { status } = await scenario.send('savePayroll', tenant.caller, {
      path: { payrollId: id },
      body: {
        payrollDate,
        payPeriod: { fromDate: payrollDate, toDate: payrollDate },
        entries: [{ personId: 'nobody', salary: { amount: 700, currency } }],
      },
    });
    // That it is refused is for the checks of bodies to say; one that was saved is not looked at any more.
    if (status < 400) return () => {};
    await drain(scenario, tenant);
    const events = (endpoint?.channel.deliveries ?? []).map(envelopeOf);
    const words = announcements(events, ({ eventType, data }) =>
      eventType === 'payroll.status.updated' && data?.id === id ? String(data.status) : undefined,
    );
    return (reading) => {
      reading.mustHold(
        'PAYROLL-040',
        words.size === 0,
        'no event of a payroll that was not saved',
        `payroll.status.updated with ${[...words.keys()].join(', ')}`,
      );
      reading.heldBack('payroll/save');
    };
  },
};
