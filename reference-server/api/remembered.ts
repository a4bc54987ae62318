/**
 * Makes an answer's body once for as long as what it is made from stays the same. The body is frozen, by which
 * `send` knows that its text stays the same as well.
 */
export function remembered<Source extends object, Body extends object>(
  make: (source: Source) => Body,
): (source: Source) => Readonly<Body> {
  const bodies = new WeakMap<Source, Readonly<Body>>();
  return (source) => {
    const body = bodies.get(source) ?? Object.freeze(make(source));
    bodies.set(source, body);
    return body;
  };
}
