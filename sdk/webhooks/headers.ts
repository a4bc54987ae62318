import { WebhookError } from './error.ts';

/** Headers as any server has them: of `fetch`, of `node:http`, or a plain record. Case does not matter. */
export type HeaderSource =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface DeliveryHeaders {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** Not instanceof: frameworks and test runners have their own class. */
const isOfFetch = (headers: HeaderSource): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';

function valuesOf(headers: HeaderSource, name: string): readonly string[] {
  if (isOfFetch(headers)) return [headers.get(name) ?? []].flat();
  return Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? value : [],
  );
}

/**
 * @param prefix the text before `-id`, `-timestamp` and `-signature`, which the delivery provider chooses
 * @throws WebhookError with code `headers-missing`
 */
export function readHeaders(headers: HeaderSource, prefix: string): DeliveryHeaders {
  const read = (part: string) => {
    const name = `${prefix}-${part}`.toLowerCase();
    const [value, ...others] = valuesOf(headers, name);
    if (value === undefined || value === '') throw new WebhookError('headers-missing', `There is no ${name}`);
    if (others.length > 0) throw new WebhookError('headers-missing', `There is more than one ${name}`);
    return value;
  };
  return { id: read('id'), timestamp: read('timestamp'), signature: read('signature') };
}
