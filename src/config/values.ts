/** Names and limits of settings, for options and configuration files. */
export const profileNames = ['smoke', 'standard', 'thorough'] as const;
export const environments = ['sandbox', 'production'] as const;
/** Longer waits make no sense. */
export const mostPatienceSeconds = 86_400;
/** A timer takes no more than 24 days. */
export const mostBudgetSeconds = 604_800;

type Optional<T> = {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};
type Certain<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] };

/**
 * Without the keys whose value is undefined: functions that take options distinguish an omitted option from an
 * undefined one.
 */
export function given<T extends object>(values: T): Certain<T> & Optional<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  // The filter ensures the type.
  return Object.fromEntries(entries) as Certain<T> & Optional<T>;
}
