import { respondTo, type WebhookHandlerOptions } from './handler.ts';
import { secretBytesOf } from './secret.ts';
import { verify } from './verify.ts';

/**
 * A handler for every framework that takes a Request and returns a Response: Next.js route handlers, Hono, Workers,
 * Deno, Bun.
 *
 * @throws TypeError when the secret is empty or not base64
 *
 * @example
 * export const POST = createFetchHandler({ secret, onEvent }); // Next.js, app/hooks/route.ts
 * app.post('/hooks', (context) => handler(context.req.raw)); // Hono
 */
export function createFetchHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  // A missing secret shows when the service starts, not at the first delivery.
  secretBytesOf(options.secret);
  return async (request) => {
    const { status, text } = await respondTo((given) => verify(request, options.secret, given), options);
    return new Response(text === '' ? null : text, { status });
  };
}
