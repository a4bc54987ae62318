/** A receiver that verifies and remembers by hand, step by step, so that each step can have a mistake of its own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import { Effects } from './effects.ts';

export interface HookEvent {
  readonly eventType: string;
  readonly id: string;
  readonly timestamp: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface SignedParts {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** How a receiver goes about it. A mistake is one of these done otherwise. */
export interface Habits {
  readonly bodyLimit: string;
  readonly keyOf: (secret: string) => Buffer;
  /** The signed parts beside the body, and the signature; empty if missing. */
  readonly signedParts: (headers: IncomingHttpHeaders, event: HookEvent) => Omit<SignedParts, 'body'>;
  /** The form of the received body that is hashed. */
  readonly hashed: (body: Buffer) => Buffer | string;
  /** The signatures in the header that may fit. */
  readonly candidates: (header: string) => readonly string[];
  readonly fits: (candidate: string, expected: string) => boolean;
  /** Whether the time of the attempt will do. */
  readonly isTimely: (secondsAgo: number, event: HookEvent, now: number) => boolean;
  /** Whether a delivery is accepted without being verified. */
  readonly trusts: (headers: IncomingHttpHeaders) => boolean;
  readonly onDistrust: (response: Response) => void;
  readonly onMissingHeader: (response: Response) => void;
  /** The key under which the receiver remembers an event. */
  readonly memoryKey: (event: HookEvent, headers: IncomingHttpHeaders) => string | undefined;
  readonly remembers: 'before-verifying' | 'before-the-effect' | 'after-the-effect';
  readonly onDuplicate: (response: Response) => void;
  /** Decides how to handle an event; may respond itself, or throw. */
  readonly consider: (
    event: HookEvent,
    response: Response,
    seen: ReadonlySet<string>,
  ) => void | Promise<void>;
  /** Does the effect, before the answer or after it. */
  readonly settle: (
    effect: () => Promise<void>,
    answer: () => void,
    event: HookEvent,
  ) => void | Promise<void>;
}

export const header = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');

const acknowledge = (response: Response) => {
  if (!response.headersSent) response.status(200).json({ received: true });
};

export const soundHabits: Habits = {
  bodyLimit: '2mb',
  keyOf: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
  signedParts: (headers) => ({
    id: header(headers, 'hook-id'),
    timestamp: header(headers, 'hook-timestamp'),
    signature: header(headers, 'hook-signature'),
  }),
  hashed: (body) => body,
  candidates: (header) =>
    header.split(' ').flatMap((part) => (part.startsWith('v1,') ? part.slice('v1,'.length) : [])),
  fits: (candidate, expected) =>
    candidate.length === expected.length && timingSafeEqual(Buffer.from(candidate), Buffer.from(expected)),
  isTimely: (secondsAgo) => Math.abs(secondsAgo) <= 300,
  trusts: () => false,
  onDistrust: (response) => response.status(401).json({ error: 'bad signature' }),
  onMissingHeader: (response) => response.status(400).json({ error: 'headers missing' }),
  memoryKey: ({ id }) => id,
  remembers: 'before-the-effect',
  onDuplicate: acknowledge,
  consider: () => {},
  async settle(effect, answer) {
    await effect();
    answer();
  },
};

function isBelieved(
  { id, timestamp, signature, body }: SignedParts,
  secret: string,
  habits: Habits,
): boolean {
  const expected = createHmac('sha256', habits.keyOf(secret))
    .update(`${id}.${timestamp}.`)
    .update(habits.hashed(body))
    .digest('base64');
  return habits.candidates(signature).some((candidate) => habits.fits(candidate, expected));
}

export function createByHand(secret: string, habits: Habits): Express {
  const app = express();
  const effects = new Effects();
  const remembered = new Set<string>();
  /** Ids of resources that were in events. */
  const seen = new Set<string>();

  const receive = async (request: Request, response: Response): Promise<void> => {
    const body: Buffer = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { headers } = request;
    const event: HookEvent = JSON.parse(body.toString('utf8'));
    const key = habits.memoryKey(event, headers);
    const isDuplicate = key !== undefined && remembered.has(key);
    const remember = () => {
      if (key !== undefined) remembered.add(key);
    };
    if (habits.remembers === 'before-verifying') remember();
    if (!habits.trusts(headers)) {
      const { id, timestamp, signature } = habits.signedParts(headers, event);
      if (!id || !timestamp || !signature) return habits.onMissingHeader(response);
      if (!isBelieved({ id, timestamp, signature, body }, secret, habits)) return habits.onDistrust(response);
      const now = Math.floor(Date.now() / 1000);
      if (!habits.isTimely(now - Number(timestamp), event, now)) return habits.onDistrust(response);
    }
    if (isDuplicate) return habits.onDuplicate(response);
    await habits.consider(event, response, seen);
    if (response.headersSent) return;
    seen.add(String(event.data.id));
    if (habits.remembers === 'before-the-effect') remember();
    await habits.settle(
      () => effects.carryOut(event.id),
      () => acknowledge(response),
      event,
    );
    if (habits.remembers === 'after-the-effect') remember();
  };

  app.post('/hooks', express.raw({ type: () => true, limit: habits.bodyLimit }), receive);
  app.get('/effects', (request, response) => {
    response.json({ count: effects.count(String(request.query.id)) });
  });
  return app;
}
