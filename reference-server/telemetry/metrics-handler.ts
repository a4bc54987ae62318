import { type RequestHandler, Router } from 'express';
import type { Metrics } from './metrics.ts';

/** Answers with the metrics to whom the guard lets through. */
export function metricsHandler(metrics: Metrics, guard: RequestHandler): RequestHandler {
  const router = Router();
  return router.use(guard, async (_request, response) => {
    response
      .set('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
