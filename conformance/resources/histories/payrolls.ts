/** Payrolls that several clients save, approve and read. */
import { succeeded } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant, timeOf } from '../../provider/tenant.ts';
import { type PayrollSave, payrollBody } from '../../provider/valid-requests.ts';
import { countPayslips, createPayroll, listPayrolls, readStatus, tryToApprove } from '../payrolls/actions.ts';
import { createPerson } from '../persons/actions.ts';
import { announcedAfter, announcedOnce, enteredOnce, observedIn } from './announcements.ts';
import { listenTo } from './listen.ts';
import { register, visibleOnce } from './objects.ts';
import { isAfterApproval, sayStatus, statusShown, wordsOfPast } from './payroll-statuses.ts';
import type { ClientCall, ClientOutcome, Shared } from './play.ts';
import { inWords } from './words.ts';

type Shown = Pick<Partial<PayrollSave>, 'payrollDate' | 'payPeriod'>;

const datesOf = ({ payrollDate, payPeriod }: Shown) =>
  `${payrollDate}, ${payPeriod?.fromDate} to ${payPeriod?.toDate}`;

/** The dates of the last save, for which each save has others. */
const firstDay = 5;

/** One payroll that is saved again and again. */
export async function sharePayrollSaves(scenario: Scenario): Promise<Shared> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const now = timeOf(scenario, tenant);
  const personId = await createPerson(scenario, caller);
  const payrollId = await createPayroll(scenario, caller);
  const bodyOf = (value: number) =>
    payrollBody(scenario.data, dateAfter(now, firstDay + value), [{ personId, salary: 700 }], value);
  const read = async (): Promise<ClientOutcome> => {
    const shown = (await listPayrolls(scenario, caller)).find((each) => each.payrollId === payrollId);
    if (shown === undefined) return { status: 200, seen: 'nothing' };
    const days = Math.round(
      (Date.parse(String(shown.payrollDate)) - Date.parse(dateAfter(now, firstDay))) / 86_400_000,
    );
    // The dates of two saves are those of none, and so are missing ones.
    const isOfOne = Number.isInteger(days) && datesOf(bodyOf(days)) === datesOf(shown);
    return { status: 200, seen: isOfOne ? days : datesOf(shown) };
  };
  const listening = await listenTo(scenario, tenant, statusShown([payrollId]));
  const listensTo = ({ verb }: ClientCall) => verb === 'payroll.status.updated';
  const announcements = [
    announcedAfter({ listensTo, says: isAfterApproval, isCause: () => false, rule: 'PAYROLL-040' }),
    announcedOnce({
      listensTo,
      says: (seen) => seen === 'saved',
      causes: ({ verb }) => (verb === 'write' ? 1 : 0),
      // The creation of a payroll may save it too.
      owed: scenario.conclusive ? 0 : 1,
    }),
  ];
  return {
    ...inWords(
      {
        write: ({ value }) => `save the payroll for ${datesOf(bodyOf(value))}`,
        read: () => 'list the payroll',
      },
      (seen) => (typeof seen === 'number' ? datesOf(bodyOf(seen)) : seen),
    ),
    ...listening,
    tenant,
    isAtOnce: false,
    objects: (history) => [register(0, ['PAYROLL-012']), ...observedIn(history, announcements)],
    lastReads: [{ verb: 'read', object: 0 }],
    perform: async ({ verb, value }) => {
      if (verb === 'read') return read();
      const path = { payrollId };
      const { status } = await scenario.send('savePayroll', caller, { path, body: bodyOf(value) });
      return { status };
    },
  };
}

/** Payrolls with a past date, which are completed by their approval at once. */
export async function sharePastPayrolls(scenario: Scenario, count: number): Promise<Shared> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const personId = await createPerson(scenario, caller);
  const ids: string[] = [];
  for (let index = 0; index <= count; index += 1) {
    const payrollId = await createPayroll(scenario, caller);
    const date = dateAfter(timeOf(scenario, tenant), -3);
    const body = payrollBody(scenario.data, date, [{ personId, salary: 700 }], index);
    await scenario.succeed('savePayroll', caller, { path: { payrollId }, body });
    // What a business must be before it may approve is found out with one more.
    if (index === count) await tryToApprove(scenario, tenant, payrollId);
    else ids.push(payrollId);
  }
  const listening = await listenTo(scenario, tenant, statusShown(ids));
  const announcements = ids.flatMap((_, object) => [
    announcedAfter({
      listensTo: (call) => call.verb === 'payroll.status.updated' && call.object === object,
      says: isAfterApproval,
      isCause: (call) => call.verb === 'approve' && call.object === object,
      rule: 'PAYROLL-040',
    }),
    enteredOnce({ object, words: wordsOfPast(scenario.conclusive) }),
  ]);
  const seenIn = async (verb: string, payrollId: string) => {
    if (verb === 'read payslips') return (await countPayslips(scenario, caller, payrollId)) > 0;
    return (await readStatus(scenario, caller, payrollId)) === 'Completed';
  };
  return {
    ...inWords({
      approve: ({ object }) => `approve payroll ${object + 1}`,
      read: ({ object }) => `read payroll ${object + 1}: is it Completed?`,
      'read payslips': ({ object }) => `list the payslips of payroll ${object + 1}: are there any?`,
      'payroll.status.updated': sayStatus,
    }),
    ...listening,
    tenant,
    isAtOnce: true,
    objects: (history) => [
      ...ids.flatMap((_, object) => [
        visibleOnce({ object, write: 'approve', read: 'read', rules: ['PAYROLL-035'] }),
        visibleOnce({ object, write: 'approve', read: 'read payslips', rules: ['PAYROLL-036'] }),
      ]),
      ...observedIn(history, announcements),
    ],
    lastReads: ids.flatMap((_, object) =>
      (['read', ...(scenario.has('list-payslips') ? ['read payslips'] : [])] as const).map((verb) => ({
        verb,
        object,
      })),
    ),
    perform: async ({ verb, object }) => {
      const payrollId = ids[object] ?? '';
      if (verb !== 'approve') return { status: 200, seen: (await seenIn(verb, payrollId)) ? 'yes' : 'no' };
      const response = await scenario.send('approvePayroll', caller, { path: { payrollId } });
      return succeeded(response) ? { status: 200 } : { status: response.status };
    },
  };
}
