/** Payrolls, which the vendor calls runs where the document does not name them. */
import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { notFound, readBody } from './answers.ts';
import { acting } from './authenticate.ts';
import { date, fields, listOf, money, text, uuid } from './shapes.ts';
import { debitOf, type Money, type Payroll, payWaiting } from './store.ts';

const shown = {
  draft: 'Draft',
  ready: 'Ready',
  waiting: 'Awaiting Funds',
  planned: 'Planned',
  done: 'Completed',
};

function toItem(payroll: Payroll) {
  const debit = debitOf(payroll);
  const none: Money = { amount: 0, currency: debit.currency };
  return {
    payrollId: payroll.id,
    workerType: payroll.workerType,
    status: shown[payroll.status],
    numPeople: payroll.entries.length,
    type: 'ONE-OFF',
    payrollDate: payroll.payrollDate,
    debit,
    gross: debit,
    net: debit,
    tax: none,
    pension: none,
    statutoryDeductions: none,
    employerContributions: none,
    payPeriod: payroll.payPeriod,
  };
}

const saveShapes = {
  payrollDate: date,
  payPeriod: fields({ fromDate: date, toDate: date }),
  entries: listOf(fields({ personId: uuid, salary: money }, ['personId', 'salary'])),
};

export function payrollRoutes(): Router {
  const routes = Router();

  routes.put('/v1/runs', (request, response) => {
    const body = readBody(request, response, { audience: text });
    if (body === undefined) return;
    const payroll: Payroll = {
      id: randomUUID(),
      workerType: body.audience === 'CONTRACTOR' ? 'CONTRACTOR' : 'EMPLOYEE',
      status: 'draft',
      type: 'ONE-OFF',
      entries: [],
    };
    acting(response).business.payrolls.push(payroll);
    response.status(201).json({ run: { ref: payroll.id } });
  });

  routes.get('/v1/payrolls', (_request, response) => {
    const { payrolls } = acting(response).business;
    response.json({ data: payrolls.filter(({ status }) => status !== 'draft').map(toItem) });
  });

  routes.get('/v1/payrolls/:payrollId', (request, response) => {
    const { payrolls } = acting(response).business;
    const payroll = payrolls.find(({ id }) => id === request.params.payrollId);
    if (payroll === undefined) return notFound(response);
    response.json({ status: shown[payroll.status] });
  });

  routes.post('/v1/payrolls/:payrollId/save', (request, response) => {
    const body = readBody(request, response, saveShapes);
    if (body === undefined) return;
    const { business } = acting(response);
    const payroll = business.payrolls.find(({ id }) => id === request.params.payrollId);
    if (payroll === undefined) return notFound(response);
    if (payroll.status !== 'draft' && payroll.status !== 'ready') {
      response.status(409).json({ code: 'too_late', message: 'This payroll is approved already' });
      return;
    }
    // Their shapes have been looked at.
    payroll.payrollDate = body.payrollDate as string;
    payroll.payPeriod = body.payPeriod;
    payroll.entries = (body.entries ?? []) as Payroll['entries'];
    payroll.status = 'ready';
    response.status(204).end();
  });

  routes.post('/v1/runs/:run/go', (request, response) => {
    const { business } = acting(response);
    const payroll = business.payrolls.find(({ id }) => id === request.params.run);
    if (payroll === undefined) return notFound(response);
    if (payroll.status === 'ready') {
      const isPast = (payroll.payrollDate ?? '') < new Date().toISOString().slice(0, 10);
      payroll.status = isPast ? 'done' : 'waiting';
      payWaiting(business);
    }
    response.status(303).location(`/v1/payrolls/${payroll.id}`).end();
  });

  return routes;
}
