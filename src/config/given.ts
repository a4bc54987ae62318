type Optional<T> = {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};
type Certain<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] };

/** Without the keys whose value is undefined: what takes options tells one that is left out from one that is undefined. */
export function given<T extends object>(values: T): Certain<T> & Optional<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  // The filter is what the type says.
  return Object.fromEntries(entries) as Certain<T> & Optional<T>;
}
