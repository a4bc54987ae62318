/** Businesses, their deposits and their wallets. */
import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { notFound, readBody } from './answers.ts';
import { acting } from './authenticate.ts';
import { address, country, email, flag, money, phone, text } from './shapes.ts';
import { type Business, type Money, newBusiness, payWaiting } from './store.ts';

const businessShapes = {
  businessName: text,
  businessShortName: text,
  adminFirstName: text,
  adminLastName: text,
  adminEmail: email,
  adminPhoneNumber: phone,
  address,
  country,
  registrationId: text,
  idempotencyKey: text,
  suppressWelcomeEmail: flag,
};

export function businessRoutes(created: Business[]): Router {
  const routes = Router();
  const byKey = new Map<unknown, Business>();

  routes.post('/v1/platform/businesses', (request, response) => {
    if (!acting(response).isPlatform) {
      response.status(403).json({ code: 'not_allowed', message: 'Only a platform creates businesses' });
      return;
    }
    const body = readBody(request, response, businessShapes);
    if (body === undefined) return;
    const known = body.idempotencyKey === undefined ? undefined : byKey.get(body.idempotencyKey);
    const business = known ?? newBusiness();
    if (known === undefined) {
      created.push(business);
      byKey.set(body.idempotencyKey ?? randomUUID(), business);
    }
    response.json({ businessId: business.id, tenantKey: business.tenantKey });
  });

  routes.post('/v1/sandbox/business-deposits', (request, response) => {
    const body = readBody(request, response, { value: money, description: text });
    if (body === undefined) return;
    const { business } = acting(response);
    const { amount = 0, currency = 'USD' } = (body.value ?? {}) as Partial<Money>;
    business.funds.set(currency, (business.funds.get(currency) ?? 0) + amount);
    payWaiting(business);
    response.status(202).end();
  });

  // Not named in the document.
  routes.get('/v1/treasury/purses', (_request, response) => {
    const { funds } = acting(response).business;
    response.json([...funds].map(([currency, amount]) => ({ held: { amount, currency } })));
  });

  routes.put('/v1/businesses/:businessId/customFields/:customFieldId', (request, response) => {
    if (readBody(request, response, { name: text }) !== undefined) notFound(response);
  });

  return routes;
}
