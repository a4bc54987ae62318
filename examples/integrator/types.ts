/** Types only: a bundler includes nothing of the package. */
import type { Payroll, WebhookEventOf } from 'workforce-conformance/types';

export const isPaid = ({ status }: Payroll): boolean => status === 'Completed';

export const subjectOf = ({ data }: WebhookEventOf<'payroll.status.updated'>): string =>
  `${data.id} is ${data.status}`;
