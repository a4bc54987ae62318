/** The milliseconds that a `Retry-After` asks for, in seconds or as an HTTP date (RFC 9110, 10.2.3); 0 if it says nothing. */
export function retryAfterMillis(value: string | undefined): number {
  if (value === undefined) return 0;
  const seconds = Number(value);
  const millis = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return Number.isNaN(millis) ? 0 : millis;
}
