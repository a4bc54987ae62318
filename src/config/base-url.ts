import { ConformanceError } from '../../conformance/engine/errors.ts';
import { shownAddress } from '../../conformance/engine/shown-address.ts';

/**
 * The address in the form that every part of the suite uses: without a trailing slash.
 *
 * @param name its name in error messages
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function normaliseBaseUrl(text: string, name = 'The base URL'): string {
  const url = URL.parse(text);
  const refuse = (why: string) =>
    new ConformanceError(
      'CONFIGURATION_INVALID',
      `${name} ${why}: give an address such as http://127.0.0.1:4010`,
    );
  if (url === null) throw refuse(`"${text}" is not a URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(`"${shownAddress(text)}" is not http or https`);
  // The value is not shown, because it contains a secret.
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user or a password');
  // Only the part before is shown, because the rest may contain a key.
  if (url.search !== '' || url.hash !== '') {
    throw refuse(`"${url.origin}${url.pathname}" must not have a query or a fragment`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
