import { type RequestHandler, Router } from 'express';
import { send } from '../http/answer.ts';
import type { Metrics } from './metrics.ts';

/** Answers with the metrics to whom the guard lets through. */
export function metricsHandler(metrics: Metrics, guard: RequestHandler): RequestHandler {
  const router = Router();
  return router.use(guard, async (_request, response) => {
    const { contentType } = metrics;
    send(response, { status: 200, text: { contentType, content: await metrics.text() } });
  });
}
