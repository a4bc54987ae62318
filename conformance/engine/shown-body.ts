/** Texts of a target in a sentence. */

/** A text of a length for a sentence. */
export const shortened = (text: string) => (text.length <= 300 ? text : `${text.slice(0, 300)}…`);

/**
 * The body of a response on one line.
 *
 * @param redact removes secrets; called before the text is shortened, because a secret that is cut in two would not be
 * recognised
 */
export function shownBody(
  { text, json }: { readonly text: string; readonly json: unknown },
  redact: (text: string) => string,
): string {
  if (text === '') return 'an empty body';
  const whole = redact(text);
  // JSON is shown as it came, and not escaped as a text.
  return shortened(json === undefined ? JSON.stringify(whole) : whole.replace(/\s+/g, ' '));
}
