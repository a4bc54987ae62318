import { type Content, type Html, html } from '../../../markup/html.ts';
import { listItemOf } from '../../resources/payrolls/representation.ts';
import type { PayrollRecord } from '../../state/records/payrolls.ts';
import { amount, shortId } from './format.ts';
import { badge, button, type Column, section, table } from './layout.ts';
import type { BusinessView } from './view.ts';

/** As the API lists it; a payroll that was never saved is not in the list. */
const listed = ({ rules }: BusinessView, payroll: PayrollRecord) =>
  payroll.status === 'draft' ? undefined : listItemOf(payroll, rules.payrolls);

function actionOf({ id, can }: BusinessView, payroll: PayrollRecord): Content {
  const about = `payroll ${shortId(payroll.id)}`;
  const hidden = { payrollId: payroll.id };
  if (payroll.status === 'saved' && can('approve-payroll'))
    return button(id, 'approve-payroll', hidden, { text: 'Approve', about });
  if (payroll.status === 'processing' && can('settle-payroll'))
    return button(id, 'settle-payroll', hidden, { text: 'Settle', about });
  return undefined;
}

export function payrollsSection(view: BusinessView): Html {
  const columns: readonly Column<PayrollRecord>[] = [
    { title: 'Payroll', of: ({ id }) => html`<code title="${id}">${shortId(id)}</code>` },
    { title: 'Status', of: ({ status }) => badge(status) },
    { title: 'Date', kind: 'when', of: (payroll) => listed(view, payroll)?.payrollDate },
    { title: 'Workers', of: ({ workerType }) => workerType.toLowerCase() },
    { title: 'People', kind: 'number', of: (payroll) => listed(view, payroll)?.numPeople },
    {
      title: 'Debit',
      kind: 'number',
      of: (payroll) => {
        const item = listed(view, payroll);
        return item && amount(item.debit);
      },
    },
    { title: '', of: (payroll) => actionOf(view, payroll) },
  ];
  const payrolls = view.state.payrolls.toReversed();
  const none = 'None yet: create one with POST /v1/payrolls.';
  return section(
    { id: 'payrolls', title: 'Payrolls', count: payrolls.length },
    table('Payrolls, newest first', payrolls, columns, none),
  );
}
