/**
 * Type tests: handlers return responses as the description declares them, and every operation has a handler. tsc is the
 * test; nothing here runs.
 */

import type { Handlers } from '../http/exchange.ts';
import type { ControlHandlers } from './operations.ts';

declare const handlers: Handlers;
declare const controls: ControlHandlers;

type AnswerOf<Id extends keyof Handlers> = Awaited<ReturnType<Handlers[Id]>>;

const meta = { limit: 20, currentPage: 1, skipped: 0, pages: 1, itemCount: 1 };
const node = { previous: null, next: null };

// Answers
({ status: 200, body: { data: [{ id: 'u', status: 'active' }], meta } }) satisfies AnswerOf<'listUsers'>;
// @ts-expect-error: the id is a string
({ status: 200, body: { data: [{ id: 1, status: 'active' }], meta } }) satisfies AnswerOf<'listUsers'>;
// @ts-expect-error: the page shape needs its meta
({ status: 200, body: { data: [] } }) satisfies AnswerOf<'listUsers'>;
({ status: 201, body: { businessId: 'b', tenantKey: 'tk' } }) satisfies AnswerOf<'createBusiness'>;
// @ts-expect-error: without its tenant key, the business cannot be used
({ status: 201, body: { businessId: 'b' } }) satisfies AnswerOf<'createBusiness'>;
// @ts-expect-error: a field that the answer does not have
({ status: 201, body: { businessId: 'b', tenantKey: '', id: 'b' } }) satisfies AnswerOf<'createBusiness'>;
({ status: 200, body: { data: [], node } }) satisfies AnswerOf<'listPayouts'>;
// @ts-expect-error: the status is a number
({ status: '200', body: { data: [], node } }) satisfies AnswerOf<'listPayouts'>;
({ status: 204 }) satisfies AnswerOf<'reviewKyc'>;
// @ts-expect-error: the document gives no body
({ status: 204, body: {} }) satisfies AnswerOf<'reviewKyc'>;

// Handlers
(async ({ path }) => ({
  status: 200,
  body: { businessId: path.businessId, tenantKey: 'tk' },
})) satisfies Handlers['readBusiness'];
// @ts-expect-error: an operation is carried out later, and its answer is promised
(() => ({ status: 204 })) satisfies Handlers['reviewKyc'];
// @ts-expect-error: the path has no such parameter
(async ({ path }) => ({ status: path.userID ? 204 : 400 })) satisfies Handlers['reviewKyc'];
// @ts-expect-error: the body has no such field
(async ({ body }) => ({ status: body.decision ? 204 : 400 })) satisfies Handlers['reviewKyc'];

// Every operation and every control
({ ...handlers }) satisfies Handlers;
const { reviewKyc, ...others } = handlers;
({ ...others, reviewKyc }) satisfies Handlers;
// @ts-expect-error: the handler for reviews is missing
({ ...others }) satisfies Handlers;
const { settlePayroll, ...otherControls } = controls;
({ ...otherControls, settlePayroll }) satisfies ControlHandlers;
// @ts-expect-error: the handler for settlements is missing
({ ...otherControls }) satisfies ControlHandlers;
