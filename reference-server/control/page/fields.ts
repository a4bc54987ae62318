/** Reads the values that were entered into a form of the page. */
import express, { type Request, type Response } from 'express';
import { invalidBody } from '../../state/refusal.ts';

const formLimitBytes = 16 * 1024;
const readForm = express.urlencoded({ extended: false, limit: formLimitBytes });

export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** The text of a field without white space around it; none when it is empty. */
  optional(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value.trim() || undefined : undefined;
  }

  /** @throws Refusal when the field is empty. */
  text(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw invalidBody({ [name]: 'is missing' });
    return value;
  }

  /** @throws Refusal when the field is not a whole number. */
  integer(name: string): number {
    const value = this.text(name);
    if (!/^-?\d{1,16}$/.test(value)) throw invalidBody({ [name]: 'must be a whole number' });
    return Number(value);
  }
}

/** @throws Refusal when the body is not that of a form. */
export async function readFields(request: Request, response: Response): Promise<Fields> {
  await new Promise<void>((resolve, reject) => {
    readForm(request, response, (error?: unknown) => {
      if (error) reject(invalidBody({ body: 'must be a form' }));
      else resolve();
    });
  });
  return new Fields(request.body ?? {});
}
