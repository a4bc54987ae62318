/** A receiver of webhooks as it should be, to copy from. */
import { createExpressHandler, isEvent, type Secrets } from '@workforce-conformance/sdk/webhooks';
import express, { type Express } from 'express';
import { Effects } from './effects.ts';

/**
 * @param secrets as the dashboard shows it; both of them while it is rotated
 */
export function createReceiver(secrets: Secrets): Express {
  const app = express();
  const effects = new Effects();
  /** By the id of the event. In a database: a table with a unique key, kept for three days. */
  const handled = new Map<string, Promise<void>>();

  const hooks = createExpressHandler({
    secret: secrets,
    // Acknowledged when it resolves, whatever the type of the event, and when the event comes again.
    onEvent: async (event) => {
      // Noted before anything is awaited, so that a second attempt at the same time finds it.
      let work = handled.get(event.id);
      if (work === undefined) {
        work = effects.carryOut(event.id);
        handled.set(event.id, work);
        // Forget a failed event, so that the next attempt processes it again.
        work.catch(() => handled.delete(event.id));
      }
      await work;
      if (isEvent(event, 'payroll.status.updated') && event.data.status === 'completed') {
        // Here event.data is typed: fetch the payslips of event.data.id.
      }
    },
  });
  // It reads the bytes itself, as a signature is that of the bytes: before express.json(), if there is one.
  app.post('/hooks', hooks);

  app.get('/effects', (request, response) => {
    response.json({ count: effects.count(String(request.query.id)) });
  });
  return app;
}
