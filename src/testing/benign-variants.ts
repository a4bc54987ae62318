/**
 * Servers that differ from the reference server only where the interface document is silent. Nothing may be held
 * against them at the documented level.
 */

import { createHmac } from 'node:crypto';
import { allOperations } from '../../openapi/description.ts';
import type { FaultOverrides } from '../../reference-server/faults/fault.ts';
import {
  inAnswers,
  inEnvelopes,
  inHeaders,
  onStatus,
  webhooks,
} from '../../reference-server/faults/tools.ts';
import { validationRules } from '../../reference-server/http/validation-rules.ts';
import { payrollDecisions } from '../../reference-server/resources/payrolls/decisions.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';

const decide = (decisions: Partial<typeof payrollDecisions>): FaultOverrides => ({
  rules: { payrolls: createPayrollRules(decisions) },
});

const sound = createPayrollRules();

/** Settles the disbursements of a payroll in the second in which they are sent. */
const confirmingAtOnce: FaultOverrides = {
  rules: {
    payrolls: {
      progress(before, context, now) {
        let { state, events } = sound.progress(before, context, now);
        const wasScheduled = new Set(
          before.payrolls.filter(({ status }) => status === 'scheduled').map(({ id }) => id),
        );
        for (const { id: payrollId, status } of state.payrolls) {
          if (status !== 'processing' || !wasScheduled.has(payrollId)) continue;
          const outcome = sound.confirmDisbursements(state, { payrollId }, context, now);
          state = outcome.state;
          events = [...events, ...outcome.events];
        }
        return { state, events };
      },
    },
  },
};

const hour = 3_600;

/** Delays that count from the first attempt, which the sentence allows as well: reading 8. */
const fromFirst = [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400];

type AnswerBody = Readonly<Record<string, unknown>>;
const asRecord = (value: unknown) => value as AnswerBody;

/** The same value with the fields of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, reversed(field)]);
  return Object.fromEntries(fields.toReversed());
}

export const benignVariants: Readonly<Record<string, FaultOverrides>> = {
  'other words for the states that a read may name freely': decide({
    shown: (status) =>
      ['completed', 'awaiting-funds'].includes(status)
        ? payrollDecisions.shown(status)
        : `IN_${status.toUpperCase()}`,
  }),
  'one word for all these states': decide({
    shown: (status) =>
      ['completed', 'awaiting-funds'].includes(status) ? payrollDecisions.shown(status) : 'Active',
  }),
  'dates that begin 13 hours before UTC': decide({
    processedAt: (date) => payrollDecisions.processedAt(date) - 13 * hour,
    isPast: (date, now) => payrollDecisions.isPast(date, now + 13 * hour),
  }),
  'dates that begin 11 hours after UTC': decide({
    processedAt: (date) => payrollDecisions.processedAt(date) + 11 * hour,
    isPast: (date, now) => payrollDecisions.isPast(date, now - 11 * hour),
  }),
  'events of the observed level only': decide({
    announced: (status) => (status === 'processing' ? undefined : payrollDecisions.announced(status)),
  }),
  'funds that are confirmed at once': confirmingAtOnce,
  'the newest waiting payroll first': decide({ rechecked: (waiting) => waiting.toReversed() }),
  'retries that count from the first attempt': webhooks({
    retryDelaySeconds: (failures) => {
      const delay = fromFirst[failures - 1];
      return delay === undefined ? undefined : delay - (fromFirst[failures - 2] ?? 0);
    },
  }),
  'retries that come a little late': webhooks({
    retryDelaySeconds: (failures) => {
      const delay = fromFirst[failures - 1];
      return delay === undefined ? undefined : Math.round(delay * 1.05) + 1;
    },
  }),
  'signatures of the bare body in hexadecimal': inHeaders((headers, { endpoint }, body) => ({
    ...headers,
    'hook-signature': createHmac('sha256', endpoint.secret).update(body).digest('hex'),
  })),
  'signatures of timestamp and body as t= and v1=': inHeaders((headers, { endpoint }, body) => ({
    ...headers,
    'hook-signature': `t=${headers['hook-timestamp']},v1=${createHmac('sha256', endpoint.secret)
      .update(`${headers['hook-timestamp']}.${body}`)
      .digest('hex')}`,
  })),
  'a version that is not the observed one': inEnvelopes('version', () => '2.0'),
  'more fields in events': inEnvelopes('data', (data) => ({ ...asRecord(data), extra: { nested: true } })),
  'objects in events with their fields in another order': inEnvelopes('data', reversed),
  'more fields in answers': inAnswers(['listPayrolls', 'listPersons', 'readPayroll'], '', (body) => ({
    ...asRecord(body),
    requestId: 'r-1',
  })),
  'a type that is not the observed one': inAnswers('listPayrolls', 'data.*.type', () => 'REGULAR'),
  'other success codes': {
    answer: (answer) => (answer.status === 201 ? { ...answer, status: 202 } : answer),
  },
  'nothing in the answers that the document does not show': inAnswers(
    ['savePayroll', 'approvePayroll', 'createBusinessDeposit'],
    '',
    () => ({}),
  ),
  'a read that answers the status only': inAnswers('readPayroll', '', (body) => ({
    status: asRecord(body).status,
  })),
  'a verification in plain words, which is not there before the identity is submitted': {
    answer: (answer, { id }) => {
      if (id !== 'readKyc' || answer.status !== 200) return answer;
      const { identity, address } = asRecord(answer.body);
      const { status } = asRecord(identity);
      if (status === undefined)
        return { status: 404, body: { code: 'resource_not_found', message: 'Nothing was submitted' } };
      return {
        ...answer,
        body: { identity: status, ...(address !== undefined && { address: asRecord(address).status }) },
      };
    },
  },
  'a resubmission that is refused with a conflict': onStatus(
    400,
    (answer) =>
      String(asRecord(answer.body).message).includes('resubmitted') ? { ...answer, status: 409 } : answer,
    ['resubmitKyc'],
  ),
  'another message for a body that is not valid': onStatus(400, (answer) => {
    const body = asRecord(answer.body);
    // What the refusal of a resubmission says is documented.
    if (String(body.message).includes('resubmitted')) return answer;
    return { ...answer, body: { ...body, message: 'Check your input' } };
  }),
  'fields in params under the name of the body': onStatus(400, (answer) => {
    const { params, ...body } = asRecord(answer.body);
    const renamed = Object.entries(asRecord(params ?? {})).map(([name, message]) => [
      `body.${name}`,
      message,
    ]);
    return { ...answer, body: { ...body, params: Object.fromEntries(renamed) } };
  }),
  'only the outermost field in params': onStatus(400, (answer) => {
    const { params, ...body } = asRecord(answer.body);
    const outer = Object.entries(asRecord(params ?? {})).map(([name, message]) => [
      name.split('.')[0],
      message,
    ]);
    return { ...answer, body: { ...body, params: Object.fromEntries(outer) } };
  }),
  'other codes for 401 and 403': {
    answer: (answer) =>
      answer.status === 401 || answer.status === 403
        ? { ...answer, body: { code: `E${answer.status}`, message: 'No.' } }
        : answer,
  },
  'resources of others that are forbidden instead of not found': onStatus(
    404,
    (answer) => ({ ...answer, status: 403 }),
    // The 404 for an unknown file is documented.
    allOperations.map(({ id }) => id).filter((id) => id !== 'submitKyc' && id !== 'resubmitKyc'),
  ),
  'one word for every end of the verification of a business': inAnswers('readKyb', 'status', (status) =>
    status === 'none' || status === 'processing' ? status : 'reviewed',
  ),
  'a limit out of range that is corrected': {
    rules: {
      validation: {
        ofParameters: (operation, place, values) =>
          operation.id === 'listPersons' && place === 'query'
            ? []
            : validationRules.ofParameters(operation, place, values),
      },
    },
    request: async (request) => {
      if (request.operation !== 'listPersons') return request;
      const { page = 1, limit = 20 } = request.query;
      // What is no number is corrected as well: meta has to show integers in any case.
      const inRange = (value: unknown, most: number) =>
        Math.min(most, Math.max(1, Math.trunc(Number(value)) || 1));
      return {
        ...request,
        query: { ...request.query, page: inRange(page, 1_000_000), limit: inRange(limit, 100) },
      };
    },
  },
};
