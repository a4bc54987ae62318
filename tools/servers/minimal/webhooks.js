// Events and their delivery.

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import { at, inFlight, now, nowMs } from './clock.js';

const RETRY_SECONDS = [5, 300, 1800, 7200, 18000, 36000, 86400]; // each counted from the attempt before it
const ANSWER_MS = 3000; // real time; an endpoint that takes longer has failed
export const endpoints = new Map();
export const deliveries = [];
const newSecret = () => `whsec_${randomBytes(24).toString('hex')}`;

// businessId null: an endpoint of the platform, which receives the events of all its businesses.
export function register(url, businessId) {
  const endpoint = { id: randomUUID(), url, businessId, secret: newSecret() };
  endpoints.set(endpoint.id, endpoint);
  return endpoint;
}
export function rotate(endpoint) {
  endpoint.secret = newSecret(); // the old secret is out of use at once
  return endpoint;
}
export function emit(business, eventType, data) {
  const id = randomUUID();
  const body = JSON.stringify({
    eventType,
    id,
    version: '1.0',
    timestamp: now(),
    data: { ...data, tenantKey: business.tenantKey },
  });
  for (const endpoint of endpoints.values()) {
    if (endpoint.businessId ? endpoint.businessId !== business.id : !business.ofPlatform) continue;
    const delivery = {
      eventId: id,
      eventType,
      endpointId: endpoint.id,
      status: 'pending',
      attempts: [],
      body,
    };
    deliveries.push(delivery);
    if (deliveries.length > 20_000) deliveries.shift();
    start(delivery);
  }
}
function start(delivery) {
  const promise = attempt(delivery).finally(() => inFlight.delete(promise));
  inFlight.add(promise);
}
async function attempt(delivery) {
  const endpoint = endpoints.get(delivery.endpointId);
  if (!endpoint) {
    delivery.status = 'failed';
    return;
  }
  const moment = nowMs();
  const answer = await post(endpoint, delivery);
  delivery.attempts.push({ timestamp: Math.floor(moment / 1000), answer });
  if (answer >= 200 && answer < 300) delivery.status = 'delivered';
  else if (delivery.attempts.length > RETRY_SECONDS.length) delivery.status = 'failed';
  else at(moment + RETRY_SECONDS[delivery.attempts.length - 1] * 1000, () => start(delivery));
}

// Resolves to the HTTP status, or 0 when there was no answer. Redirects are not followed.
function post(endpoint, { eventId, body }) {
  return new Promise((resolve) => {
    const request = http.request(endpoint.url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'hook-id': eventId,
        'hook-timestamp': String(now()),
        // "HMAC-SHA256 signature of the payload": the raw body, hexadecimal
        'hook-signature': createHmac('sha256', endpoint.secret).update(body).digest('hex'),
      },
    });
    const limit = setTimeout(() => request.destroy(new Error('too slow')), ANSWER_MS);
    const done = (status) => {
      clearTimeout(limit);
      resolve(status);
    };
    request.on('response', (response) => {
      response.on('error', () => {});
      response.resume();
      done(response.statusCode);
    });
    request.on('error', () => done(0));
    request.end(body);
  });
}
