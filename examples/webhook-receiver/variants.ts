/** Correct receivers that choose other alternatives where the document leaves them open. */
import type { RequestListener } from 'node:http';
import { verify, WebhookError } from '@workforce-conformance/sdk/webhooks';
import express from 'express';
import { Effects } from './effects.ts';
import { createByHand, type Habits, soundHabits } from './habits.ts';
import { createReceiver } from './receiver.ts';

/** Without a framework: 202 and text, and the work afterwards. */
function queued(secret: string): RequestListener {
  const effects = new Effects();
  const handled = new Set<string>();
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver');
    if (pathname === '/effects') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ count: effects.count(searchParams.get('id') ?? '') }));
      return;
    }
    try {
      const body = Buffer.concat(await Array.fromAsync(request));
      const { id } = await verify(body, request.headers, secret);
      response.writeHead(202, { 'content-type': 'text/plain' }).end('queued');
      if (handled.has(id)) return;
      handled.add(id);
      setTimeout(() => void effects.carryOut(id), 20);
    } catch (error) {
      const status = error instanceof WebhookError ? 403 : 500;
      response.writeHead(status, { connection: 'close' }).end();
    }
  };
}

const byHand =
  (habits: Partial<Habits>) =>
  (secret: string): RequestListener =>
    createByHand(secret, { ...soundHabits, ...habits });

/** Takes an hour for near enough, as a machine with a bad clock does. */
const lenient = byHand({ isTimely: (secondsAgo) => Math.abs(secondsAgo) <= 3_600 });

/** Returns the received text in HTML, and closes every connection. */
const talkative = (secret: string): RequestListener => {
  const app = express();
  app.use((_request, response, next) => {
    response.set({ connection: 'close', 'content-type': 'text/html' });
    next();
  });
  return app.use(createReceiver([secret]));
};

/** Closes the connection after its answer, without having said so. */
const curt = (secret: string): RequestListener => {
  const receiver = createReceiver(secret);
  return (request, response) => {
    response.on('finish', () => request.socket.end());
    receiver(request, response);
  };
};

/** Rejects every signature from the future, even by a second. */
const strict = byHand({ isTimely: (secondsAgo) => secondsAgo >= 0 && secondsAgo <= 60 });

/** Asks for time now and then. */
const busy = (secret: string): RequestListener => {
  const app = express();
  let requests = 0;
  app.post('/hooks', (request, response, next) => {
    requests += 1;
    // Forgeries are not worth the answer that they are to wait for.
    if (requests % 41 === 0 && requests > 60 && request.headers['hook-signature']) response.sendStatus(429);
    else next();
  });
  return app.use(createReceiver(secret));
};

export const variants = {
  'the example': (secret: string): RequestListener => createReceiver(secret),
  'by hand, 200 with JSON': byHand({}),
  'plain HTTP, 202 with text, a queue': queued,
  'an hour of tolerance': lenient,
  'HTML, one connection for each delivery': talkative,
  '201 for what is new, 208 for what is not': byHand({
    onDuplicate: (response) => response.sendStatus(208),
    async settle(effect, answer) {
      await effect();
      answer();
    },
  }),
  'asks for time now and then': busy,
  'hangs up after each answer': curt,
  'a minute of tolerance, and none ahead': strict,
} as const satisfies Readonly<Record<string, (secret: string) => RequestListener>>;
