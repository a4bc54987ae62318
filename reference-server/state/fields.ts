/**
 * The named fields of a body, without those that it does not have. What is not named is dropped.
 *
 * @param names fields that the description has.
 */
export function fieldsOf<Body extends object, Name extends keyof Body>(
  body: Body,
  names: readonly Name[],
): Pick<Body, Name> {
  const given = names.filter((name) => body[name] !== undefined);
  // The given ones of the named fields, each with its own value.
  return Object.fromEntries(given.map((name) => [name, body[name]])) as Pick<Body, Name>;
}
