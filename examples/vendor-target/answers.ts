/** Reads and rejects requests. */
import type { Request, Response } from 'express';
import { isFields, problemsOf, type Shape } from './shapes.ts';

export function refuseBody(response: Response, params: Readonly<Record<string, string>> = {}): void {
  response
    .status(400)
    .json({ code: 'invalid_request_body', message: 'The request body provided is not valid', params });
}

export function notFound(response: Response): void {
  response.status(404).json({ code: 'resource_not_found', message: 'There is no such thing' });
}

/** The body, if it is valid; otherwise the request has been rejected. */
export function readBody(
  request: Request,
  response: Response,
  shapes: Readonly<Record<string, Shape>>,
): Record<string, unknown> | undefined {
  const body: unknown = request.body;
  if (!isFields(body)) {
    refuseBody(response);
    return undefined;
  }
  const problems = problemsOf(body, shapes);
  if (Object.keys(problems).length === 0) return body;
  refuseBody(response, problems);
  return undefined;
}

/** Returns one page of a list, unless the parameters are invalid. */
export function page<T>(request: Request, response: Response, items: readonly T[]): void {
  const numberOf = (name: string, fallback: number) =>
    request.query[name] === undefined ? fallback : Number(request.query[name]);
  const [current, limit] = [numberOf('page', 1), numberOf('limit', 25)];
  const wrong = (value: number, most: number) => !Number.isInteger(value) || value < 1 || value > most;
  if (wrong(current, Number.MAX_SAFE_INTEGER) || wrong(limit, 100)) {
    refuseBody(response);
    return;
  }
  const skipped = (current - 1) * limit;
  const itemCount = items.length;
  response.json({
    data: items.slice(skipped, skipped + limit),
    meta: { limit, currentPage: current, skipped, pages: Math.ceil(itemCount / limit), itemCount },
  });
}
