/** Beneficiaries, and payouts, of which there are none yet. */
import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { readBody, refuseBody } from './answers.ts';
import { acting } from './authenticate.ts';
import { address, country, currency, date, email, fields, text } from './shapes.ts';
import { nowInSeconds } from './store.ts';

const bankTexts = ['accountName', 'accountNumber', 'bankName', 'bankCode', 'accountType', 'branchName'];
const kycTexts = ['firstName', 'lastName', 'idType', 'idNumber', 'idFileFront', 'idFileBack'];
const addressTexts = ['line1', 'line2', 'city', 'postalCode', 'state', 'countryCode'];

const textsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));

const beneficiaryShapes = {
  name: text,
  email,
  countryCode: country,
  currency,
  kyc: fields({ ...textsOf(kycTexts), dateOfBirth: date, countryCode: country }),
  paymentDetails: fields({ preferredMethod: text, bank: fields({ ...textsOf(bankTexts), address }) }),
};

type Nested = Readonly<Record<string, unknown>>;
const inside = (value: unknown, name: string): Nested =>
  ((value as Nested | undefined)?.[name] ?? {}) as Nested;
/** In lists an empty string stands for an absent field. */
const withBlanks = (given: Nested, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, given[name] ?? '']));

const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

export function payoutRoutes(): Router {
  const routes = Router();
  const none = { data: [], node: { previous: null, next: null } };

  routes.post('/v1/beneficiaries', (request, response) => {
    const body = readBody(request, response, beneficiaryShapes);
    if (body === undefined) return;
    const { business } = acting(response);
    const at = nowInSeconds();
    const bank = inside(body.paymentDetails, 'bank');
    const kyc = inside(body, 'kyc');
    const id = randomUUID();
    business.beneficiaries.push({
      id,
      tenantKey: business.tenantKey,
      businessId: business.id,
      name: body.name ?? '',
      countryCode: body.countryCode ?? 'GB',
      currency: body.currency ?? 'GBP',
      paymentDetails: {
        preferredMethod: inside(body, 'paymentDetails').preferredMethod ?? 'bank',
        bank: {
          ...withBlanks(bank, bankTexts),
          beneficiaryId: { type: '', value: '' },
          address: withBlanks(inside(bank, 'address'), addressTexts),
          email: body.email ?? '',
        },
      },
      kyc: { ...withBlanks(kyc, [...kycTexts, 'countryCode']), dateOfBirth: kyc.dateOfBirth ?? '' },
      createdTimestamp: at,
      lastUpdatedTimestamp: at,
    });
    response.status(201).json({ id });
  });

  routes.get('/v1/beneficiaries', (_request, response) => {
    response.json({ ...none, data: acting(response).business.beneficiaries });
  });

  routes.get('/v1/payouts', (request, response) => {
    const { startDate, endDate } = request.query;
    const wrong = [startDate, endDate].some((value) => value !== undefined && !isMoment(value));
    if (wrong) refuseBody(response);
    else response.json(none);
  });

  routes.get('/v1/disbursements', (_request, response) => {
    response.json(none);
  });

  routes.post('/v1/auth/login/jwt', (request, response) => {
    if (readBody(request, response, { jwt: text }) === undefined) return;
    response.status(401).json({ code: 'not_authenticated', message: 'Nobody has signed this' });
  });

  return routes;
}
