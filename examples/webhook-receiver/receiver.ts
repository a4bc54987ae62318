/** A receiver of webhooks as it should be, to copy from. */
import express, { type Express } from 'express';
import { isEvent, type Secrets, verify, WebhookError } from 'workforce-conformance/webhooks';
import { Effects } from './effects.ts';

/**
 * @param secrets as the dashboard shows it; both of them while it is rotated
 */
export function createReceiver(secrets: Secrets): Express {
  const app = express();
  const effects = new Effects();
  /** By the id of the event. In a database: a table with a unique key, kept for three days. */
  const handled = new Map<string, Promise<void>>();

  // The bytes as they came: a signature is that of the bytes. Some events carry full lists, so the limit is generous.
  app.post('/hooks', express.raw({ type: () => true, limit: '2mb' }), async (request, response) => {
    try {
      // A request without a body leaves none behind.
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { event } = await verify(body, request.headers, secrets);
      // Noted before anything is awaited, so that a second attempt at the same time finds it.
      let work = handled.get(event.id);
      if (work === undefined) {
        work = effects.carryOut(event.id);
        handled.set(event.id, work);
        // What failed is done again when the next attempt comes.
        work.catch(() => handled.delete(event.id));
      }
      await work;
      if (isEvent(event, 'payroll.status.updated') && event.data.status === 'completed') {
        // Here event.data is typed: fetch the payslips of event.data.id.
      }
      // Acknowledged when the effect is there, whatever the type of the event, and when it comes again.
      response.sendStatus(204);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      response.status(400).send(error.code);
    }
  });

  app.get('/effects', (request, response) => {
    response.json({ count: effects.count(String(request.query.id)) });
  });
  return app;
}
