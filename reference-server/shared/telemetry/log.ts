/** The structured log: one JSON object per line, with a fixed set of fields, so that nothing else can leak. */

import { type Logger, pino } from 'pino';
import type { AnsweredRequest, MadeAttempt, Observer } from '../../service/observer.ts';
import { Refusal } from '../../state/refusal.ts';
import { defined } from '../../state/values.ts';
import { createMask, factsOf, maskPath, remembering, uuid } from './masking.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogOptions {
  readonly level: LogLevel;
  /** The fields that every entry has in addition to its own. */
  readonly base: Readonly<Record<string, string>>;
  /** Texts to take out wherever they stand. */
  readonly secrets?: readonly string[];
  /** The trace that a request or an attempt is part of, where there are traces. */
  readonly traceOf?: (subject: AnsweredRequest | MadeAttempt) => string | undefined;
  /** Takes a line with its end. */
  readonly write: (line: string) => void;
}

export interface Log extends Observer {
  /** Logs an action of the server as a whole, such as start and stop. */
  say(
    level: 'info' | 'warn' | 'error',
    message: string,
    facts?: Readonly<Record<string, string | number>>,
  ): void;
}

/** How lines are collected before they are written: bytes, and milliseconds that the last of them waits. */
export const logBuffering = { sync: false, minLength: 16_000, periodicFlush: 100 } as const;

const longestText = 200;

const round = (millis: number) => Math.round(millis * 100) / 100;

const isAboutServer = (path: string) => path.startsWith('/_health') || path === '/_metrics';

type Level = 'error' | 'warn' | 'info' | 'debug';

/** Faults of ours are errors; probes and scrapes would drown everything else. */
function levelOf({ status, path, warning }: AnsweredRequest): Level {
  if (status >= 500) return isAboutServer(path) ? 'warn' : 'error';
  if (warning !== undefined) return 'warn';
  return isAboutServer(path) ? 'debug' : 'info';
}

export function createLog({ level, base, secrets, traceOf, write }: LogOptions): Log {
  const mask = createMask(secrets);
  const log: Logger = pino(
    {
      level,
      base,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  // Our own ids are safe, and callers repeat the same user agent, so its check is cached.
  const maskId = (id: string) => (uuid.test(id) ? id : mask(id));
  const maskAgent = remembering(mask);
  const errorIn = (error: unknown) =>
    error instanceof Refusal ? { code: error.code } : { error: factsOf(error, mask) };
  return {
    requestAnswered(request) {
      const entryLevel = levelOf(request);
      if (!log.isLevelEnabled(entryLevel)) return;
      const { requestId, method, path, operation, status, durationMillis, businessId, caller } = request;
      const { userAgent, warning, error } = request;
      const trace = traceOf?.(request);
      log[entryLevel](
        {
          requestId: maskId(requestId),
          method,
          path: maskPath(path),
          ...(operation !== undefined && { operation }),
          status,
          durationMillis: round(durationMillis),
          ...defined({ businessId, caller }),
          ...(warning !== undefined && { warning: mask(warning) }),
          ...(error !== undefined && errorIn(error)),
          ...(userAgent !== undefined && { userAgent: maskAgent(userAgent.slice(0, longestText)) }),
          ...(trace !== undefined && { trace }),
        },
        'request',
      );
    },
    attemptMade(made) {
      const entryLevel = made.outcome === 'acknowledged' ? 'info' : 'warn';
      if (!log.isLevelEnabled(entryLevel)) return;
      const { beganAt: _, durationMillis, ...attempt } = made;
      const trace = traceOf?.(made);
      log[entryLevel](
        { ...attempt, durationMillis: round(durationMillis), ...(trace !== undefined && { trace }) },
        'delivery',
      );
    },
    businessRemoved({ businessId }) {
      log.info({ businessId }, 'business removed');
    },
    workFailed(error) {
      log.error(errorIn(error), 'work in the background failed');
    },
    say(entryLevel, message, facts = {}) {
      log[entryLevel](facts, message);
    },
  };
}

// Entries of the log as lines for people: time, level, message, and the other facts.

const columns = 5;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Quoted, so that no text of a caller looks like another entry or moves the cursor.
  return /^[\w./:…-]+$/.test(text) ? text : JSON.stringify(text);
}

/** @param line one entry as JSON. */
export function textLine(line: string): string {
  const { time, level, message, error, ...facts }: Record<string, unknown> = JSON.parse(line);
  const { environment: _environment, instance: _instance, version: _version, ...own } = facts;
  const rest = Object.entries(own).map(([name, value]) => `${name}=${shown(value)}`);
  const head = [String(time).slice(11, 23), String(level).toUpperCase().padEnd(columns), String(message)];
  const detail = typeof error === 'object' && error !== null ? `\n${describe(error)}` : '';
  return `${[...head, ...rest].join(' ')}${detail}\n`;
}

function describe(error: object): string {
  const { name, message, stack } = { name: 'Error', message: '', stack: '', ...error };
  const places = stack === '' ? [] : stack.split('\n');
  return [`  ${name}: ${message}`, ...places.map((place) => `    ${place}`)].join('\n');
}
