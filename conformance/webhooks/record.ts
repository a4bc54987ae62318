/** Reads the webhooks that another receiver writes to a file while a run goes on, one JSON object per line. */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { isRecord } from '../../openapi/is-record.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import { parseSmallJson } from '../http/json-size.ts';

/** A delivery that was received and answered elsewhere. */
export interface RecordedDelivery {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: number;
  readonly rawBody: Buffer;
  readonly answered: number;
}

const pauseMillis = 100;
const mostBytesAtOnce = 4 * 1024 * 1024;
const lineFeed = 0x0a;

/** @returns undefined if it is no delivery */
function readLine(line: Buffer): RecordedDelivery | undefined {
  const given = parseSmallJson(line);
  if (!isRecord(given)) return undefined;
  const { method, headers, body, time, answered = 200 } = given;
  if (typeof method !== 'string' || typeof body !== 'string' || !isRecord(headers)) return undefined;
  if (typeof time !== 'number' || typeof answered !== 'number') return undefined;
  const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const rawBody = Buffer.from(body, 'utf8');
  return { method, headers: Object.fromEntries(small), receivedAt: time, rawBody, answered };
}

export class RecordReader {
  readonly #file: string;
  readonly #take: (delivery: RecordedDelivery) => void;
  #timer: NodeJS.Timeout | undefined;
  #offset = 0;
  #begun = Buffer.alloc(0);
  #error: ConformanceError | undefined;

  /** @param take gets each delivery that is written after `start` */
  constructor(file: string, take: (delivery: RecordedDelivery) => void) {
    this.#file = file;
    this.#take = take;
  }

  /** What was written before is of another run. */
  start(): void {
    this.#offset = existsSync(this.#file) ? statSync(this.#file).size : 0;
    this.#timer = setInterval(() => this.readAgain(), pauseMillis);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** @throws ConformanceError with code `CONFIGURATION_INVALID` if the file or a line of it cannot be read */
  check(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  /** Takes what was written since. An error would end the process here; the next case reports it. */
  readAgain(): void {
    try {
      this.#read();
    } catch (cause) {
      const said = `${this.#file} cannot be read: ${messageOf(cause)}: name the file of the webhooks with --webhook-record`;
      this.#error ??= new ConformanceError('CONFIGURATION_INVALID', said, { cause });
    }
  }

  #read(): void {
    if (!existsSync(this.#file)) return;
    const file = openSync(this.#file, 'r');
    try {
      const size = Math.min(fstatSync(file).size - this.#offset, mostBytesAtOnce);
      if (size <= 0) return;
      const chunk = Buffer.alloc(size);
      this.#offset += readSync(file, chunk, 0, size, this.#offset);
      this.#begun = Buffer.concat([this.#begun, chunk]);
    } finally {
      closeSync(file);
    }
    for (let end = this.#begun.indexOf(lineFeed); end >= 0; end = this.#begun.indexOf(lineFeed)) {
      const line = this.#begun.subarray(0, end);
      this.#begun = this.#begun.subarray(end + 1);
      if (line.length > 0) this.#takeLine(line);
    }
  }

  #takeLine(line: Buffer): void {
    const delivery = readLine(line);
    if (delivery === undefined) {
      this.#error ??= new ConformanceError(
        'CONFIGURATION_INVALID',
        `${this.#file} has a line that is no webhook: write {"method", "headers", "body", "time"} for each, with the body ` +
          'as the text that arrived, and the time in Unix seconds',
      );
      return;
    }
    this.#take(delivery);
  }
}
