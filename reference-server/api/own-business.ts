import { notFound } from '../state/refusal.ts';

/**
 * Keeps a path to the business that the request is about: with a platform token the tenant key says which, and any
 * other is not there.
 *
 * @throws Refusal 404 when the path names another business.
 */
export function ownBusiness(request: {
  readonly path: { readonly businessId: string };
  readonly businessId: string;
}): string {
  if (request.path.businessId !== request.businessId) throw notFound();
  return request.businessId;
}
